import { t } from "#web/language/macros.ts";
import { inSuccession } from "#web/lib/enumerated.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, fieldsOf, messageOf } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import { saveRuleMutation } from "./queries.ts";
import type { RuleDraft } from "./use-rule-draft.ts";

/**
 * Saves the rule in place of `version`. If that is not the current one any more, the current one is loaded: the editor
 * shows what was changed, and can save again.
 */
export function useSave(groupId: string, { rule, load }: RuleDraft, version: number | null) {
  const client = useQueryClient();
  const { queryKey } = requirementsQuery(groupId);
  const { mutate, isPending, error, reset } = useMutation(saveRuleMutation);
  const isConflict = error instanceof ApiError && error.status === 409;
  const start = (savedText: string) =>
    mutate(
      { id: groupId, rule, version },
      {
        onSuccess: (saved) => {
          client.setQueryData(queryKey, saved);
          load(saved.editable);
          toast.success(rule === null ? t`Requirements removed` : savedText);
        },
        onError: () => void client.invalidateQueries({ queryKey }),
      },
    );
  const fields = Object.values(fieldsOf(error));
  return {
    start,
    isPending,
    reset,
    failure:
      error && !isConflict
        ? inSuccession([messageOf(error, t`The requirements could not be saved.`), ...fields])
        : undefined,
  };
}
