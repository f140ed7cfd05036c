import { t, Plural } from "#web/language/macros.ts";
import type { Fact, FactKind, Missing } from "#shared/facts.ts";
import { readNumber, typedNumber } from "#web/lib/form/typed-number.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog, Dialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/form/form.tsx";
import { kindText, changeFactMutation, declareFactMutation, removeFactMutation } from "./facts.ts";
import { Button } from "#web/ui/button.tsx";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";

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
export function FactDialog({ applicationId, fact, onClose }: FactDialogProps) {
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
              set({ kind: KINDS.find((kind) => kind === target.value) ?? "number" })
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

type RemoveFactDialogProps = { applicationId: string; fact: Fact; onClose: () => void };

/** A fact that requirements ask for stays: the dialog says whose. */
export function RemoveFactDialog(props: RemoveFactDialogProps) {
  const { fact, onClose } = props;
  if (fact.usedBy.length === 0) return <Removal {...props} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`The fact is in use`}
      description={t`It can be deleted when no requirements ask for it.`}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <AskingGroups fact={fact} onLeave={onClose} />
    </Dialog>
  );
}

function Removal({ applicationId, fact: { key, title, pilots }, onClose }: RemoveFactDialogProps) {
  const dialog = useConfirmedChange(
    removeFactMutation,
    { id: applicationId, key },
    { done: t`Fact deleted`, failed: t`Failed to delete the fact`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Delete the fact?`}
      description={
        <Plural
          value={pilots}
          one="No requirements ask for it. Its value for # pilot is deleted with it."
          other="No requirements ask for it. Its values for # pilots are deleted with it."
        />
      }
      confirmLabel={t`Delete the fact`}
      busyLabel={t`Deleting...`}
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
    </ConfirmDialog>
  );
}

type AskingGroupsProps = {
  fact: Fact;
  /** Follows a link out of the dialog. */
  onLeave: () => void;
};

/** The groups whose requirements ask for a fact. */
function AskingGroups({ fact: { usedBy }, onLeave }: AskingGroupsProps) {
  return (
    <section className="text-sm">
      <h3 className="font-ui text-sm font-medium tracking-normal">{t`Groups that ask for it`}</h3>
      <ul className="mt-1 grid gap-1">
        {usedBy.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <Link className="link" to={paths.adminGroup(id)} onClick={onLeave}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
