import { useState } from "react";
import { MAX_GRACE_DAYS } from "#shared/requirements/limits.ts";
import { updateMembersSchema } from "#shared/community.ts";
import type { CommunitySettings } from "#shared/community.ts";
import { useAction } from "#web/lib/form/use-action.ts";
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

const CHOICES: readonly RadioCard<"all" | "group">[] = [
  {
    value: "all",
    label: "Everybody with an account",
    hint: "There are no guests: every signed-in user sees every public group.",
  },
  {
    value: "group",
    label: "The members of a group",
    hint: "Its requirements decide, with their preview, grace and held changes. Others are guests: they see only groups that are open to guests, and cannot look up other pilots.",
  },
];

const GROUP_MISSING = "Choose the group whose members belong to the community.";

/** Who belongs to the community, and what choosing it would do. */
export function MembersCard({ settings }: { settings: CommunitySettings }) {
  const { version, members } = settings;
  const [kind, setKind] = useState<"all" | "group">(members ? "group" : "all");
  const [group, setGroup] = useState<ChosenGroup | null>(members);
  const [days, setDays] = useState(String(settings.graceDays));
  const [isTried, setIsTried] = useState(false);
  const update = useAction(updateMembersMutation, "Failed to save the community");

  const groupId = kind === "group" ? (group?.groupId ?? null) : null;
  const graceDays = days.trim() === "" ? Number.NaN : Number(days);
  const checked = check(updateMembersSchema, { groupId, graceDays, version });
  const problems = "problems" in checked ? checked.problems : {};
  const isGroupMissing = kind === "group" && group === null;
  const isUnchanged =
    groupId === (members?.groupId ?? null) && graceDays === settings.graceDays && !isGroupMissing;

  function submit() {
    setIsTried(true);
    if (!("value" in checked) || isGroupMissing) return;
    void update.act(checked.value, {
      onSuccess: () => toast.success("Community updated successfully!"),
    });
  }

  return (
    <Card title="Members and guests">
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Form onSubmit={submit} className="grid content-start gap-5">
          <RadioCards
            legend="Who belongs to the community"
            options={CHOICES}
            value={kind}
            onChange={setKind}
          />
          {kind === "group" && (
            <>
              <GroupChoice
                group={group}
                error={isTried && isGroupMissing ? GROUP_MISSING : undefined}
                onChange={setGroup}
              />
              <TextField
                label="Guests keep their memberships in other groups for"
                hint={`Days of grace, from 0 to ${MAX_GRACE_DAYS}, in groups without requirements of their own.`}
                inputMode="numeric"
                autoComplete="off"
                value={days}
                error={isTried ? problems.graceDays : undefined}
                className="[&_input]:w-20"
                onChange={(event) => setDays(event.target.value)}
              />
            </>
          )}
          {update.failure && <Alert tone="danger">{update.failure}</Alert>}
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            isDisabled={isUnchanged}
            isBusy={update.isPending}
            busyLabel="Saving..."
          >
            Save Members
          </Button>
        </Form>
        {groupId !== null && <MembersPreview groupId={groupId} isSaved={isUnchanged} />}
      </div>
    </Card>
  );
}
