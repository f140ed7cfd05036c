import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RefreshResult } from "#shared/characters.ts";
import { api, body } from "./api.ts";
import { logFailure } from "./log.ts";
import { sessionQuery } from "./session.ts";

/** Query keys of what is known of characters start with this. */
export const CHARACTERS_KEY = "characters";

/** Characters that were asked for without a click, since this page was loaded. */
const asked = new Set<number>();

/**
 * Fetches a character from EVE: when its owner wishes, and once by itself where much was never read of it
 * (`isUnread`). Those go one after another: whoever links thirty pilots opens one dashboard.
 */
export function useRefreshCharacter(characterId: number, isUnread: boolean) {
  const client = useQueryClient();
  const mutationKey = ["refresh", characterId];
  const options = {
    mutationKey,
    mutationFn: () => refreshCharacter(client, characterId),
    onError: (error: Error) => logFailure("The character could not be refreshed.", error),
  };
  const { mutate: refresh } = useMutation(options);
  const { mutate: readFirst } = useMutation({ ...options, scope: { id: "first-reads" } });
  // Wherever on the page it was asked for.
  const isBusy = useIsMutating({ mutationKey }) > 0;
  useEffect(() => {
    if (!isUnread || asked.has(characterId)) return;
    asked.add(characterId);
    readFirst();
  }, [isUnread, characterId, readFirst]);
  return { refresh: () => refresh(), isBusy };
}

/** Assets come many pages at a time: as long as each round brings some, the next one follows. */
async function refreshCharacter(client: QueryClient, characterId: number) {
  const param = { id: String(characterId) };
  let pagesDone = -1;
  for (;;) {
    const result = await body(api.characters[":id"].refresh.$post({ param }));
    await client.invalidateQueries({ queryKey: [CHARACTERS_KEY] });
    const pages = pagesRead(result);
    if (pages === undefined || pages <= pagesDone) break;
    pagesDone = pages;
  }
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** How many pages of the assets are read; undefined when all are. */
function pagesRead({ sections }: RefreshResult): number | undefined {
  const assets = sections.assets;
  return assets?.state === "in_progress" ? assets.progress?.done : undefined;
}
