import { and, asc, eq, gt, sql } from "drizzle-orm";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isPendingRequest } from "#worker/groups/pending.ts";

const groupId = sql.placeholder("groupId");

/** Users in the order of their ids, with what ties them to the group. */
export const selectPreviewed = prepare(
  {
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: characters.name,
    isMember: sql<number>`${groupMembers.userId} is not null`,
    hasRequested: sql<number>`${joinRequests.id} is not null`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(users)
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(
        groupMembers,
        and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, users.id)),
      )
      .leftJoin(
        joinRequests,
        and(eq(joinRequests.groupId, groupId), eq(joinRequests.userId, users.id), isPendingRequest),
      )
      .where(gt(users.id, sql.placeholder("after")))
      .orderBy(asc(users.id))
      .limit(sql.placeholder("limit")),
);
export type PreviewedRow = RowOfStatement<typeof selectPreviewed>;

/** All users, for the first slice only: SQLite counts the entries of an index. */
export const selectUserCount = prepare(
  { count: sql<number>`count(*)` },
  (fields) => sql`select ${columns(fields)} from ${users} where ${sql.placeholder("isFirst")} = 1`,
);
