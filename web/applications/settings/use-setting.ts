import { t } from "#web/language/macros.ts";
import type { Application, SaveApplication } from "#shared/applications/applications.ts";
import { saveMutation } from "#web/applications/queries.ts";
import { useAction } from "#web/lib/form/use-action.ts";

type Change = Omit<SaveApplication, "version">;

/** Saves one change of an application's settings at once. */
export function useSetting({ id, version }: Pick<Application, "id" | "version">) {
  const { act, isPending, failure } = useAction(saveMutation, t`Failed to save the change`);
  const save = (
    change: Change,
    {
      onSaved = () => undefined,
      onRefusal,
    }: { onSaved?: () => void; onRefusal?: (fields: Record<string, string>) => void } = {},
  ) =>
    void act({ ...change, id, version }, { onSuccess: onSaved, ...(onRefusal && { onRefusal }) });
  return { save, isPending, failure };
}
