import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useMemo } from "react";
import { Link } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { VisibilityChip, JoinModeText, MembershipChip } from "#web/groups/group/group-chips.tsx";
import type { Failures } from "#web/lib/form/use-passing.ts";
import { formatInteger } from "#web/lib/format.ts";
import { SYSTEM_CATEGORY } from "#web/lib/labels.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Sorting, Column } from "#web/ui/table.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

/** What rows offer to users who are not members, and what failed. */
export type Joining = {
  join: (group: Group) => void;
  accept: (group: Group) => void;
  request: (group: Group) => void;
  failures: Failures;
};

type GroupTableProps = {
  groups: readonly Group[];
  pathOf: (groupId: string) => string;
  joining?: Joining | undefined;
  sorting: Sorting;
};

const SYSTEM_ROW = "bg-warn-dim/25";

export function GroupTable({ groups, pathOf, joining, sorting }: GroupTableProps) {
  const columns = useMemo(() => columnsOf(pathOf, joining), [pathOf, joining]);
  return (
    <Table
      isCompact
      hasRowLinks
      sorting={sorting}
      caption={t`Groups`}
      columns={columns}
      rows={groups}
      rowKey={({ id }) => id}
      rowClassName={(group) => (group.effectiveVisibility === "system" ? SYSTEM_ROW : undefined)}
    />
  );
}

function columnsOf(
  pathOf: GroupTableProps["pathOf"],
  joining: Joining | undefined,
): Column<Group>[] {
  return [
    {
      header: msg`Group Name`,
      isRowHeader: true,
      sortKey: "name",
      cell: (group) => (
        <NameCell group={group} path={pathOf(group.id)} failure={joining?.failures[group.id]} />
      ),
    },
    {
      header: msg`Category`,
      cell: ({ category }) => (
        <bdi className="line-clamp-2 wrap-anywhere text-text-2 md:min-w-24">
          {category.name ?? say(SYSTEM_CATEGORY)}
        </bdi>
      ),
    },
    {
      header: msg`Visibility`,
      cell: ({ effectiveVisibility }) => <VisibilityChip visibility={effectiveVisibility} />,
    },
    {
      header: msg`Join Mode`,
      cell: (group) => <JoinModeText joinMode={group.joinMode} enrolment={group.enrolment} />,
    },
    {
      header: msg`Members`,
      align: "end",
      sortKey: "members",
      isLargestFirst: true,
      cell: ({ memberCount }) => <Members count={memberCount} />,
    },
    {
      header: msg`Actions`,
      align: "end",
      cell: (group) => <Actions group={group} path={pathOf(group.id)} joining={joining} />,
    },
  ];
}

type NameCellProps = { group: Group; path: string; failure: string | undefined };

function NameCell({ group, path, failure }: NameCellProps) {
  return (
    <div className="grid min-w-0 flex-1 gap-0.5 py-1">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link to={path} className="min-w-0 py-0.5 font-semibold wrap-anywhere hover:underline">
          <bdi className="line-clamp-2">{group.name}</bdi>
        </Link>
        <MembershipChip group={group} />
      </span>
      {group.description && (
        <bdi className="line-clamp-1 text-start text-sm wrap-anywhere text-text-2">
          {group.description}
        </bdi>
      )}
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}

/** On a phone, rows become cards without column headers, so the number gets a unit. */
function Members({ count }: { count: number }) {
  return (
    <span className="max-md:text-text-2">
      <Trans>
        {ph({ number: formatInteger(count) })}
        <span className="md:hidden">
          {" "}
          <Plural value={count} one="member" other="members" />
        </span>
      </Trans>
    </span>
  );
}

type ActionsProps = { group: Group; path: string; joining: Joining | undefined };

function Actions({ group, path, joining }: ActionsProps) {
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:pt-1.5 md:justify-end">
      {joining && <JoinButton group={group} joining={joining} />}
      <ButtonLink size="sm" variant="ghost" to={path} className="max-sm:flex-1">
        <Trans>
          View Details
          <VisuallyHidden> of {ph({ groupName: group.name })}</VisuallyHidden>
        </Trans>
      </ButtonLink>
    </div>
  );
}

/** The one way into the group that is open to the user. */
function JoinButton({ group, joining }: { group: Group; joining: Joining }) {
  const { name, can, isMember, pendingInvitationId } = group;
  const look = { size: "sm", className: "max-sm:flex-1" } as const;
  if (can.join) {
    return (
      <Button {...look} onClick={() => joining.join(group)}>
        <Trans>
          Quick Join
          <VisuallyHidden> {name}</VisuallyHidden>
        </Trans>
      </Button>
    );
  }
  if (!isMember && pendingInvitationId !== null) {
    return (
      <Button {...look} variant="primary" onClick={() => joining.accept(group)}>
        <Trans>
          Accept<VisuallyHidden> the invitation to {name}</VisuallyHidden>
        </Trans>
      </Button>
    );
  }
  if (!can.request) return null;
  return (
    <Button {...look} onClick={() => joining.request(group)}>
      <Trans>
        Request<VisuallyHidden> to join {name}</VisuallyHidden>
      </Trans>
    </Button>
  );
}
