import { and, eq, ne, notExists, or, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import type { Visibility } from "#shared/groups/categories.ts";
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
  categoryId: groups.categoryId,
  visibility: groups.visibility,
  joinMode: groups.joinMode,
};

/**
 * The hidden groups that a user sees only because of an invitation; `nonPublicListings` has the groups that members see. Together
 * they are `canSee` of `group/policy.ts`, for all users but system administrators. The cross join keeps SQLite from scanning
 * the groups (https://www.sqlite.org/optoverview.html).
 */
export function hiddenGroupsOfInvitations(userId: string | Placeholder, now: number | Placeholder) {
  const membership = orm
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId)));
  return orm
    .select(listedColumns)
    .from(invitations)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, invitations.groupId),
        eq(invitations.inviteeId, userId),
        isPendingInvitation(now),
        eq(groups.effectiveVisibility, "hidden"),
        notExists(membership),
      ),
    )
    .as("invited_groups");
}
