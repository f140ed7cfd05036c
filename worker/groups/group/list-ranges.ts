import { and, eq, exists, sql } from "drizzle-orm";
import type { SQL, Subquery } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { visibilitySchema } from "#shared/groups/categories.ts";
import type { Visibility } from "#shared/groups/categories.ts";
import { joinModeSchema } from "#shared/groups/groups.ts";
import type { GroupQuery, JoinMode } from "#shared/groups/groups.ts";
import {
  groupMembers,
  groups,
  nonPublicCounts,
  nonPublicListings,
} from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import {
  groupsOfInvitations,
  isHidden,
  isNotJoined,
  isVisibleToMember,
  listedColumns,
  needsInvitation,
} from "#worker/groups/visibility.ts";

/** D1 refuses a compound select with more terms. */
const MAX_TERMS = 5;

/** What decides the text of the statements; names and ids are placeholders in it. */
export type Shape = Pick<GroupQuery, "visibility" | "joinMode"> & {
  isAdmin: boolean;
  isMine: boolean;
  isJoinable: boolean;
  isDescending: boolean;
  isOfCategory: boolean;
  isSearched: boolean;
};

type FilteredColumns = Record<"categoryId" | "visibility" | "joinMode", SQLiteColumn>;
export type ListedColumns = FilteredColumns & Record<"id" | "nameFolded", SQLiteColumn>;

/** Part of the groups that the actor may see. */
type Range = { from: (SQLiteTable | Subquery) & ListedColumns; condition: SQL | undefined };

const reader = sql.placeholder("userId");
const now = sql.placeholder("now");
export const invited = groupsOfInvitations(reader, now, isHidden);
export const admitting = groupsOfInvitations(reader, now, needsInvitation);

export const JOINABLE_MODES: JoinMode[] = ["open", "approval"];

export const isOwn = ({ userId }: Record<"userId", SQLiteColumn>) =>
  eq(userId, sql.placeholder("userId"));

/**
 * The groups that the actor may see and the query selects. Each range of `groups` has one visibility and one join mode,
 * so that SQLite merges sorted ranges of an index and stops when the page is full.
 */
export function rangesOf(shape: Shape): Range[] {
  const { isAdmin, visibility } = shape;
  if (shape.isMine) return [filtered(shape, memberships(isAdmin))];
  if (shape.isJoinable) return joinableRanges(shape);
  const joinModes = shape.joinMode ? [shape.joinMode] : joinModeSchema.options;
  const visibilities = visibilitySchema.options.filter((effective) =>
    isAdmin ? isAtLeast(effective, visibility) : effective === "public",
  );
  const ranges = visibilities.flatMap((effective) =>
    joinModes.map((joinMode) =>
      filtered(
        shape,
        groups,
        and(eq(groups.effectiveVisibility, effective), eq(groups.joinMode, joinMode)),
      ),
    ),
  );
  if (isAdmin) {
    // All groups by name: there is an index for that, and none of the ranges would be small.
    return ranges.length > MAX_TERMS ? [filtered(shape, groups)] : ranges;
  }
  const others = [
    filtered(shape, nonPublicListings, and(isOwn(nonPublicListings), hasListings(shape))),
    filtered(shape, invited),
  ];
  // A group that is set to hidden or system is never public, so that range would be read for nothing.
  return visibility === "hidden" || visibility === "system" ? others : [...ranges, ...others];
}

/** The same for system administrators: what they may join besides, a player may not. */
function joinableRanges(shape: Shape): Range[] {
  const ranges = JOINABLE_MODES.filter((mode) => mode === (shape.joinMode ?? mode)).map((mode) =>
    filtered(
      shape,
      groups,
      and(eq(groups.effectiveVisibility, "public"), eq(groups.joinMode, mode), isNotJoined(reader)),
    ),
  );
  return [...ranges, filtered(shape, admitting)];
}

/** Evaluated once per statement: skips the listings of a user if none of them passes the filter. */
function hasListings(shape: Shape): SQL | undefined {
  const isSelected = filters(shape, nonPublicCounts);
  if (isSelected === undefined) return undefined;
  const { userId } = nonPublicCounts;
  return exists(
    orm
      .select({ userId })
      .from(nonPublicCounts)
      .where(and(isOwn(nonPublicCounts), isSelected)),
  );
}

/** A group is at least as strict as its own visibility. */
function isAtLeast(effective: Visibility, own: Visibility | undefined): boolean {
  const { options } = visibilitySchema;
  return own === undefined || options.indexOf(effective) >= options.indexOf(own);
}

function memberships(isAdmin: boolean) {
  return orm
    .select(listedColumns)
    .from(groupMembers)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, groupMembers.groupId),
        eq(groupMembers.userId, sql.placeholder("userId")),
        isAdmin ? undefined : isVisibleToMember,
      ),
    )
    .as("own_groups");
}

function filtered(shape: Shape, from: Range["from"], condition?: SQL): Range {
  return { from, condition: and(condition, filters(shape, from)) };
}

export function filters(
  { visibility, joinMode, isOfCategory }: Shape,
  table: FilteredColumns,
): SQL | undefined {
  return and(
    isOfCategory ? eq(table.categoryId, sql.placeholder("categoryId")) : undefined,
    visibility && eq(table.visibility, visibility),
    joinMode && eq(table.joinMode, joinMode),
  );
}

export function union(ranges: Range[], isListed?: (from: ListedColumns) => SQL): SQL {
  const selects = ranges.map(({ from, condition }) =>
    orm
      .select({ id: from.id, nameFolded: from.nameFolded })
      .from(from)
      .where(and(condition, isListed?.(from)))
      .getSQL(),
  );
  return sql.join(selects, sql` union all `);
}
