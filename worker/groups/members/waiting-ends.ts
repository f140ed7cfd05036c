import { and, eq, gt, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { TOLD_DAYS } from "#shared/groups/ends.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import { hasPendingRequest } from "#worker/access/pending.ts";
import { isVisibleToMember } from "#worker/access/visibility.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { emergencyAccesses, groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { orm, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { endOf } from "#worker/groups/group/policy.ts";

const TOLD_MS = TOLD_DAYS * 24 * 60 * 60 * 1000;
const LISTED = 100;

/** The cross joins keep SQLite from scanning the groups instead of the user's memberships. */
const selectEnding = prepareAtStart(
  {
    groupId: groups.id,
    groupName: groups.name,
    endsAt: groupMembers.endsAt,
    emergencyId: groupMembers.emergencyId,
    enrolment: groupRequirements.enrolment,
    isRequested: sql<number>`${hasPendingRequest(groups.id, groupMembers.userId)}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(groups)
      .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
      .where(
        and(
          eq(groupMembers.userId, sql.placeholder("userId")),
          lt(groupMembers.endsAt, sql.placeholder("endsBefore")),
          eq(groups.id, groupMembers.groupId),
          isVisibleToMember,
        ),
      )
      .orderBy(groupMembers.endsAt)
      .limit(LISTED),
);

export function selectEnds(userId: string, now: number) {
  return selectEnding({ userId, endsBefore: now + TOLD_MS });
}

export function presentEnds(rows: RowOfStatement<typeof selectEnding>[]): Waiting["ends"] {
  return rows.flatMap(({ groupId, groupName, isRequested, ...row }) => {
    const endsAt = endOf(row, row);
    return endsAt === null ? [] : [{ groupId, groupName, endsAt, isRequested: isRequested === 1 }];
  });
}

const holding = alias(groupMembers, "holding");

/** Recent emergency access to groups that the user owns or has the admin role in. */
const selectTaken = prepareAtStart(
  {
    groupId: groups.id,
    groupName: groups.name,
    userId: emergencyAccesses.userId,
    name: characters.name,
    role: emergencyAccesses.role,
    startedAt: emergencyAccesses.startedAt,
    endsAt: emergencyAccesses.endsAt,
    reason: emergencyAccesses.reason,
    heldId: holding.emergencyId,
    id: emergencyAccesses.id,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(emergencyAccesses)
      .crossJoin(groups)
      .innerJoin(users, eq(users.id, emergencyAccesses.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(
        holding,
        and(
          eq(holding.groupId, emergencyAccesses.groupId),
          eq(holding.userId, emergencyAccesses.userId),
        ),
      )
      .where(
        and(
          eq(groupMembers.userId, sql.placeholder("userId")),
          lt(groupMembers.rank, 2),
          eq(emergencyAccesses.groupId, groupMembers.groupId),
          gt(emergencyAccesses.startedAt, sql.placeholder("since")),
          sql`${emergencyAccesses.userId} <> ${groupMembers.userId}`,
          eq(groups.id, groupMembers.groupId),
        ),
      )
      .orderBy(sql`${emergencyAccesses.startedAt} desc`)
      .limit(LISTED),
);

export function selectEmergencies(userId: string, now: number) {
  return selectTaken({ userId, since: now - TOLD_MS });
}

export function presentEmergencies(
  rows: RowOfStatement<typeof selectTaken>[],
): Waiting["emergencies"] {
  return rows.map(({ heldId, id, startedAt, endsAt, ...row }) => ({
    ...row,
    role: row.role === "admin" ? "admin" : "member",
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isActive: heldId === id,
  }));
}
