import { plural, t } from "#web/language/macros.ts";
import { addWatchEntrySchema, watchSubjectSchema } from "#shared/watchlist.ts";
import type { AddWatchEntry, WatchSubject } from "#shared/watchlist.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { check } from "#web/lib/form/use-input.ts";
import type { Checked } from "#web/lib/form/use-input.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Preview } from "./preview.tsx";
import { addEntryMutation } from "./queries.ts";
import { SubjectField } from "./subject-field.tsx";
import type { ChosenSubject } from "./subject-field.tsx";
import { SUBJECTS } from "./subjects.ts";
import { NEW_TERMS, problemsOfTerms, TermsFields, toRequest } from "./terms-fields.tsx";
import type { Terms } from "./terms-fields.tsx";

export { ImportDialog } from "./import-dialog.tsx";

const FIRST_MONTHS = "24";
const monthsOptions = () => [
  ...[3, 6, 12, 24, 60].map((months) => ({
    value: String(months),
    label: plural(months, {
      one: "If they left within # month",
      other: "If they left within # months",
    }),
  })),
  { value: "", label: t`However long ago they left` },
];

type Input = Terms & { subject: WatchSubject; chosen: ChosenSubject | null; months: string };

function validate(typed: Input): Checked<Input, AddWatchEntry> {
  const { subject, chosen } = typed;
  const { eveId, name } = chosen ?? { eveId: 0, name: "" };
  const checked = check(addWatchEntrySchema, {
    subject,
    eveId,
    name,
    months: monthsOf(typed),
    ...toRequest(typed),
  });
  if ("value" in checked) return checked;
  return {
    problems: {
      ...problemsOfTerms(checked.problems),
      ...(chosen === null && { chosen: t`Choose from the list` }),
    },
  };
}

/** Adds an entry, and shows whom it hits before. */
export default function EntryDialog({ onClose }: { onClose: () => void }) {
  const { input, problems, set, dialog } = useForm({
    initial: { subject: "pilot", chosen: null, months: FIRST_MONTHS, ...NEW_TERMS() },
    validate,
    mutation: addEntryMutation,
    failed: t`Failed to save the entry`,
    onDone: ({ name }) => {
      toast.success(t`${name} is on the watchlist`);
      onClose();
    },
  });
  const { subject, chosen } = input;
  return (
    <ConfirmDialog
      {...dialog}
      onClose={onClose}
      title={t`Add to the watchlist`}
      confirmLabel={t`Add`}
      busyLabel={t`Adding...`}
    >
      <SelectField
        label={t`What is watched`}
        options={watchSubjectSchema.options.map((value) => ({
          value,
          label: SUBJECTS[value].label,
        }))}
        value={subject}
        onChange={({ target }) =>
          set({ subject: watchSubjectSchema.parse(target.value), chosen: null })
        }
      />
      <SubjectField
        key={subject}
        subject={subject}
        chosen={chosen}
        error={problems.chosen}
        onChoose={(next) => set({ chosen: next })}
      />
      {subject === "corporation" && (
        <SelectField
          label={t`Former members count`}
          options={monthsOptions()}
          value={input.months}
          onChange={({ target }) => set({ months: target.value })}
        />
      )}
      <TermsFields terms={input} problems={problems} onChange={set} />
      {chosen && (
        <Preview
          of={{ subject, eveId: chosen.eveId, months: monthsOf(input), level: input.level }}
        />
      )}
    </ConfirmDialog>
  );
}

function monthsOf({ subject, months }: Input): number | null {
  return subject === "corporation" && months !== "" ? Number(months) : null;
}
