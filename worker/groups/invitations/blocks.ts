import { and, desc, eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import * as z from "zod/mini";
import type { BlockedGroups } from "#shared/groups/invitations.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { invitationBlocks } from "#worker/db/schema/groups.ts";
import { existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { PAGE_LIMIT, readCursor, toPage } from "#worker/http/page.ts";

type Id = string | SQLWrapper;

/** SQL condition: the user has blocked invitations from the group. */
export function isBlocked(groupId: Id, userId: Id): SQL {
  return existsIn(invitationBlocks, isBlock(groupId, userId));
}

function isBlock(groupId: Id, userId: Id): SQL | undefined {
  return and(eq(invitationBlocks.groupId, groupId), eq(invitationBlocks.userId, userId));
}

/** Blocks the group for the user where `applied` is true. */
export function insertBlock(userId: string, group: { id: string; name: string }, applied: SQL) {
  return insertWhere(
    invitationBlocks,
    { userId, groupId: group.id, groupName: group.name, createdAt: new Date() },
    applied,
  ).onConflictDoNothing();
}

const blockKey = z.tuple([z.int(), z.string()]);

/** Sorts before every block, since the newest come first. */
const START: z.output<typeof blockKey> = [Number.MAX_SAFE_INTEGER, ""];

const selectBlocks = prepare(
  {
    groupId: invitationBlocks.groupId,
    groupName: invitationBlocks.groupName,
    createdAt: invitationBlocks.createdAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(invitationBlocks)
      .where(
        and(
          eq(invitationBlocks.userId, sql.placeholder("userId")),
          sql`(${invitationBlocks.createdAt}, ${invitationBlocks.groupId})
            < (${sql.placeholder("createdAt")}, ${sql.placeholder("groupId")})`,
        ),
      )
      .orderBy(desc(invitationBlocks.createdAt), desc(invitationBlocks.groupId))
      .limit(PAGE_LIMIT),
);

/** The groups whose invitations the actor has blocked, the newest block first. */
export async function listBlocks(
  { db }: Context,
  { userId }: UserActor,
  cursor: string | undefined,
): Promise<BlockedGroups> {
  const [createdAt, groupId] = readCursor(cursor, blockKey) ?? START;
  const found = await run(db, selectBlocks({ userId, createdAt, groupId }));
  const { rows, nextCursor } = toPage(found, (row) => [row.createdAt.getTime(), row.groupId]);
  return {
    items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    nextCursor,
  };
}

/** Lets the group invite the actor again. */
export async function removeBlock(context: Context, { userId }: UserActor, groupId: string) {
  const name = orm
    .select({ name: invitationBlocks.groupName })
    .from(invitationBlocks)
    .where(isBlock(groupId, userId));
  const isRemoved = await recordAndApply(context, {
    kind: "group_unblocked",
    userId,
    actor: { userId },
    detail: sql`json_object('groupName', (${name}))`,
    condition: isBlocked(groupId, userId),
    statements: (applied) => [
      orm.delete(invitationBlocks).where(and(isBlock(groupId, userId), applied)),
    ],
  });
  if (!isRemoved) throw new ApiError("group_not_blocked");
}
