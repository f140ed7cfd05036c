import { mutationOptions, queryOptions, useIsMutating, useMutation } from "@tanstack/react-query";
import type { CharacterSummary } from "#shared/session.ts";
import type { StepUpScope } from "#shared/account/step-up-scopes.ts";
import { askAgain, refreshCharacter } from "#web/eve/refresh-character.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { returnPathOf } from "#web/lib/return-path.ts";
import { plural, t } from "#web/language/macros.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

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
  mutationFn: async (characterIds: readonly number[], { client }) => {
    let failed = 0;
    for (const id of characterIds) {
      const isRead = await refreshCharacter(client, id).then(
        (results) => results.success && results.failed === 0,
        () => false,
      );
      if (!isRead) failed += 1;
    }
    return { failed };
  },
  onSettled: (_answer, _error, _input, _rollback, { client }) => askAgain(client),
});

/** Reads the user's characters from EVE and asks again whether requirements are met. */
export function useCheckAgain() {
  const options = checkAgainMutation;
  const { mutate, isPending } = useMutation(options);
  // The check may have been started by another button.
  const isAnyPending = useIsMutating({ mutationKey: options.mutationKey ?? [] }) > 0;
  const check = (characterIds: readonly number[]) => {
    if (isAnyPending) return;
    mutate(characterIds, {
      onSuccess: ({ failed }) => {
        if (failed === 0) toast.success(t`Checked again`);
        else
          toast.error(
            plural(failed, {
              one: "# character could not be read from EVE",
              other: "# characters could not be read from EVE",
            }),
          );
      },
    });
  };
  return { check, isBusy: isPending };
}
