import { t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/shared-words.ts";
import { useState } from "react";
import { prioritySchema } from "#shared/corporations/corporations.ts";
import type { Director } from "#shared/corporations/corporations.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { setPriorityMutation } from "./queries.ts";

type PriorityFieldProps = { corporationId: number; director: Director };

/** Saves on Enter and on blur. Non-numeric input becomes 100. */
export function PriorityField({ corporationId, director }: PriorityFieldProps) {
  const { directorId, characterName, priority } = director;
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const change = useAction(setPriorityMutation, t`Failed to change the priority`);

  function save() {
    if (typed === undefined) return;
    const checked = prioritySchema.safeParse(typed);
    if (!checked.success) return setProblem(sayShared(checked.error.issues[0]?.message ?? ""));
    if (checked.data === priority) return setTyped(undefined);
    void change.act(
      { id: corporationId, directorId, priority: checked.data },
      { onSuccess: () => setTyped(undefined) },
    );
  }

  return (
    <Form className="w-14" onSubmit={save}>
      <TextField
        isLabelHidden
        label={t`Priority of ${characterName}`}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? priority}
        error={problem ?? change.failure}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
        onBlur={save}
      />
    </Form>
  );
}
