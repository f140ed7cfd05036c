import { and, eq, inArray, sql } from "drizzle-orm";
import type { SQL, Subquery } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { EFFECTIVE_VISIBILITIES } from "#shared/groups/categories.ts";
import type { EffectiveVisibility, Visibility } from "#shared/groups/categories.ts";
import { once } from "#shared/once.ts";
import { joinModeSchema } from "#shared/groups/groups.ts";
import type { GroupQuery, JoinMode } from "#shared/groups/groups.ts";
import { isListedForGuests, isOpenToGuests } from "#worker/access/guests.ts";
import { isNotMember } from "#worker/access/membership.ts";
import { nonPublicCounts, nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { existsIn, orm } from "#worker/db/statements.ts";
import {
  groupsOfInvitations,
  groupsOfQualifications,
  isHiddenFrom,
  isHiddenFromGuest,
  isVisibleToMember,
  listedColumns,
  needsInvitation,
} from "#worker/access/visibility.ts";

/** D1 refuses a compound select with more terms. */
const MAX_TERMS = 5;

/** What decides the text of the statements; names and ids are placeholders in it. */
export type GroupListShape = Pick<GroupQuery, "visibility" | "joinMode"> & {
  isAdmin: boolean;
  isGuest: boolean;
  isMine: boolean;
  isJoinable: boolean;
  isByMembers: boolean;
  isDescending: boolean;
  isOfCategory: boolean;
  isSearched: boolean;
};

type FilteredColumns = Record<"categoryId" | "visibility" | "joinMode", SQLiteColumn>;
type ListedColumns = FilteredColumns & Record<"id" | "nameFolded", SQLiteColumn>;

/** Part of the groups that the actor may see. */
type Range = {
  from: (SQLiteTable | Subquery) & ListedColumns & { memberRank?: SQLiteColumn };
  condition: SQL | undefined;
};

export const JOINABLE_MODES: JoinMode[] = ["open", "approval"];

const reader = sql.placeholder("userId");
const now = sql.placeholder("now");
export const invited = once(() => groupsOfInvitations(reader, now, isHiddenFrom(reader)));
export const admitting = once(() => groupsOfInvitations(reader, now, needsInvitation(reader)));
const admittingGuests = once(() =>
  groupsOfInvitations(reader, now, and(needsInvitation(reader), isOpenToGuests)),
);
const invitedGuests = once(() => groupsOfInvitations(reader, now, isHiddenFromGuest(reader)));
export const joinableQualified = once(() =>
  groupsOfQualifications(reader, inArray(groups.joinMode, JOINABLE_MODES)),
);
const qualifiedGuests = once(() => groupsOfQualifications(reader, isOpenToGuests));
const joinableGuests = once(() =>
  groupsOfQualifications(reader, and(isOpenToGuests, inArray(groups.joinMode, JOINABLE_MODES))),
);

export const isOwn = ({ userId }: Record<"userId", SQLiteColumn>) =>
  eq(userId, sql.placeholder("userId"));

/**
 * The groups that the actor may see and the query selects. Each range of `groups` has one visibility and one join mode,
 * so that SQLite merges sorted ranges of an index and stops when the page is full.
 */
export function rangesOf(shape: GroupListShape): Range[] {
  const { isAdmin, visibility } = shape;
  if (shape.isMine) return [filtered(shape, memberships(isAdmin))];
  if (shape.isGuest) return guestRanges(shape);
  if (shape.isJoinable) return joinableRanges(shape);
  const joinModes = shape.joinMode ? [shape.joinMode] : joinModeSchema.options;
  const visibilities = EFFECTIVE_VISIBILITIES.filter((effective) =>
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
  const listings = shape.isByMembers
    ? { from: listedGroups(shape), condition: undefined }
    : filtered(shape, nonPublicListings, and(isOwn(nonPublicListings), hasListings(shape)));
  const others = [listings, filtered(shape, invited())];
  // A group that is set to hidden or system is never public, so that range would be read for nothing.
  return visibility === "hidden" || visibility === "system" ? others : [...ranges, ...others];
}

/** Few groups are open to guests, so their lists are read whole. */
function guestRanges(shape: GroupListShape): Range[] {
  const listed = and(isListedForGuests, isNotMember(reader));
  if (shape.isJoinable) {
    const open = filtered(shape, groups, and(listed, inArray(groups.joinMode, JOINABLE_MODES)));
    return [open, filtered(shape, joinableGuests()), filtered(shape, admittingGuests())];
  }
  return [
    filtered(shape, groups, listed),
    filtered(shape, memberships(false)),
    filtered(shape, qualifiedGuests()),
    filtered(shape, invitedGuests()),
  ];
}

/** System administrators get what a player may join: what they may join besides is no suggestion. */
function joinableRanges(shape: GroupListShape): Range[] {
  const ranges = JOINABLE_MODES.filter((mode) => mode === (shape.joinMode ?? mode)).map((mode) =>
    filtered(
      shape,
      groups,
      and(eq(groups.effectiveVisibility, "public"), eq(groups.joinMode, mode), isNotMember(reader)),
    ),
  );
  return [...ranges, filtered(shape, joinableQualified()), filtered(shape, admitting())];
}

/** Evaluated once per statement: skips the listings of a user if none of them passes the filter. */
function hasListings(shape: GroupListShape): SQL | undefined {
  const isSelected = filters(shape, nonPublicCounts);
  if (isSelected === undefined) return undefined;
  return existsIn(nonPublicCounts, isOwn(nonPublicCounts), isSelected);
}

/** A group is at least as strict as its own visibility. */
function isAtLeast(effective: EffectiveVisibility, own: Visibility | undefined): boolean {
  const strictness = (visibility: EffectiveVisibility) =>
    EFFECTIVE_VISIBILITIES.indexOf(visibility);
  return own === undefined || strictness(effective) >= strictness(own);
}

/**
 * The groups of the listings. A listing has no number of members: it would be written again for each member whenever one
 * joins. So a list by members reads all groups of the reader that are not public, as it does for Mine.
 */
function listedGroups(shape: GroupListShape) {
  // First: with the cross joins, a reader without such listings reads none of them.
  const selected = orm
    .select({ userId: nonPublicCounts.userId })
    .from(nonPublicCounts)
    .where(and(isOwn(nonPublicCounts), filters(shape, nonPublicCounts)))
    .limit(1)
    .as("selected");
  return orm
    .select(listedColumns)
    .from(selected)
    .crossJoin(nonPublicListings)
    .crossJoin(groups)
    .where(
      and(
        isOwn(nonPublicListings),
        filters(shape, nonPublicListings),
        eq(groups.id, nonPublicListings.id),
      ),
    )
    .as("listed_groups");
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

function filtered(shape: GroupListShape, from: Range["from"], condition?: SQL): Range {
  return { from, condition: and(condition, filters(shape, from)) };
}

export function filters(
  { visibility, joinMode, isOfCategory }: GroupListShape,
  table: FilteredColumns,
): SQL | undefined {
  return and(
    isOfCategory ? eq(table.categoryId, sql.placeholder("categoryId")) : undefined,
    visibility && eq(table.visibility, visibility),
    joinMode && eq(table.joinMode, joinMode),
  );
}

/** Selects the columns that the list is sorted by; `isListed` takes them in this order. */
export function union(
  { isByMembers }: GroupListShape,
  ranges: Range[],
  isListed?: (key: SQLiteColumn[]) => SQL,
): SQL {
  const selects = ranges.map(({ from, condition }) => {
    const { memberRank, nameFolded, id } = from;
    const key = { ...(isByMembers && memberRank && { memberRank }), nameFolded, id };
    return orm
      .select(key)
      .from(from)
      .where(and(condition, isListed?.(Object.values(key))))
      .getSQL();
  });
  return sql.join(selects, sql` union all `);
}
