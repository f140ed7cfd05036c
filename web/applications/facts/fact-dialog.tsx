import { t } from "#web/language/macros.ts";
import type { Fact, FactKind, Missing } from "#shared/applications/facts.ts";
import { readNumber, typedNumber } from "#web/lib/form/typed-number.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/form/field.tsx";
import { AskingGroups } from "./asking-groups.tsx";
import { kindText } from "./kind-text.ts";
import { changeFactMutation, declareFactMutation } from "./queries.ts";

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

type FactDialogProps = {
  applicationId: string;
  /** Without it, a new one is declared. */
  fact: Fact | undefined;
  onClose: () => void;
};

/** Declares a fact, or changes what may change: key and kind stay, because programs and requirements name them. */
export default function FactDialog({ applicationId, fact, onClose }: FactDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: fact === undefined ? EMPTY : typed(fact),
    // The server says what is wrong: the schema would weigh more than the dialog.
    validate: ({ days, ...typedIn }) => ({
      value: {
        id: applicationId,
        ...typedIn,
        options: typedIn.kind === "one_of" ? linesOf(typedIn.options) : [],
        maxAgeHours: Math.round(readNumber(days) * 24),
      },
    }),
    mutation: fact === undefined ? declareFactMutation : changeFactMutation,
    failed: fact === undefined ? t`Failed to declare the fact` : t`Failed to change the fact`,
    toProblems: ({ maxAgeHours, ...fields }) => ({
      ...fields,
      ...(maxAgeHours !== undefined && { days: t`Must be between one hour and 366 days` }),
    }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={fact === undefined ? t`Declare a fact` : t`Change the fact`}
      description={
        fact === undefined
          ? t`A program sends it with a token that has the right “Facts”. Requirements can ask for it.`
          : t`Its key is ${fact.key}. Key and kind stay, because programs and requirements use them.`
      }
      confirmLabel={fact === undefined ? t`Declare the fact` : t`Save`}
      busyLabel={fact === undefined ? t`Declaring...` : t`Saving...`}
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
      {fact === undefined && (
        <>
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
        </>
      )}
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
        hint={t`An older value is unknown: no one gets in and no one is removed because of it.`}
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
      {fact !== undefined && fact.usedBy.length > 0 && (
        <AskingGroups fact={fact} onLeave={onClose} />
      )}
    </ConfirmDialog>
  );
}

function typed({ title, key, kind, options, maxAgeHours, missing }: Fact): Input {
  const days = typedNumber(Number((maxAgeHours / 24).toFixed(3)));
  return { title, key, kind, options: options.join("\n"), days, missing };
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");
