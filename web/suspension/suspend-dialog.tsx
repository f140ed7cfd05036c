import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { MAX_REASON_LENGTH, suspendSchema } from "#shared/session.ts";
import type { Suspension } from "#shared/session.ts";
import { DAY_MS } from "#shared/time.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { check, whenValid } from "#web/lib/form/use-input.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextareaField, TextField } from "#web/ui/form/field.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { suspendMutation } from "./queries.ts";

const FIRST_CHOICE_DAYS = 7;

type Term = "date" | "good";
type Input = { reason: string; term: Term; until: string };

const TERMS = [
  { value: "date", label: msg`Until a date`, hint: msg`It ends automatically at 00:00 EVE time.` },
  { value: "good", label: msg`Permanently`, hint: msg`Until an administrator lifts it.` },
] as const;

const validate = ({ reason, term, until }: Input) =>
  check(suspendSchema, { reason, until: term === "good" ? null : `${until}T00:00:00.000Z` });

type SuspendDialogProps = {
  userId: string;
  name: string;
  /** The suspension that is changed. */
  current?: Suspension | null;
  onClose: () => void;
};

export default function SuspendDialog({ userId, name, current, onClose }: SuspendDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: {
      reason: current?.reason ?? "",
      term: current && current.until === null ? "good" : "date",
      until: current?.until?.slice(0, 10) ?? dayIn(FIRST_CHOICE_DAYS),
    },
    validate: (typed: Input) => whenValid(validate(typed), (terms) => ({ userId, ...terms })),
    mutation: suspendMutation,
    failed: t`Failed to suspend`,
    onDone: () => {
      toast.success(current ? t`The suspension of ${name} is changed` : t`${name} is suspended`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={current ? t`Change the suspension of ${name}?` : t`Suspend ${name}?`}
      confirmLabel={current ? t`Save` : t`Suspend`}
      busyLabel={current ? t`Saving...` : t`Suspending...`}
      onClose={onClose}
    >
      <ConsequencesOf act="suspension" id={userId} onLeave={onClose} />
      <TextareaField
        label={t`Reason`}
        hint={t`The user reads this when they try to sign in.`}
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        value={input.reason}
        error={problems.reason}
        onChange={(event) => set({ reason: event.target.value })}
      />
      <RadioCards
        legend={t`Duration`}
        options={TERMS.map(({ value, label, hint }) => ({
          value,
          label: say(label),
          hint: say(hint),
        }))}
        value={input.term}
        onChange={(term) => set({ term })}
      />
      {input.term === "date" && (
        <TextField
          type="date"
          label={t`Suspended until`}
          min={dayIn(1)}
          value={input.until}
          error={problems.until}
          onChange={(event) => set({ until: event.target.value })}
        />
      )}
    </ConfirmDialog>
  );
}

/** "2026-12-03": the day in EVE time after so many days. */
function dayIn(days: number): string {
  return new Date(serverNow() + days * DAY_MS).toISOString().slice(0, 10);
}
