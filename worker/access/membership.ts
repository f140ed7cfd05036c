import { eq, not } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { existsIn } from "#worker/db/statements.ts";

/** An alias: the condition also stands in statements that read the members of other groups. */
const membership = alias(groupMembers, "membership");

export type Id = string | SQLWrapper | Placeholder;

/** SQL condition: the user is a member of the group. */
export function isMemberOf(groupId: Id, userId: Id): SQL {
  return existsIn(membership, eq(membership.groupId, groupId), eq(membership.userId, userId));
}

/** SQL condition on `groups`: the user is not a member. */
export function isNotMember(userId: Id): SQL {
  return not(isMemberOf(groups.id, userId));
}
