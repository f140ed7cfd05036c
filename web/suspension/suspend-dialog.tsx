import { msg, t } from "#web/language/macros.ts";
import { MAX_REASON_LENGTH, suspendSchema } from "#shared/account/suspension.ts";
import type { Suspension, Suspend } from "#shared/account/suspension.ts";
import { DAY_MS } from "#shared/time.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { useForm, check, whenValid } from "#web/lib/form/use-form.ts";
import { serverNow } from "#web/lib/clock.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextareaField, TextField } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import { mutationOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

const suspendMutation = mutationOptions({
  mutationFn: ({ userId, ...json }: Suspend & { userId: string }) =>
    api.admin.users[":id"].suspension.$put({ param: { id: userId }, json }),
  onSuccess: (_answer, _input, _rollback, { client }) => suspensionChanged(client),
});

const liftMutation = mutationOptions({
  mutationFn: (userId: string) =>
    api.admin.users[":id"].suspension.$delete({ param: { id: userId } }),
  onSuccess: (_answer, _input, _rollback, { client }) => suspensionChanged(client),
});

/** Every list that marks suspended users. */
function suspensionChanged(client: QueryClient) {
  return Promise.all(
    [queryKeys.pilots, queryKeys.groups, ["corporations"], ["activity"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

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
        options={TERMS}
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

type LiftDialogProps = { userId: string; name: string; onClose: () => void };

export function LiftDialog({ userId, name, onClose }: LiftDialogProps) {
  const dialog = useConfirmedChange(liftMutation, userId, {
    done: t`The suspension of ${name} is lifted`,
    failed: t`Failed to lift the suspension`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Lift the suspension of ${name}?`}
      description={t`The user can sign in again at once, and the memberships take effect again.`}
      confirmLabel={t`Lift suspension`}
      busyLabel={t`Lifting...`}
    />
  );
}
