import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import type { Visibility } from "#shared/categories.ts";
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

/** The groups that are not public and that a member may see. The cross join keeps SQLite from scanning the groups. */
export function visibleNonPublicGroupsOfMember(userId: string | Placeholder) {
  return orm
    .select(listedColumns)
    .from(groupMembers)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, groupMembers.groupId),
        eq(groupMembers.userId, userId),
        ne(groups.effectiveVisibility, "public"),
        isVisibleToMember,
      ),
    );
}

/**
 * The groups that are not public and that a user may see: `canSee` of `group/policy.ts` for all users but system
 * administrators.
 */
export function visibleNonPublicGroups(userId: string | Placeholder, now: number | Placeholder) {
  const asInvited = orm
    .select(listedColumns)
    .from(invitations)
    .crossJoin(groups)
    .where(
      and(
        eq(groups.id, invitations.groupId),
        eq(invitations.inviteeId, userId),
        isPendingInvitation(now),
        eq(groups.effectiveVisibility, "hidden"),
      ),
    );
  return union(visibleNonPublicGroupsOfMember(userId), asInvited).as("non_public_groups");
}
