import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { HoldLimit } from "#shared/requirements/held.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { lastWayIn, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { idsIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { holdAsked } from "#worker/enrolment/held/asked.ts";
import type { Context } from "#worker/env.ts";
import { invitationFields } from "#worker/groups/invitations/many.ts";
import { guardGroup, isRemovableOf } from "#worker/groups/members/many.ts";
import type { Besides } from "#worker/groups/members/many.ts";
import type { Many, OnMembers } from "#worker/groups/members/policy.ts";

const groupId = sql`${sql.placeholder("groupId")}`;
const host = alias(users, "host");
const hostMain = alias(characters, "host_main");

export type CandidateRow = RowOfStatement<typeof selectCandidates>;

/** Users by name, with what decides whether they can be invited, added or removed. */
export const selectCandidates = prepare(
  () => ({
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: characters.name,
    suspendedUntil: users.suspendedUntil,
    role: groupMembers.role,
    joinedAt: groupMembers.joinedAt,
    wayIn: wayInKind,
    byId: host.id,
    byName: hostMain.name,
    ...invitationFields(groupId, sql`${sql.placeholder("now")}`),
  }),
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
        auditEvents,
        sql`${groupMembers.userId} is not null
          and ${auditEvents.id} = ${lastWayIn({ groupId, userId: users.id })}`,
      )
      .leftJoin(host, sql`${host.id} = ${letInBy}`)
      .leftJoin(hostMain, eq(hostMain.id, host.mainCharacterId))
      .where(sql`${users.id} in (select value from json_each(${sql.placeholder("userIds")}))`)
      .orderBy(characters.nameFolded, users.id),
);

/** Holds removals until a person decides. Throws `GuardFailed` if one of the users cannot be removed by now. */
export async function holdRemovals(
  context: Context,
  { by: actor, of: { group, userIds } }: OnMembers<"removeMany", Many>,
  { limit, statements: besides = [], reason }: { limit: HoldLimit } & Besides,
): Promise<string> {
  const count = userIds.length;
  const isRemovable = isRemovableOf(group.id, idsIn(userIds));
  const held = { group, actor, askedBy: actor.userId, isRemovable, count, limit, reason };
  const { id, statements } = holdAsked(context, held);
  await runBatch(context.db, [
    guardGroup(group, actor),
    guard(sql`(select count(*) from ${groupMembers} where ${isRemovable}) = ${count}`),
    countAct(context, actor, "edits", { items: count }),
    ...statements,
    ...besides,
  ]);
  return id;
}
