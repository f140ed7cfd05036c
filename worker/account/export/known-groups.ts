import { and, eq, exists, ne, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import { hasPendingInvitation } from "#worker/access/pending.ts";
import { isQualified } from "#worker/access/visibility.ts";
import { nowFor } from "./list.ts";
import type { UserId } from "./list.ts";

// An alias: these conditions are read inside statements that read the memberships.
const own = alias(groupMembers, "own");

/** SQL condition on `groups`. */
function isMember(userId: UserId, condition?: SQL): SQL {
  return exists(
    orm
      .select()
      .from(own)
      .where(and(eq(own.groupId, groups.id), eq(own.userId, userId), condition)),
  );
}

/** SQL condition: the user may know of the group. A system group is invisible to its members (spec §6). */
export function isKnown(groupId: SQLiteColumn, userId: UserId): SQL {
  const isShown = or(
    ne(groups.effectiveVisibility, "system"),
    isMember(userId, ne(own.role, "member")),
  );
  return exists(
    orm
      .select()
      .from(groups)
      .where(and(eq(groups.id, groupId), isShown)),
  );
}

/** SQL expression: the present name of a group that the user sees, else null. */
export function groupName(groupId: SQLiteColumn, userId: UserId) {
  const isShown = or(
    eq(groups.effectiveVisibility, "public"),
    isQualified(userId),
    isMember(userId),
    hasPendingInvitation(groups.id, userId, nowFor(userId)),
  );
  const name = orm
    .select({ name: groups.name })
    .from(groups)
    .where(and(eq(groups.id, groupId), isShown));
  return sql<string | null>`${name}`;
}
