import { plural, t } from "#web/language/macros.ts";
import { useIsMutating, useMutation } from "@tanstack/react-query";
import { toast } from "#web/ui/feedback/toast.tsx";
import { checkAgainMutation } from "./queries.ts";

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
