import { isNotNull, not, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { community } from "#worker/db/schema/installation.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import { isMemberOf } from "./membership.ts";
import type { Id } from "./membership.ts";

/** SQL condition: the user is no member of the group that decides who belongs to the community. Without one, nobody is a guest. */
export function isGuest(userId: Id): SQL {
  const isMember = isMemberOf(community.memberGroupId, userId);
  return existsIn(community, isNotNull(community.memberGroupId), not(isMember));
}

// A literal, so that SQLite can use the partial index.
/** SQL condition on `groups`: guests see the group. */
export const isOpenToGuests = sql`${groups.isOpenToGuests} = 1`;

/** SQL condition on `groups`: a guest sees it without a membership or an invitation. */
export const isListedForGuests = sql`${isOpenToGuests} and ${groups.effectiveVisibility} = 'public'`;

/** SQL expression: the group that decides who belongs to the community; null while there are no guests. Read once per statement. */
export const memberGroupId = sql<
  string | null
>`(select ${community.memberGroupId} from ${community})`;

/** The group that the members of a group must be members of; null where guests may be members. */
export function requiredGroupOf(group: {
  isOpenToGuests: boolean;
  memberGroupId: string | null;
}): string | null {
  return group.isOpenToGuests ? null : group.memberGroupId;
}

/** Who belongs to the community. No row while there are no guests. */
export const selectMembership = prepare(
  { groupId: sql<string>`${community.memberGroupId}`, graceDays: community.graceDays },
  (fields) => orm.select(fields).from(community).where(isNotNull(community.memberGroupId)),
);

/**
 * SQL condition: the user is in the group whose members keep the watchlist, and no guest, because guests look up no other pilots.
 * System administrators keep it without that.
 */
export function isInKeepersGroup(userId: SQLWrapper | Placeholder): SQL {
  return sql`(exists (select 1 from ${community} cross join ${groupMembers}
    on ${groupMembers.groupId} = ${community.watchKeepersId} and ${groupMembers.userId} = ${userId})
    and not ${isGuest(userId)})`;
}
