import { useMutation, useQueryClient } from "@tanstack/react-query";
import { paths } from "#web/lib/paths.ts";
import { api } from "./api.ts";
import { endSession } from "./session.ts";

const PREFIX = "muster.";
/** Choices of this device: they hold for every person who uses it. */
const SCREEN_PREFIX = "muster.screen.";

/**
 * Removes what this browser keeps of the person who logs out: drafts, recent pilots, decisions. A session that expires leaves
 * them, because the same person comes back.
 */
export function forgetPerson(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(PREFIX) && !key.startsWith(SCREEN_PREFIX)) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** Signs out. The session ends in this browser even if the server cannot be reached. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.auth.logout.$post(),
    onSettled: () => {
      endSession(client);
      forgetPerson();
      location.assign(paths.home);
    },
  });
}
