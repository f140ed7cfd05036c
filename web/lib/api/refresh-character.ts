import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Section } from "#shared/characters.ts";
import { api, body } from "./api.ts";
import { logFailure } from "./log.ts";
import { queryKeys } from "./query-keys.ts";
import { sessionQuery } from "./session.ts";

/** How many sections a refresh updated, and how many could not be read. */
export type RefreshResults = { updated: number; failed: number };

/** Characters refreshed automatically since the page was loaded. */
const autoRefreshed = new Set<number>();

/**
 * Fetches a character from EVE: on request, with an announcement of the results, and once automatically if its data has
 * never been read (`isUnread`).
 * Automatic refreshes run one after another, because a user may have linked dozens of characters.
 */
export function useRefreshCharacter(
  characterId: number,
  isUnread: boolean,
  announce: (results: RefreshResults) => void,
) {
  const client = useQueryClient();
  const mutationKey = ["refresh", characterId];
  const options = {
    mutationKey,
    mutationFn: () => refreshCharacter(client, characterId),
    onError: (error: Error) => logFailure("The character could not be refreshed.", error),
  };
  const { mutate: refresh } = useMutation({ ...options, onSuccess: announce });
  const { mutate: readFirst } = useMutation({ ...options, scope: { id: "first-reads" } });
  // The refresh may have been started by another component.
  const isBusy = useIsMutating({ mutationKey }) > 0;
  useEffect(() => {
    if (!isUnread || autoRefreshed.has(characterId)) return;
    autoRefreshed.add(characterId);
    readFirst();
  }, [isUnread, characterId, readFirst]);
  return { refresh: () => refresh(), isBusy };
}

/** Requests in a row that read no page of assets: on Cloudflare's free plan the other sections take up to three. */
const MAX_ROUNDS_WITHOUT_PAGES = 4;

/** A large sheet takes several requests. */
async function refreshCharacter(client: QueryClient, characterId: number): Promise<RefreshResults> {
  const param = { id: String(characterId) };
  const updated = new Set<Section>();
  const failed = new Set<Section>();
  let pagesDone = 0;
  let roundsWithoutPages = 0;
  for (;;) {
    const result = await body(api.characters[":id"].refresh.$post({ param }));
    await client.invalidateQueries({ queryKey: queryKeys.characters });
    for (const section of result.updated) updated.add(section);
    for (const section of result.failed) failed.add(section);
    const pages = result.sections.assets?.progress?.done ?? 0;
    roundsWithoutPages = pages > pagesDone ? 0 : roundsWithoutPages + 1;
    if (!result.hasMore || roundsWithoutPages > MAX_ROUNDS_WITHOUT_PAGES) break;
    pagesDone = pages;
  }
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return { updated: updated.size, failed: failed.size };
}
