import { useMemo } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { VisibilityChip } from "#web/groups/categories/visibility-chip.tsx";
import { JoinModeText, MembershipChip } from "#web/groups/group/group-chips.tsx";
import type { Failures } from "#web/lib/form/use-failures.ts";
import { formatInteger } from "#web/lib/format.ts";
import { SYSTEM_CATEGORY } from "#web/lib/labels.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

type GroupTableProps = {
  groups: readonly Group[];
  pathOf: (groupId: string) => string;
  /** Adds Quick Join to the rows. */
  joining?: { join: (group: Group) => void; failures: Failures } | undefined;
};

const SYSTEM_ROW = "bg-warn-dim/25";

export function GroupTable({ groups, pathOf, joining }: GroupTableProps) {
  const join = joining?.join;
  const failures = joining?.failures;
  const columns = useMemo(() => columnsOf(pathOf, join, failures), [pathOf, join, failures]);
  return (
    <Table
      isCompact
      caption="Groups"
      columns={columns}
      rows={groups}
      rowKey={({ id }) => id}
      rowClassName={(group) => (group.effectiveVisibility === "system" ? SYSTEM_ROW : undefined)}
    />
  );
}

function columnsOf(
  pathOf: GroupTableProps["pathOf"],
  onJoin: ((group: Group) => void) | undefined,
  failures: Failures | undefined,
): Column<Group>[] {
  return [
    {
      header: "Group Name",
      isRowHeader: true,
      cell: (group) => <NameCell group={group} failure={failures?.[group.id]} />,
    },
    {
      header: "Category",
      cell: ({ category }) => (
        <bdi className="line-clamp-2 wrap-anywhere text-text-2 md:min-w-24">
          {category.name ?? SYSTEM_CATEGORY}
        </bdi>
      ),
    },
    {
      header: "Visibility",
      cell: ({ effectiveVisibility }) => <VisibilityChip visibility={effectiveVisibility} />,
    },
    { header: "Join Mode", cell: ({ joinMode }) => <JoinModeText joinMode={joinMode} /> },
    { header: "Members", align: "end", cell: ({ memberCount }) => <Members count={memberCount} /> },
    {
      header: "Actions",
      align: "end",
      cell: (group) => <Actions group={group} path={pathOf(group.id)} onJoin={onJoin} />,
    },
  ];
}

function NameCell({ group, failure }: { group: Group; failure: string | undefined }) {
  return (
    <div className="grid min-w-0 flex-1 gap-0.5 py-1">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">{group.name}</bdi>
        <MembershipChip group={group} />
      </span>
      {group.description && (
        <bdi className="line-clamp-1 text-left text-sm wrap-anywhere text-text-3">
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
      {formatInteger(count)}
      <span className="md:hidden">{count === 1 ? " member" : " members"}</span>
    </span>
  );
}

type ActionsProps = { group: Group; path: string; onJoin: ((group: Group) => void) | undefined };

function Actions({ group, path, onJoin }: ActionsProps) {
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:pt-1.5 md:justify-end">
      {onJoin && group.can.join && (
        <Button size="sm" variant="primary" className="max-sm:flex-1" onClick={() => onJoin(group)}>
          Quick Join
          <VisuallyHidden> {group.name}</VisuallyHidden>
        </Button>
      )}
      <ButtonLink size="sm" to={path} className="max-sm:flex-1">
        View Details
        <VisuallyHidden> of {group.name}</VisuallyHidden>
      </ButtonLink>
    </div>
  );
}

export function GroupTableSkeleton() {
  return (
    <SkeletonRegion label="Loading groups">
      {["w-40", "w-56", "w-32", "w-48", "w-36", "w-44"].map((width) => (
        <div
          key={width}
          className="grid h-14.5 content-center gap-2 border-b border-line-faint px-4 last:border-b-0"
        >
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="h-3 w-64 max-w-4/5" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
