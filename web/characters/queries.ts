import { queryOptions } from "@tanstack/react-query";
import type { CharacterDetail } from "#shared/characters.ts";
import { SKILL_CATALOGUE_VERSION } from "#shared/training.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { returnPathOf } from "#web/lib/return-path.ts";
import { refetchAt } from "#web/lib/clock.ts";

/** A character as the viewer may see it. Refetched when a skill finishes. */
export function characterQuery(characterId: number) {
  return queryOptions({
    queryKey: [...queryKeys.characters, characterId],
    // Solar systems have names in some languages.
    meta: { isWorded: true },
    queryFn: () => body(api.characters[":id"].$get({ param: { id: String(characterId) } })),
    refetchInterval: ({ state }) => refetchAt(finishDates(state.data)),
  });
}

function finishDates(character: CharacterDetail | undefined) {
  return (character?.private?.skillQueue ?? []).map(({ finish_date }) => finish_date);
}

/** Names, ranks and groups of skills. They change only with EVE's expansions. */
export function skillsQuery(ids: readonly number[]) {
  const unique = [...new Set(ids)].toSorted((a, b) => a - b).join(",");
  return queryOptions({
    queryKey: ["skills", unique],
    queryFn: () =>
      body(api.skills.$get({ query: { ids: unique, version: SKILL_CATALOGUE_VERSION } })),
    enabled: unique !== "",
    staleTime: Infinity,
  });
}

/** Starts the sign-in that renews the authorization of a linked character, and returns to this page. */
export function renewAuthorization(characterId: number) {
  const returnTo = returnPathOf(location);
  return body(api.auth.character.start.$post({ json: { characterId, returnTo } }));
}
