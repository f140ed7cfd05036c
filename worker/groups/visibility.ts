import { and, eq, ne, not, notExists, or, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import type { Visibility } from "#shared/groups/categories.ts";
import { isListedForGuests } from "#worker/community/guests.ts";
import { groupMembers, groups, invitations } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import { isPendingInvitation } from "./pending.ts";

/** The stricter of two visibilities: a group is never more visible than its category. */
export function strictest(one: SQLWrapper, other: SQLWrapper): SQL<Visibility> {
  return sql`case when 'system' in (${one}, ${other}) then 'system'
    when 'hidden' in (${one}, ${other}) then 'hidden' else 'public' end`;
}

/** SQL condition on `group_members` and `groups`: the member may see the group. */
export const isVisibleToMember = or(
  ne(groups.effectiveVisibility, "system"),
  ne(groupMembers.role, "member"),
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

/** SQL condition on `groups`: hidden. Of the groups with an invitation, those that are visible only because of it. */
export const isHidden = eq(groups.effectiveVisibility, "hidden");

/** SQL condition on `groups`: a guest sees it because of an invitation only. */
export const isHiddenFromGuests = and(
  ne(groups.effectiveVisibility, "system"),
  not(isListedForGuests),
);

/** SQL condition on `groups`: an invitation is the only way for a user to join. */
export const needsInvitation = or(
  isHidden,
  and(eq(groups.effectiveVisibility, "public"), eq(groups.joinMode, "invitation_only")),
);

/** SQL condition on `groups`: the user is not a member. */
export function isNotJoined(userId: string | Placeholder): SQL {
  return notExists(
    orm
      .select({ userId: groupMembers.userId })
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId))),
  );
}

/**
 * The groups that a user is invited to and that meet the condition. The hidden ones and `nonPublicListings`, which has the
 * groups that members see, are together `canSee` of `group/policy.ts`, for all users but system administrators. The cross
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
        isNotJoined(userId),
      ),
    )
    .as("invited_groups");
}
