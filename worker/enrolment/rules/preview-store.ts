import { and, asc, desc, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isPendingRequest } from "#worker/access/pending.ts";

const groupId = sql.placeholder("groupId");

const isOfGroup = and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, users.id));
const hasAsked = and(
  eq(joinRequests.groupId, groupId),
  eq(joinRequests.userId, users.id),
  isPendingRequest,
);

/** A user, with what ties them to the group. */
const previewed = {
  userId: users.id,
  mainCharacterId: users.mainCharacterId,
  mainCharacterName: characters.name,
  isMember: sql<number>`${groupMembers.userId} is not null`,
  hasRequested: sql<number>`${joinRequests.id} is not null`,
};

/** Users in the order of their ids. */
export const selectPreviewed = prepare(previewed, (fields) =>
  orm
    .select(fields)
    .from(users)
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .leftJoin(groupMembers, isOfGroup)
    .leftJoin(joinRequests, hasAsked)
    .where(gt(users.id, sql.placeholder("after")))
    .orderBy(asc(users.id))
    .limit(sql.placeholder("limit")),
);
export type PreviewedRow = RowOfStatement<typeof selectPreviewed>;

const own = alias(characters, "own");

/**
 * The user with a character of this name: a main before an alt. Owners (`isAdmin` 0) find the mains of members and applicants
 * only: whose alt a character is, and what a rule makes of strangers, is not theirs to know.
 */
export const selectByCharacter = prepare(previewed, (fields) =>
  orm
    .select(fields)
    .from(own)
    .crossJoin(users)
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .leftJoin(groupMembers, isOfGroup)
    .leftJoin(joinRequests, hasAsked)
    .where(
      and(
        eq(own.nameFolded, sql.placeholder("nameFolded")),
        eq(users.id, own.userId),
        or(
          sql`${sql.placeholder("isAdmin")} = 1`,
          and(
            eq(users.mainCharacterId, own.id),
            or(isNotNull(groupMembers.userId), isNotNull(joinRequests.id)),
          ),
        ),
      ),
    )
    .orderBy(desc(sql`${own.id} is ${users.mainCharacterId}`), own.id)
    .limit(1),
);

/** All users, for the first slice only: SQLite counts the entries of an index. */
export const selectUserCount = prepare(
  { count: sql<number>`count(*)` },
  (fields) => sql`select ${columns(fields)} from ${users} where ${sql.placeholder("isFirst")} = 1`,
);
