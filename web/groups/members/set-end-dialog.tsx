import { Trans, plural, t } from "#web/language/macros.ts";
import { MAX_MEMBERSHIP_DAYS, MAX_ENDS_AT_ONCE } from "#shared/groups/ends.ts";
import type { SetEnds } from "#shared/groups/ends.ts";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { DAY_MS } from "#shared/time.ts";
import { readWhole } from "#web/lib/form/typed-number.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { userName } from "#web/lib/labels.ts";
import { serverNow } from "#web/lib/clock.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import { EveDay } from "#web/ui/time.tsx";
import { mutationOptions } from "@tanstack/react-query";
import { groupMutationDefaults } from "#web/memberships/cache.ts";
import { api, body } from "#web/lib/api/api.ts";
import { inParts } from "#web/lib/api/in-parts.ts";

/** Returns how many members have another end. */
const setEndsMutation = mutationOptions({
  mutationFn: async ({ groupId, userIds, end }: SetEnds & { groupId: string }) => {
    let changed = 0;
    const ends = api.groups[":id"].members.ends;
    const set = (part: string[]) =>
      body(ends.$put({ param: { id: groupId }, json: { userIds: part, end } }));
    for await (const answer of inParts(userIds, MAX_ENDS_AT_ONCE, set)) changed += answer.changed;
    return changed;
  },
  ...groupMutationDefaults(),
});

const USUAL_DAYS = "30";

type Kind = SetEnds["end"]["kind"];
type Input = { kind: Kind; days: string };
type SetEndDialogProps = { group: Group; members: readonly GroupMember[]; onClose: () => void };

/** Gives one or several members another end, and says beforehand how many members it concerns. */
export default function SetEndDialog({ group, members, onClose }: SetEndDialogProps) {
  const [first] = members;
  const ending = members.filter(({ endsAt }) => endsAt !== null);
  const { input, problems, set, dialog } = useForm({
    initial: {
      kind: ending.length > 0 ? "extend" : "days",
      days: String(group.membershipDays ?? USUAL_DAYS),
    },
    validate: ({ kind, days: typed }: Input) => {
      const days = readWhole(typed, MAX_MEMBERSHIP_DAYS);
      if (kind !== "none" && days === undefined) {
        return { problems: { days: t`Enter a whole number from 1 to ${MAX_MEMBERSHIP_DAYS}` } };
      }
      const userIds = (kind === "days" ? members : ending).map(({ userId }) => userId);
      const end = kind === "none" ? { kind } : { kind, days: days ?? 1 };
      return userIds.length === 0
        ? { problems: {} }
        : { value: { groupId: group.id, userIds, end } };
    },
    mutation: setEndsMutation,
    failed: t`Failed to set the end`,
    onDone: (changed) => {
      toast.success(
        changed === 1
          ? t`The end of the membership was changed`
          : plural(changed, { one: "# membership changed", other: "# memberships changed" }),
      );
      onClose();
    },
  });
  const { kind } = input;
  const days = readWhole(input.days, MAX_MEMBERSHIP_DAYS);
  const name = userName(first?.mainCharacterName);
  const concerned = kind === "days" ? members : ending;

  return (
    <ConfirmDialog
      {...dialog}
      title={members.length === 1 ? t`End of the membership` : t`Ends of memberships`}
      description={
        members.length === 1 ? (
          <>
            {first?.endsAt == null ? (
              <Trans>
                <bdi>{name}</bdi> has no end.
              </Trans>
            ) : (
              <Trans>
                <bdi>{name}</bdi> is a member until <EveDay at={first.endsAt} />.
              </Trans>
            )}
          </>
        ) : (
          t`${plural({ selectedCount: members.length }, { one: "# member selected", other: "# members selected" })}, ${plural({ endingCount: ending.length }, { one: "# with an end.", other: "# with an end." })}`
        )
      }
      confirmLabel={
        members.length === 1
          ? t`Save`
          : plural(
              { count: concerned.length },
              { one: "Change # membership", other: "Change # memberships" },
            )
      }
      busyLabel={t`Saving...`}
      onClose={onClose}
    >
      {group.joinMode === "open" && (
        <p className="text-sm text-text-2">
          {group.membershipDays === null
            ? t`This end date is for this membership only. A member who leaves and joins again gets the group’s default: no end.`
            : t`This end date is for this membership only. A member who leaves and joins again gets the group’s default.`}
        </p>
      )}
      <RadioCards
        legend={t`What changes`}
        value={kind}
        onChange={(next) => set({ kind: next })}
        options={[
          {
            value: "extend",
            label: t`Extend`,
            hint: t`Later than the present end. Members without an end stay as they are.`,
            isDisabled: ending.length === 0,
          },
          { value: "days", label: t`From today`, hint: t`The same end for all selected members.` },
          {
            value: "none",
            label: t`No end`,
            hint: t`The membership lasts until a leader removes the member.`,
            isDisabled: ending.length === 0,
          },
        ]}
      />
      {kind !== "none" && (
        <TextField
          label={t`Days`}
          inputMode="numeric"
          autoComplete="off"
          value={input.days}
          hint={days === undefined ? undefined : hintOf(kind, days, members)}
          error={problems.days}
          onChange={({ target: { value } }) => set({ days: value })}
        />
      )}
    </ConfirmDialog>
  );
}

function hintOf(kind: Kind, days: number, members: readonly GroupMember[]) {
  const [first] = members;
  if (kind === "days") return untilText(serverNow() + days * DAY_MS);
  if (members.length > 1 || first?.endsAt == null) return undefined;
  return untilText(Math.max(Date.parse(first.endsAt), serverNow()) + days * DAY_MS);
}

function untilText(end: number) {
  return (
    <Trans>
      Until <EveDay at={new Date(end).toISOString()} />
    </Trans>
  );
}
