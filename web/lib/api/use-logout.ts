import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "./api.ts";
import { forgetPerson } from "./left-behind.ts";
import { endSession } from "./session.ts";
import { paths } from "#web/lib/paths.ts";

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
