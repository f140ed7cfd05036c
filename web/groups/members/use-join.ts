import { ph, t } from "#web/language/macros.ts";
import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { reasonOf } from "#web/lib/api/api-error.ts";
import { useFailures } from "#web/lib/form/use-failures.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { joinGroupMutation } from "./queries.ts";

/** Joins open groups, several in parallel. Failures are shown by group, to be shown beside its button. */
export function useJoin() {
  const { mutateAsync } = useMutation(joinGroupMutation);
  const { failures, fail } = useFailures();

  const join = useCallback(
    async ({ id, name }: { id: string; name: string }) => {
      fail(id, undefined);
      try {
        await mutateAsync(id);
        toast.success(t`Successfully joined ${name}!`);
      } catch (error) {
        fail(id, t`Failed to join: ${ph({ reason: reasonOf(error) })}`);
      }
    },
    [mutateAsync, fail],
  );
  return { join, failures };
}
