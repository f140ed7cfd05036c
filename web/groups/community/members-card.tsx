import { Trans, t } from "#web/language/macros.ts";
import { MAX_GRACE_DAYS } from "#shared/requirements/limits.ts";
import { updateMembersSchema } from "#shared/community.ts";
import type { CommunitySettings } from "#shared/community.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { check } from "#web/lib/form/use-input.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { RadioCard } from "#web/ui/form/radio-cards.tsx";
import { GroupChoice } from "./group-choice.tsx";
import type { ChosenGroup } from "./group-choice.tsx";
import { MembersPreview } from "./members-preview.tsx";
import { updateMembersMutation } from "./queries.ts";

const choices = (): readonly RadioCard<"all" | "group">[] => [
  {
    value: "all",
    label: t`Everybody with an account`,
    hint: t`There are no guests: every signed-in user sees every public group.`,
  },
  {
    value: "group",
    label: t`The members of a group`,
    hint: t`Its requirements decide, with their preview, grace and held changes. Others are guests: they see only groups that are open to guests, and cannot look up other pilots.`,
  },
];

type Input = { kind: "all" | "group"; group: ChosenGroup | null; graceDays: string };

function toRequest({ kind, group, graceDays }: Input) {
  return {
    groupId: kind === "group" ? (group?.groupId ?? null) : null,
    graceDays: graceDays.trim() === "" ? Number.NaN : Number(graceDays),
  };
}

/** Who belongs to the community, and what choosing it would do. */
export function MembersCard({ settings }: { settings: CommunitySettings }) {
  const { version, members } = settings;
  const { input, problems, set, submit, isPending, failure } = useForm({
    initial: {
      kind: members ? "group" : "all",
      group: members,
      graceDays: String(settings.graceDays),
    },
    validate: (typed: Input) =>
      typed.kind === "group" && typed.group === null
        ? { problems: { group: t`Choose the group whose members belong to the community.` } }
        : check(updateMembersSchema, { ...toRequest(typed), version }),
    mutation: updateMembersMutation,
    failed: t`Failed to save the community`,
    onDone: () => toast.success(t`Community updated successfully!`),
  });
  const { kind, group } = input;
  const { groupId, graceDays } = toRequest(input);
  const isUnchanged =
    groupId === (members?.groupId ?? null) &&
    graceDays === settings.graceDays &&
    !(kind === "group" && group === null);

  return (
    <Card anchor="community-members" title={t`Members and guests`}>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Form onSubmit={submit} className="grid content-start gap-5">
          <RadioCards
            legend={t`Who belongs to the community`}
            options={choices()}
            value={kind}
            onChange={(next) => set({ kind: next })}
          />
          {kind === "group" && (
            <>
              <GroupChoice
                group={group}
                error={problems.group}
                onChange={(next) => set({ group: next })}
              />
              <TextField
                label={t`Guests keep their memberships in other groups for`}
                hint={t`Days of grace, from 0 to ${MAX_GRACE_DAYS}, in groups without requirements of their own.`}
                inputMode="numeric"
                autoComplete="off"
                value={input.graceDays}
                error={problems.graceDays}
                className="[&_input]:w-20"
                onChange={(event) => set({ graceDays: event.target.value })}
              />
            </>
          )}
          {failure && <Alert tone="danger">{failure}</Alert>}
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            isDisabled={isUnchanged}
            isBusy={isPending}
            busyLabel={t`Saving...`}
          >
            <Trans>Save members</Trans>
          </Button>
        </Form>
        {groupId !== null && <MembersPreview groupId={groupId} isSaved={isUnchanged} />}
      </div>
    </Card>
  );
}
