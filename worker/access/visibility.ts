import { and, eq, inArray, ne, not, or, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { EffectiveVisibility, Visibility } from "#shared/groups/categories.ts";
import { isGuest as isGuestOf, isListedForGuests, isOpenToGuests } from "./guests.ts";
import { isNotMember } from "./membership.ts";
import type { Id } from "./membership.ts";
import { groupMembers, groups, invitations } from "#worker/db/schema/groups.ts";
import { groupQualifications, groupRequirements } from "#worker/db/schema/requirements.ts";
import { existsIn, orm } from "#worker/db/statements.ts";
import { hasPendingInvitation, isPendingInvitation } from "./pending.ts";

/** From the most visible on. */
const VISIBILITIES = ["public", "hidden", "system"] as const satisfies Visibility[];

export function isMoreVisible(before: Visibility, after: Visibility): boolean {
  return VISIBILITIES.indexOf(after) < VISIBILITIES.indexOf(before);
}

/** The stricter of two visibilities: a group is never more visible than its category. */
export function strictest(one: SQLWrapper, other: SQLWrapper): SQL<Visibility> {
  return sql`case when 'system' in (${one}, ${other}) then 'system'
    when 'hidden' in (${one}, ${other}) then 'hidden' else 'public' end`;
}

const ownRule = alias(groupRequirements, "own_rule");

/** As `strictest`, for the row of `groups` that is updated: its requirements may restrict who finds it. */
export function effectiveOf(one: SQLWrapper, other: SQLWrapper): SQL<EffectiveVisibility> {
  const isRestricted = existsIn(
    ownRule,
    eq(ownRule.groupId, groups.id),
    eq(ownRule.listing, "qualified"),
  );
  return sql`case ${strictest(one, other)} when 'public' then iif(${isRestricted}, 'qualified', 'public')
    else ${strictest(one, other)} end`;
}

/** SQL condition on `groups`: the user met the requirements when this was last known, and they decide who finds the group. */
export function isQualified(userId: string | Placeholder | SQLWrapper): SQL {
  return existsIn(
    groupQualifications,
    eq(groupQualifications.groupId, groups.id),
    eq(groupQualifications.userId, userId),
  );
}

/** SQL condition on `groups`: the user needs no membership and no invitation to see it. `isGuest`: 0 or 1. */
export function isShownTo(userId: Placeholder, isGuest: Placeholder) {
  const isFound = or(
    eq(groups.effectiveVisibility, "public"),
    and(eq(groups.effectiveVisibility, "qualified"), isQualified(userId)),
  );
  return and(isFound, or(sql`${isGuest} = 0`, isOpenToGuests));
}

type Reader = {
  userId: Id;
  /** The role of the reader in the group; null for none. */
  role: SQLWrapper;
  now?: number | SQLWrapper | Placeholder;
  isGuest?: SQL;
};

/** SQL condition on `groups`, 0 or 1: the reader, who is no system administrator, sees the group. As `canSee` of `worker/groups/group/policy.ts`. */
export function isSeenBy({
  userId,
  role,
  now = sql.placeholder("now"),
  isGuest = isGuestOf(userId),
}: Reader): SQL<number> {
  const isInvited = hasPendingInvitation(groups.id, userId, now);
  return sql<number>`coalesce(case ${groups.effectiveVisibility}
    when 'public' then ${isOpenToGuests} or ${role} is not null or ${isInvited} or not ${isGuest}
    when 'qualified' then ${role} is not null or ${isInvited}
      or ${isQualified(userId)} and (${isOpenToGuests} or not ${isGuest})
    when 'hidden' then ${role} is not null or ${isInvited}
    else ${role} <> 'member' end, false)`;
}

/** SQL condition on `group_members` and `groups`: the member may see the group. */
export const isVisibleToMember = or(
  ne(groups.effectiveVisibility, "system"),
  ne(groupMembers.role, "member"),
);

/** SQL condition on `groups`: the user `userId` is a member, and sees the group. */
export const isMemberWhoSees = existsIn(
  groupMembers,
  eq(groupMembers.groupId, groups.id),
  eq(groupMembers.userId, sql.placeholder("userId")),
  isVisibleToMember,
);

/** What lists of groups are sorted and filtered by. */
export const listedColumns = {
  id: groups.id,
  nameFolded: groups.nameFolded,
  memberRank: groups.memberRank,
  categoryId: groups.categoryId,
  visibility: groups.visibility,
  joinMode: groups.joinMode,
};

/** SQL condition on `groups`: only members and invited users see it. Of the groups with an invitation, those that are visible only because of it. */
export function isHiddenFrom(userId: string | Placeholder): SQL {
  return sql`(${groups.effectiveVisibility} = 'hidden'
    or ${groups.effectiveVisibility} = 'qualified' and not ${isQualified(userId)})`;
}

/** SQL condition on `groups`: a guest sees it because of an invitation only. */
export function isHiddenFromGuest(userId: string | Placeholder) {
  return and(
    ne(groups.effectiveVisibility, "system"),
    not(isListedForGuests),
    or(not(isOpenToGuests), isHiddenFrom(userId)),
  );
}

/** SQL condition on `groups`: an invitation is the only way for a user to join. */
export function needsInvitation(userId: string | Placeholder) {
  return or(
    isHiddenFrom(userId),
    and(
      inArray(groups.effectiveVisibility, ["public", "qualified"]),
      eq(groups.joinMode, "invitation_only"),
    ),
  );
}

/** The groups that a user sees because of their requirements, without a membership. */
export function groupsOfQualifications(userId: string | Placeholder, condition?: SQL) {
  return orm
    .select(listedColumns)
    .from(groupQualifications)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, groupQualifications.groupId),
        eq(groupQualifications.userId, userId),
        eq(groups.effectiveVisibility, "qualified"),
        condition,
        isNotMember(userId),
      ),
    )
    .as("qualified_groups");
}

/**
 * The groups that a user is invited to and that meet the condition. The hidden ones and `nonPublicListings`, which has the
 * groups that users see as members or because of their requirements, are together `canSee` of `group/policy.ts`, for all users but system administrators. The cross
 * join keeps SQLite from scanning the groups (https://www.sqlite.org/optoverview.html).
 */
export function groupsOfInvitations(
  userId: string | Placeholder,
  now: number | Placeholder,
  condition: SQL | undefined,
) {
  return orm
    .select(listedColumns)
    .from(invitations)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, invitations.groupId),
        eq(invitations.inviteeId, userId),
        isPendingInvitation(now),
        condition,
        isNotMember(userId),
      ),
    )
    .as("invited_groups");
}
