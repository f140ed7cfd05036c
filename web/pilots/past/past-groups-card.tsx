import { Link } from "react-router";
import type { MembershipChange, PastMembership, PilotPast } from "#shared/pilots/past.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { wayInText } from "#web/memberships/way-in.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { EveDay } from "#web/ui/time.tsx";

const CHANGES: Record<MembershipChange, string> = {
  left: "Left",
  removed: "Removed",
  rule: "Removed by the requirements",
  ended: "Reached its end",
  deleted: "Group deleted",
  role: "Another role",
};

export default function PastGroupsCard({ past: { groups, now } }: { past: PilotPast }) {
  return (
    <Card
      isFlush
      title={`Groups: ${groups.length}`}
      actions={<span className="text-sm text-text-2">{now.groups} now</span>}
    >
      {groups.length === 0 ? (
        <EmptyState variant="not-found" title="No groups">
          The log knows no membership on this day.
        </EmptyState>
      ) : (
        <Table
          isWide
          caption="Groups on this day"
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
    header: "Group",
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
    header: "Role",
    cell: ({ role }) =>
      role === null ? (
        <span className="text-text-2">Not recorded</span>
      ) : role === "member" ? (
        <span className="text-text-2">{ROLE_LABELS.member}</span>
      ) : (
        <Chip
          tone={role === "owner" ? "gold" : "signal"}
          icon={role === "owner" ? "crown" : "shield"}
        >
          {ROLE_LABELS[role]}
        </Chip>
      ),
  },
  {
    header: "Cause",
    cell: ({ wayIn, since }) => (
      <span className="min-w-0 wrap-anywhere">
        <Sentence isPlain pieces={wayInText(wayIn, false)} />
        {since !== null && (
          <>
            , <EveDay at={since} />
          </>
        )}
      </span>
    ),
  },
  {
    header: "Since then",
    cell: ({ sinceThen, role }) => (
      <span className="text-text-2">
        {sinceThen === null ? (
          `Still ${role === null ? "there" : ROLE_LABELS[role].toLowerCase()}`
        ) : (
          <>
            {CHANGES[sinceThen.kind]}, <EveDay at={sinceThen.at} />
          </>
        )}
      </span>
    ),
  },
];
