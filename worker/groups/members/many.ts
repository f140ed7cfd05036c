import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { KindWith } from "#shared/events/kinds.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { formerMembership } from "#worker/audit/memberships.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import type { EventOfEach } from "#worker/audit/record-many.ts";
import type { EventActor } from "#worker/audit/new-event.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { idsIn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnMembers, Many } from "./policy.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { isMemberOf } from "#worker/access/membership.ts";
import { addMembers, BEGINNINGS } from "./add-member.ts";

/** A statement that undoes its batch unless the group is as it was read. */
export function guardGroup(group: AuthorizedGroup, actor: UserActor): Statement {
  return guard(
    sql`exists (select 1 from ${groups} where ${groups.id} = ${group.id} and ${isUnchanged(group, actor)})`,
  );
}

/** What one batch does besides, and why members are removed. */
export type Besides = { statements?: readonly Statement[]; reason?: string };

/**
 * Makes users members, by the decision of an administrator: whatever the join mode is. Throws `GuardFailed` if the group has changed,
 * or one of them is a member by now, is suspended or is gone.
 */
export async function addUsers(
  context: Context,
  allowed: OnMembers<"addMany", Many>,
  { statements = [] }: Besides = {},
) {
  const { by: actor, of } = allowed;
  const { group, userIds } = of;
  const isAddable = sql`${users.id} in ${idsIn(userIds)} and ${users.mainCharacterId} is not null
    and not ${isSuspended(Date.now())} and not ${isMemberOf(group.id, users.id)}`;
  await runBatch(context.db, [
    ...requireProofToGive(actor, givesBeyond(group.id)),
    guardGroup(group, actor),
    guard(sql`(select count(*) from ${users} where ${isAddable}) = ${userIds.length}`),
    countAct(context, actor, "edits", { items: userIds.length }),
    recordForEach(
      context,
      { kind: BEGINNINGS.addMany, actor, groupId: group.id, subjectId: users.id },
      sql`${users}`,
      isAddable,
    ),
    ...addMembers(
      context,
      { allowed },
      { users: sql`select value as userId from json_each(${JSON.stringify(userIds)})` },
      sql`true`,
    ),
    ...statements,
  ]);
}

/** Removes members. Throws `GuardFailed` if the group has changed, or one of them is no member by now, or the owner. */
export async function removeUsers(
  context: Context,
  allowed: OnMembers<"removeMany", Many>,
  { statements = [], reason }: Besides = {},
) {
  const { by: actor, of } = allowed;
  const { group, userIds } = of;
  const isRemovable = isRemovableOf(group.id, idsIn(userIds));
  await runBatch(context.db, [
    guardGroup(group, actor),
    guard(sql`(select count(*) from ${groupMembers} where ${isRemovable}) = ${userIds.length}`),
    countAct(context, actor, "edits", { items: userIds.length }),
    ...removeMembers(context, allowed, isRemovable, reason === undefined ? {} : { reason }),
    ...statements,
  ]);
}

/** SQL condition on `group_members`: one of these members of the group, and not the owner. */
export function isRemovableOf(groupId: string, userIds: SQL): SQL {
  return sql`${and(
    eq(groupMembers.groupId, groupId),
    sql`${groupMembers.userId} in ${userIds}`,
    sql`+${groupMembers.role} <> 'owner'`,
  )}`;
}

type Removal = OnMembers<
  "removeMany" | "decideHeld" | "review" | "endReview",
  { group: { id: string } },
  EventActor
>;

/** Statements that remove the members for which the condition on `group_members` holds. */
export function removeMembers(
  context: Context,
  { by: actor, of }: Removal,
  condition: SQL,
  because: { heldId?: string; reviewId?: string; reason?: string } = {},
): Statement[] {
  const groupId = of.group.id;
  const was = formerMembership({ groupId, userId: groupMembers.userId });
  const detail = sql`json_set(${JSON.stringify(because)}, '$.was', ${was})`;
  const event = { actor, groupId, subjectId: groupMembers.userId, detail };
  return endMemberships(context, { kind: "member_removed", ...event }, condition);
}

/**
 * Statements that end memberships, each with an event. `condition` is about `group_members`. `recorded`: the rows that the events are
 * recorded for, if they have columns that the events need. The second statement deletes what the first has recorded: nothing changes
 * in between.
 */
export function endMemberships<Kind extends KindWith<"endsMembership">>(
  context: Pick<Context, "requestId">,
  event: EventOfEach<Kind>,
  condition: SQL,
  recorded: { from: SQL; condition: SQL } = { from: sql`${groupMembers}`, condition },
): Statement[] {
  return [
    recordForEach(context, event, recorded.from, recorded.condition),
    orm.delete(groupMembers).where(condition),
  ];
}
