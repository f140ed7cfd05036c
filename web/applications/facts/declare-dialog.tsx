import { t } from "#web/language/macros.ts";
import type { FactKind, Missing } from "#shared/applications/facts.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/form/field.tsx";
import { kindText } from "./kind-text.ts";
import { declareFactMutation } from "./queries.ts";

type Input = {
  title: string;
  key: string;
  kind: FactKind;
  options: string;
  days: string;
  missing: Missing;
};

const EMPTY: Input = {
  title: "",
  key: "",
  kind: "number",
  options: "",
  days: "7",
  missing: "unknown",
};
const KINDS: FactKind[] = ["yes_no", "number", "date", "one_of"];

type DeclareDialogProps = { applicationId: string; onClose: () => void };

export default function DeclareDialog({ applicationId, onClose }: DeclareDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY,
    // The server says what is wrong: the schema would weigh more than the dialog.
    validate: ({ options, days, ...fact }) => ({
      value: {
        id: applicationId,
        ...fact,
        options: fact.kind === "one_of" ? options.split("\n").filter((line) => line.trim()) : [],
        maxAgeHours: Number(days) * 24,
      },
    }),
    mutation: declareFactMutation,
    failed: t`Failed to declare the fact`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Declare a fact`}
      description={t`A program with a token that has the right Facts tells it. Requirements can ask for it.`}
      confirmLabel={t`Declare the fact`}
      busyLabel={t`Declaring...`}
      onClose={onClose}
    >
      <TextField
        label={t({ context: "of a fact", message: "Title" })}
        hint={t`As pilots read it, such as Fleets in the last 30 days`}
        required
        autoComplete="off"
        value={input.title}
        error={problems.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        label={t`Key`}
        hint={t`As the program names it, such as fleets_30d`}
        required
        autoComplete="off"
        value={input.key}
        error={problems.key}
        onChange={({ target }) => set({ key: target.value })}
      />
      <SelectField
        label={t`Kind`}
        value={input.kind}
        options={KINDS.map((value) => ({ value, label: kindText(value) }))}
        onChange={({ target }) =>
          set({ kind: KINDS.find((one) => one === target.value) ?? "number" })
        }
      />
      {input.kind === "one_of" && (
        <TextareaField
          label={t`Options`}
          hint={t`One on each line`}
          value={input.options}
          error={problems.options}
          onChange={({ target }) => set({ options: target.value })}
        />
      )}
      <TextField
        label={t`Stale after, in days`}
        hint={t`An older value is unknown: it lets no one in and puts no one out.`}
        required
        inputMode="decimal"
        value={input.days}
        error={problems.days}
        onChange={({ target }) => set({ days: target.value })}
      />
      <SelectField
        label={t`A missing value means`}
        value={input.missing}
        options={[
          { value: "unknown", label: t`Unknown` },
          { value: "no", label: t`No: the condition is not met` },
        ]}
        onChange={({ target }) => set({ missing: target.value === "no" ? "no" : "unknown" })}
      />
    </ConfirmDialog>
  );
}
