import { and, desc, eq, exists, inArray, isNotNull, min, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { recordForEach } from "#worker/audit/record-many.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { MergeRow } from "./store.ts";

const other = alias(groupMembers, "other");

/** Inserts, changes roles, then deletes: triggers keep counters and listings, and refuse to delete an owner's membership. */
export function moveMemberships(
  context: Context,
  { intoId, fromId }: MergeRow,
  ownedGroupIds: string[],
): Statement[] {
  const isOwned = sql`${groupMembers.groupId} in (select value from json_each(${JSON.stringify(ownedGroupIds)}))`;
  const isOf = (userId: string) => eq(groupMembers.userId, userId);
  const isSameGroup = eq(other.groupId, groupMembers.groupId);
  const alsoOf = (userId: string, condition?: SQL) =>
    exists(
      orm
        .select()
        .from(other)
        .where(and(isSameGroup, eq(other.userId, userId), condition)),
    );
  const earliest = orm
    .select({ joinedAt: min(other.joinedAt) })
    .from(other)
    .where(and(isSameGroup, inArray(other.userId, [intoId, fromId])));
  const isEmergency = sql`${groupMembers.userId} in (${intoId}, ${fromId}) and ${isNotNull(groupMembers.emergencyId)}`;
  // The latest of two ends, and none if one has none.
  const latest = (column: typeof other.endsAt | typeof other.endDueAt) =>
    sql`(${orm
      .select({ end: column })
      .from(other)
      .where(and(isSameGroup, inArray(other.userId, [intoId, fromId])))
      .orderBy(sql`${other.endsAt} is not null`, desc(other.endsAt))
      .limit(1)})`;
  return [
    recordForEach(
      context,
      {
        kind: "member_left",
        actor: "subject",
        groupId: groupMembers.groupId,
        subjectId: groupMembers.userId,
      },
      sql`${groupMembers}`,
      isEmergency,
    ),
    orm.delete(groupMembers).where(isEmergency),
    recordForEach(
      context,
      {
        kind: "member_left",
        actor: { userId: fromId },
        groupId: groupMembers.groupId,
        subjectId: groupMembers.userId,
      },
      sql`${groupMembers}`,
      sql`${and(isOf(fromId), alsoOf(intoId))}`,
    ),
    orm
      .update(groupMembers)
      .set({
        joinedAt: sql`${earliest}`,
        endsAt: latest(other.endsAt),
        endDueAt: latest(other.endDueAt),
      })
      .where(and(isOf(intoId), alsoOf(fromId))),
    insertWhere(
      groupMembers,
      {
        groupId: sql`${other.groupId}`,
        userId: intoId,
        role: "member",
        joinedAt: sql`${other.joinedAt}`,
        endsAt: sql`${other.endsAt}`,
        endDueAt: sql`${other.endDueAt}`,
      },
      eq(other.userId, fromId),
      sql`${groupMembers} as ${other}`,
    ).onConflictDoNothing(),
    orm
      .update(groupMembers)
      .set({ role: "admin" })
      .where(
        and(isOf(intoId), eq(groupMembers.role, "member"), alsoOf(fromId, eq(other.role, "admin"))),
      ),
    // Demote before promoting: a unique index refuses a second owner.
    orm
      .update(groupMembers)
      .set({ role: "admin" })
      .where(and(isOf(fromId), isOwned)),
    orm
      .update(groupMembers)
      .set({ role: "owner", endsAt: null, endDueAt: null })
      .where(and(isOf(intoId), isOwned)),
    orm.delete(groupMembers).where(isOf(fromId)),
  ];
}
