import { Trans, plural, t } from "#web/language/macros.ts";
import type { Group } from "#shared/groups/groups.ts";
import { MAX_CODE_USES } from "#shared/groups/invitations.ts";
import { DaysField } from "#web/groups/ends/days-field.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { createCodeMutation } from "./queries.ts";

const NEVER = "never";
const TERMS = [1, 7, 14, 30];
const USUAL_TERM = "7";

type Input = { days: number | null | undefined; limit: string; term: string };

const EMPTY: Input = { days: undefined, limit: "", term: USUAL_TERM };

export function CodeForm({ group }: { group: Group }) {
  const form = useForm({
    initial: EMPTY,
    validate: ({ days, limit: typed, term }) => {
      const useLimit = readLimit(typed);
      if (useLimit === undefined) {
        const limit = t`Use limit must be a whole number from 1 to ${MAX_CODE_USES}`;
        return { problems: { limit } };
      }
      const expiresInDays = term === NEVER ? null : Number(term);
      const ofMembership = days !== undefined && { membershipDays: days };
      return { value: { groupId: group.id, useLimit, expiresInDays, ...ofMembership } };
    },
    mutation: createCodeMutation,
    failed: t`Failed to create the invite code`,
    onDone: () => {
      toast.success(t`Invite code created`);
      form.reset({ limit: "" });
    },
  });
  const { input, problems, set, submit, isPending, failure } = form;

  return (
    <Form
      onSubmit={submit}
      className="grid grid-cols-2 items-end gap-3 border-b border-line-faint p-4 md:grid-cols-[11rem_9rem_14rem_auto] md:justify-start"
    >
      <TextField
        label={t`Use limit`}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t`Unlimited`}
        value={input.limit}
        error={problems.limit}
        className="self-start"
        onChange={(event) => set({ limit: event.target.value })}
      />
      <SelectField
        label={t`Expires after`}
        value={input.term}
        options={[
          ...TERMS.map((days) => ({
            value: String(days),
            label: plural(days, { one: "# day", other: "# days" }),
          })),
          { value: NEVER, label: t({ context: "has no end", message: "Never" }) },
        ]}
        className="self-start"
        onChange={(event) => set({ term: event.target.value })}
      />
      <DaysField
        label={t`Membership`}
        value={input.days}
        ofGroup={group.membershipDays}
        className="self-start max-md:col-span-2"
        onChange={(days) => set({ days })}
      />
      <Button
        type="submit"
        className="self-start max-md:col-span-2 md:mt-6.5"
        isBusy={isPending}
        busyLabel={t`Creating...`}
      >
        <Trans>Create code</Trans>
      </Button>
      {failure !== undefined && (
        <div className="col-span-full">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
    </Form>
  );
}

/** null: no limit (empty field); undefined: not a valid limit. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_CODE_USES ? limit : undefined;
}
