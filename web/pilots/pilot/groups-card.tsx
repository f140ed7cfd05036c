import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { wayInText } from "#web/memberships/words.ts";
import CauseLine from "#web/repairs/cause-line.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { Sentence, VisuallyHidden } from "#web/ui/text.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { EveDay, RelativeTime, TimeLeft } from "#web/ui/time.tsx";
import { Counted } from "./characters-card.tsx";
import { removeFromGroupMutation } from "#web/pilots/queries.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";

type Membership = PilotDetail["groups"][number];
type Props = { pilot: PilotDetail; name: string };

/** The groups of a pilot, each with its cause. */
export function PilotGroupsCard({ pilot, name }: Props) {
  const { groups, requests } = pilot;
  const [leaving, setLeaving] = useState<Membership>();
  const columns = useMemo(() => columnsOf(setLeaving), []);
  return (
    <Card anchor="pilot-groups" isFlush title={<Counted title={t`Groups`} count={groups.length} />}>
      {groups.length === 0 ? (
        <EmptyState variant="not-found" title={t`No groups`}>
          {t`This pilot is not a member of any group.`}
        </EmptyState>
      ) : (
        <Table
          isWide
          isCompact
          caption={t`Groups`}
          columns={columns}
          rows={groups}
          rowKey={({ groupId }) => groupId}
        />
      )}
      {requests.map(({ groupId, groupName, createdAt }) => (
        <p key={groupId} className="border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
          <Trans>
            Waiting: asked to join{" "}
            <Link to={paths.adminGroup(groupId)} className="link">
              <bdi>{groupName}</bdi>
            </Link>{" "}
            <RelativeTime at={createdAt} />
          </Trans>
        </p>
      ))}
      {leaving && (
        <RemoveFromGroupDialog
          membership={leaving}
          userId={pilot.userId}
          name={name}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Card>
  );
}

function columnsOf(onRemove: (membership: Membership) => void): Column<Membership>[] {
  return [
    {
      header: msg`Group`,
      isRowHeader: true,
      cell: ({ groupId, groupName, categoryName }) => (
        <span className="grid min-w-0 py-1 lg:min-w-44">
          <Link
            to={paths.adminGroup(groupId)}
            className="font-medium wrap-anywhere hover:underline"
          >
            <bdi>{groupName}</bdi>
          </Link>
          <bdi className="text-sm wrap-anywhere text-text-2">{categoryName}</bdi>
        </span>
      ),
    },
    { header: msg`Role`, cell: ({ role }) => <Role role={role} /> },
    { header: msg`Cause`, cell: (membership) => <WayIn of={membership} /> },
    {
      header: msg`Actions`,
      isHeaderHidden: true,
      align: "end",
      cell: (membership) => <Action of={membership} onRemove={() => onRemove(membership)} />,
    },
  ];
}

export function Role({ role }: Pick<Membership, "role">) {
  if (role === "member") return <span className="text-text-2">{say(ROLE_LABELS.member)}</span>;
  return (
    <Chip tone={role === "owner" ? "gold" : "signal"} icon={role === "owner" ? "crown" : "shield"}>
      {say(ROLE_LABELS[role])}
    </Chip>
  );
}

function WayIn({ of: { wayIn, since, problem } }: { of: Membership }) {
  return (
    <span className="cell-wide grid min-w-0 py-1 wrap-anywhere">
      {problem?.graceEndsAt != null && !problem.isHeld && (
        <span className="text-warn">
          <Trans>
            In grace: removed in <TimeLeft until={problem.graceEndsAt} />
          </Trans>
        </span>
      )}
      <span>
        <Trans>
          <Sentence isPlain pieces={wayInText(wayIn, false)} />, <EveDay at={since} />
        </Trans>
      </span>
      {problem && (
        <span className="text-sm text-text-2">
          <CauseLine causes={problem.causes} viewpoint="other" />
        </span>
      )}
    </span>
  );
}

function Action({ of, onRemove }: { of: Membership; onRemove: () => void }) {
  if (of.role === "owner") return <span className="text-sm text-text-2">{t`Transfer first`}</span>;
  if (of.rule?.enrolment === "automatic") {
    return <span className="text-sm text-text-2">{t`By rule`}</span>;
  }
  return (
    <Button size="sm" variant="ghost" onClick={onRemove}>
      <Trans>
        Remove<VisuallyHidden> from {ph({ groupName: of.groupName })}</VisuallyHidden>
      </Trans>
    </Button>
  );
}

type RemoveFromGroupDialogProps = {
  membership: Membership;
  userId: string;
  name: string;
  onClose: () => void;
};

function RemoveFromGroupDialog(props: RemoveFromGroupDialogProps) {
  const { userId, name, onClose } = props;
  const { groupId, groupName } = props.membership;
  const dialog = useConfirmedChange(
    removeFromGroupMutation,
    { id: groupId, userId },
    { done: t`${name} is no longer in ${groupName}`, failed: t`Failed to remove`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove ${name} from ${groupName}?`}
      description={t`The membership ends now. The pilot can join again as the group allows.`}
      confirmLabel={t({ context: "member", message: "Remove" })}
      busyLabel={t({ context: "member", message: "Removing..." })}
    />
  );
}
