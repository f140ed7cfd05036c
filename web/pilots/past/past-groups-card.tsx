import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { Link } from "react-router";
import type { GroupRole } from "#shared/groups/groups.ts";
import type { MembershipChange, PastMembership, PilotPast } from "#shared/pilots/past.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { wayInText } from "#web/memberships/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { EveDay } from "#web/ui/time.tsx";

const CHANGES: Record<MembershipChange, Message> = {
  left: msg`Left`,
  removed: msg`Removed`,
  rule: msg`Removed by the requirements`,
  ended: msg`Reached its end`,
  deleted: msg`Group deleted`,
  role: msg`Another role`,
};

const STILL: Record<GroupRole, Message> = {
  owner: msg`Still owner`,
  admin: msg`Still admin`,
  member: msg`Still member`,
};

export default function PastGroupsCard({ past: { groups, now } }: { past: PilotPast }) {
  return (
    <Card
      isFlush
      title={t`Groups: ${ph({ count: groups.length })}`}
      actions={
        <span className="text-sm text-text-2">
          <Trans>{ph({ groups: now.groups })} now</Trans>
        </span>
      }
    >
      {groups.length === 0 ? (
        <EmptyState variant="not-found" title={t`No groups`}>
          {t`The log knows no membership on this day.`}
        </EmptyState>
      ) : (
        <Table
          isWide
          caption={t`Groups on this day`}
          columns={COLUMNS}
          rows={groups}
          rowKey={({ groupId }) => groupId}
        />
      )}
    </Card>
  );
}

const COLUMNS: Column<PastMembership>[] = [
  {
    header: msg`Group`,
    isRowHeader: true,
    cell: ({ groupId, groupName, isDeleted }) =>
      isDeleted ? (
        <bdi className="font-medium wrap-anywhere">{groupName}</bdi>
      ) : (
        <Link to={paths.adminGroup(groupId)} className="font-medium wrap-anywhere hover:underline">
          <bdi>{groupName}</bdi>
        </Link>
      ),
  },
  {
    header: msg`Role`,
    cell: ({ role }) =>
      role === null ? (
        <span className="text-text-2">{t`Not recorded`}</span>
      ) : role === "member" ? (
        <span className="text-text-2">{say(ROLE_LABELS.member)}</span>
      ) : (
        <Chip
          tone={role === "owner" ? "gold" : "signal"}
          icon={role === "owner" ? "crown" : "shield"}
        >
          {say(ROLE_LABELS[role])}
        </Chip>
      ),
  },
  {
    header: msg`Cause`,
    cell: ({ wayIn, since }) => (
      <span className="min-w-0 wrap-anywhere">
        {since === null ? (
          <Sentence isPlain pieces={wayInText(wayIn, false)} />
        ) : (
          <Trans>
            <Sentence isPlain pieces={wayInText(wayIn, false)} />, <EveDay at={since} />
          </Trans>
        )}
      </span>
    ),
  },
  {
    header: msg`Since then`,
    cell: ({ sinceThen, role }) => (
      <span className="text-text-2">
        {sinceThen === null ? (
          role === null ? (
            t`Still there`
          ) : (
            say(STILL[role])
          )
        ) : (
          <Trans>
            {ph({ change: say(CHANGES[sinceThen.kind]) })}, <EveDay at={sinceThen.at} />
          </Trans>
        )}
      </span>
    ),
  },
];
