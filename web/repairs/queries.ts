import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { CharacterSummary } from "#shared/session.ts";
import type { StepUpScope } from "#shared/requirements/step-up-scopes.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { returnPathOf } from "#web/lib/return-path.ts";

/** A group's requirements, and what they say about the user. */
export function requirementsQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.groups, "one", id, "requirements"],
    queryFn: () => body(api.groups[":id"].requirements.$get({ param: { id } })),
  });
}

/** Starts the sign-in that renews an authorization and covers what requirements need, and returns to this page. */
export function authorizeAgain({
  character,
  scopes,
}: {
  character: CharacterSummary;
  scopes: StepUpScope[];
}) {
  const returnTo = returnPathOf(location);
  const json = { characterId: character.characterId, scopes, returnTo };
  return body(api.auth.character.start.$post({ json }));
}

/** Reads characters from EVE, one after another, and then asks again what depends on them. */
export const checkAgainMutation = mutationOptions({
  mutationKey: ["check-again"],
  mutationFn: async (characterIds: readonly number[]) => {
    let failed = 0;
    for (const id of characterIds) {
      const param = { id: String(id) };
      await body(api.characters[":id"].refresh.$post({ param })).catch(() => (failed += 1));
    }
    return { failed };
  },
  onSettled: (_answer, _error, _input, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.characters });
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    void client.invalidateQueries({ queryKey: queryKeys.access });
    return client.invalidateQueries({ queryKey: queryKeys.groups });
  },
});
