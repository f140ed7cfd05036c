import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { invitations } from "#worker/db/schema/groups.ts";
import { idsIn, insertWhere } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnMembers, Many } from "#worker/groups/members/policy.ts";
import { guardGroup } from "#worker/groups/members/many.ts";
import type { Besides } from "#worker/groups/members/many.ts";
import { hasPendingInvitation, hasPendingRequest } from "#worker/access/pending.ts";
import { isMemberOf } from "#worker/access/membership.ts";
import { isBlocked } from "./blocks.ts";
import { hasRoomOfDay, isInboxFull } from "./limits.ts";
import { expireOf, TTL_MS } from "./store.ts";

/** How `users` stand to a group that may invite them, as 0 or 1. */
export function invitationFields(groupId: SQL, now: SQL) {
  return {
    isInvited: sql<number>`${hasPendingInvitation(groupId, users.id, now)}`,
    hasRequested: sql<number>`${hasPendingRequest(groupId, users.id)}`,
    isBlocked: sql<number>`${isBlocked(groupId, users.id)}`,
    isInboxFull: sql<number>`${isInboxFull(users.id, now)}`,
  };
}

/** Invites users. Throws `GuardFailed` if the group has changed or one of them cannot be invited by now. */
export async function inviteUsers(
  context: Context,
  { by: actor, of: { group, userIds } }: OnMembers<"inviteMany", Many>,
  { statements = [] }: Besides = {},
) {
  const now = new Date();
  const groupId = sql`${group.id}`;
  const isMember = isMemberOf(groupId, users.id);
  const flags = invitationFields(groupId, sql`${now.getTime()}`);
  const isInvitable = sql`${users.id} in ${idsIn(userIds)} and ${users.mainCharacterId} is not null
    and not ${isMember} and not ${flags.isInvited} and not ${flags.hasRequested}
    and not ${flags.isBlocked} and not ${flags.isInboxFull}`;
  await runBatch(context.db, [
    ...requireProofToGive(actor, givesBeyond(group.id)),
    guardGroup(group, actor),
    guard(sql`(select count(*) from ${users} where ${isInvitable}) = ${userIds.length}
      and ${hasRoomOfDay(actor.userId, now, userIds.length)}`),
    countAct(context, actor, "invitations", { times: sql`${userIds.length}` }),
    ...expireOf(context, group.id, idsIn(userIds), now),
    recordForEach(
      context,
      { kind: "invitation_sent", actor, groupId: group.id, subjectId: users.id },
      sql`${users}`,
      isInvitable,
    ),
    insertWhere(
      invitations,
      {
        id: sql`lower(hex(randomblob(8)))`,
        groupId: group.id,
        inviteeId: sql`value`,
        inviterId: actor.userId,
        status: "pending",
        createdAt: now,
        expiresAt: new Date(now.getTime() + TTL_MS),
      },
      sql`true`,
      sql`json_each(${JSON.stringify(userIds)})`,
    ),
    ...statements,
  ]);
}
