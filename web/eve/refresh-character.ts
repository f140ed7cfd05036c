import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { CharacterDetail, OverviewCharacter, Section } from "#shared/characters.ts";
import { api, body } from "#web/lib/api/api.ts";
import { logFailure } from "#web/lib/api/api-error.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { plural, t } from "#web/language/macros.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

/**
 * How many sections a refresh updated, and how many could not be read. `success` is false if EVE did not answer at all; roles and titles,
 * which are no sections of a sheet, only count there.
 */
type RefreshResults = { updated: number; failed: number; success: boolean };

/** Characters refreshed automatically since the page was loaded. */
const autoRefreshed = new Set<number>();

/** What is known of a character: its sheet, or its line of the overview. */
type Known = CharacterDetail | OverviewCharacter;

/**
 * Fetches a character from EVE: on request, with an announcement of the results, and once automatically if its data has
 * never been read. A failure is only logged; the stored data stays.
 * Automatic refreshes run one after another, because a user may have linked dozens of characters.
 */
export function useRefreshCharacter(characterId: number, known: Known | undefined) {
  const isUnread = known !== undefined && isNeverRead(known);
  const client = useQueryClient();
  const mutationKey = ["refresh", characterId];
  const options = {
    mutationKey,
    mutationFn: () => refreshCharacter(client, characterId),
    onError: (error: Error) => logFailure("The character could not be refreshed.", error),
  };
  const { mutate: refresh } = useMutation({
    ...options,
    onSuccess: announceRefresh,
    onSettled: () => void askAgain(client),
  });
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

const PRIVATE_SECTIONS: readonly Section[] = ["location", "status", "wallet", "skillQueue"];

/** Whether the character was linked and none of its private data has been read yet. */
function isNeverRead(known: Known): boolean {
  if ("sections" in known) {
    const { sections } = known;
    const isUntouched = (name: Section) =>
      sections[name]?.state === "due" && sections[name].updatedAt === null;
    return sections.assets?.state === "in_progress" || PRIVATE_SECTIONS.every(isUntouched);
  }
  const { tokenState, corporationId, queueState, location, walletBalance, totalSp } = known;
  if (corporationId === null) return true;
  const own = [location, walletBalance, totalSp].filter((value) => value !== null);
  return tokenState !== "revoked" && queueState === "unknown" && own.length === 0;
}

/** Requests in a row that read no page of assets: on Cloudflare's free plan the other sections take up to three. */
const MAX_ROUNDS_WITHOUT_PAGES = 4;

/** A large sheet takes several requests. */
export async function refreshCharacter(
  client: QueryClient,
  characterId: number,
): Promise<RefreshResults> {
  const param = { id: String(characterId) };
  const updated = new Set<Section>();
  const failed = new Set<Section>();
  let success = true;
  let pagesDone = 0;
  let roundsWithoutPages = 0;
  for (;;) {
    const result = await body(api.characters[":id"].refresh.$post({ param }));
    await client.invalidateQueries({ queryKey: queryKeys.characters });
    for (const section of result.updated) updated.add(section);
    for (const section of result.failed) failed.add(section);
    success &&= result.success;
    const pages = result.sections.assets?.progress?.done ?? 0;
    roundsWithoutPages = pages > pagesDone ? 0 : roundsWithoutPages + 1;
    if (!result.hasMore || roundsWithoutPages > MAX_ROUNDS_WITHOUT_PAGES) break;
    pagesDone = pages;
  }
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return { updated: updated.size, failed: failed.size, success };
}

/** Asks again what requirements say about the user, after characters were read because the user wanted it. */
export function askAgain(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: queryKeys.waiting });
  void client.invalidateQueries({ queryKey: queryKeys.access });
  return client.invalidateQueries({ queryKey: queryKeys.groups });
}

/** "Up to date" or "3 sections updated". If nothing could be read, the notes on the sections say so. */
function announceRefresh({ updated, failed }: RefreshResults) {
  if (updated === 0 && failed > 0) return;
  toast.success(textOf(updated, failed));
}

function textOf(updated: number, failed: number): string {
  if (updated === 0) return t`Up to date`;
  if (failed === 0) {
    return t`${plural(updated, { one: "# section updated", other: "# sections updated" })}`;
  }
  return t`${plural(updated, { one: "# section updated", other: "# sections updated" })}, ${failed} could not be read`;
}
