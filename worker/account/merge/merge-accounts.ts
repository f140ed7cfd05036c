import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { recordEvent, recordForEach } from "#worker/audit/record.ts";
import { startRewrite } from "#worker/account/erasure/log-rewrites.ts";
import { keepDiscordGrant } from "#worker/account/erasure/revocations.ts";
import { canBeTakenBack } from "#worker/auth/accounts/take-back-rights.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { isSuspendedUser } from "#worker/auth/suspensions/suspended.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordAccounts } from "#worker/db/schema/discord.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import {
  groupMembers,
  invitations,
  inviteCodes,
  joinRequests,
  invitationBlocks,
} from "#worker/db/schema/groups.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { MergeRow } from "./store.ts";

const other = alias(groupMembers, "other");
const blocks = alias(invitationBlocks, "blocks");

/**
 * Moves everything of one account into another, in one batch, and deletes the first. Throws `GuardFailed` if the accounts
 * are not as they were read: another main, owner, number of characters or groups owned.
 */
export async function mergeAccounts(
  context: Context,
  actor: UserActor,
  merge: MergeRow,
  read: { characterCount: number; ownedGroupIds: string[] },
) {
  const { id, intoId, fromId } = merge;
  await runBatch(context.db, [
    requireFreshProof(actor),
    isAsRead(merge, read),
    recordEvent(context, {
      kind: "accounts_merged",
      actor: { userId: actor.userId },
      userId: intoId,
      character: { id: merge.fromMainId },
    }).statement,
    recordEvent(context, {
      kind: "account_absorbed",
      actor: { userId: actor.userId },
      userId: fromId,
      character: { id: merge.intoMainId },
    }).statement,
    orm.update(accountMerges).set({ state: "merging" }).where(eq(accountMerges.id, id)),
    ...moveMemberships(context, merge, read.ownedGroupIds),
    ...moveRequests(context, merge),
    ...moveInvitations(context, merge),
    orm.update(inviteCodes).set({ createdBy: intoId }).where(eq(inviteCodes.createdBy, fromId)),
    orm
      .insert(invitationBlocks)
      .select(
        sql`select ${intoId}, ${blocks.groupId}, ${blocks.groupName}, ${blocks.createdAt}
          from ${invitationBlocks} as blocks where ${blocks.userId} = ${fromId}`,
      )
      .onConflictDoNothing(),
    ...moveDiscord(merge),
    orm.update(users).set({ mainCharacterId: null }).where(eq(users.id, fromId)),
    orm.update(characters).set({ userId: intoId }).where(eq(characters.userId, fromId)),
    // A sale that is undone finds the account at once; the job moves the other events.
    orm
      .update(auditEvents)
      .set({ subjectId: intoId })
      .where(sql`${auditEvents.subjectId} = ${fromId} and ${auditEvents.log} = 'accounts'`),
    ...startRewrite({ userId: fromId, intoId, pseudonym: null }),
    // With its sessions and its other merges.
    orm.delete(users).where(eq(users.id, fromId)),
  ]);
}

function isAsRead(
  { id, intoId, fromId, intoMainId, fromMainId, ownerHash, state }: MergeRow,
  { characterCount, ownedGroupIds }: { characterCount: number; ownedGroupIds: string[] },
): Statement {
  const owned = sql`select ${groupMembers.groupId} from ${groupMembers}
    where ${groupMembers.userId} = ${fromId} and ${groupMembers.role} = 'owner'`;
  const read = sql`select value from json_each(${JSON.stringify(ownedGroupIds)})`;
  const hasMain = (userId: string, mainId: number) =>
    sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.mainCharacterId} = ${mainId})`;
  return guard(sql`exists (select 1 from ${accountMerges} where ${accountMerges.id} = ${id}
      and ${accountMerges.state} = ${state} and ${accountMerges.expiresAt} > ${Date.now()})
    and ${hasMain(intoId, intoMainId)} and ${hasMain(fromId, fromMainId)}
    and exists (select 1 from ${characters} where ${characters.id} = ${fromMainId}
      and ${characters.userId} = ${fromId} and ${characters.ownerHash} = ${ownerHash})
    and (select count(*) from ${characters} where ${characters.userId} = ${fromId}) = ${characterCount}
    and not ${canBeTakenBack(fromId)}
    and not ${isSuspendedUser(fromId)} and not ${isSuspendedUser(intoId)}
    and not exists (${owned} except ${read}) and not exists (${read} except ${owned})`);
}

/** Inserting, changing roles and deleting, as the triggers that count and list expect it. A group keeps an owner. */
function moveMemberships(
  context: Context,
  { intoId, fromId }: MergeRow,
  ownedGroupIds: string[],
): Statement[] {
  const isOwned = sql`${groupMembers.groupId} in (select value from json_each(${JSON.stringify(ownedGroupIds)}))`;
  const isOf = (userId: string) => eq(groupMembers.userId, userId);
  const alsoOf = (userId: string) =>
    sql`exists (select 1 from ${groupMembers} as other
      where other.group_id = ${groupMembers.groupId} and other.user_id = ${userId})`;
  return [
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
        joinedAt: sql`(select min(other.joined_at) from ${groupMembers} as other
          where other.group_id = ${groupMembers.groupId} and other.user_id in (${intoId}, ${fromId}))`,
      })
      .where(and(isOf(intoId), alsoOf(fromId))),
    insertWhere(
      groupMembers,
      {
        groupId: sql`${other.groupId}`,
        userId: intoId,
        role: "member",
        joinedAt: sql`${other.joinedAt}`,
      },
      eq(other.userId, fromId),
      sql`${groupMembers} as other`,
    ).onConflictDoNothing(),
    orm
      .update(groupMembers)
      .set({ role: "admin" })
      .where(
        and(
          isOf(intoId),
          eq(groupMembers.role, "member"),
          sql`exists (select 1 from ${groupMembers} as other where other.group_id = ${groupMembers.groupId}
            and other.user_id = ${fromId} and other.role = 'admin')`,
        ),
      ),
    // In this order: an index refuses a second owner.
    orm
      .update(groupMembers)
      .set({ role: "admin" })
      .where(and(isOf(fromId), isOwned)),
    orm
      .update(groupMembers)
      .set({ role: "owner" })
      .where(and(isOf(intoId), isOwned)),
    orm.delete(groupMembers).where(isOf(fromId)),
  ];
}

/** A member does not ask to join, and one user asks once. */
function moveRequests(context: Context, { intoId, fromId }: MergeRow): Statement[] {
  const isSettled = sql`${joinRequests.status} = 'pending' and (
    (${joinRequests.userId} in (${intoId}, ${fromId}) and exists (select 1 from ${groupMembers}
      where ${groupMembers.groupId} = ${joinRequests.groupId} and ${groupMembers.userId} = ${intoId}))
    or (${joinRequests.userId} = ${fromId} and exists (select 1 from ${joinRequests} as same
      where same.group_id = ${joinRequests.groupId} and same.user_id = ${intoId} and same.status = 'pending')))`;
  return [
    recordForEach(
      context,
      {
        kind: "request_withdrawn",
        actor: { userId: intoId },
        groupId: joinRequests.groupId,
        subjectId: joinRequests.userId,
      },
      sql`${joinRequests}`,
      isSettled,
    ),
    orm.update(joinRequests).set({ status: "withdrawn" }).where(isSettled),
    orm.update(joinRequests).set({ userId: intoId }).where(eq(joinRequests.userId, fromId)),
  ];
}

/** An invitation to a group of which the user is a member is accepted already, and one user is invited once. */
function moveInvitations(context: Context, { intoId, fromId }: MergeRow): Statement[] {
  const isMember = sql`exists (select 1 from ${groupMembers}
    where ${groupMembers.groupId} = ${invitations.groupId} and ${groupMembers.userId} = ${intoId})`;
  const isSettled = sql`${invitations.status} = 'pending' and ${invitations.inviteeId} in (${intoId}, ${fromId})
    and ${isMember}`;
  const isTwice = sql`${invitations.status} = 'pending' and ${invitations.inviteeId} = ${fromId}
    and exists (select 1 from ${invitations} as same where same.group_id = ${invitations.groupId}
      and same.invitee_id = ${intoId} and same.status = 'pending')`;
  const event = (kind: "invitation_accepted" | "invitation_declined", condition: typeof isTwice) =>
    recordForEach(
      context,
      {
        kind,
        actor: { userId: intoId },
        groupId: invitations.groupId,
        subjectId: invitations.inviteeId,
      },
      sql`${invitations}`,
      condition,
    );
  return [
    event("invitation_accepted", isSettled),
    orm.update(invitations).set({ status: "accepted" }).where(isSettled),
    event("invitation_declined", isTwice),
    orm.update(invitations).set({ status: "declined" }).where(isTwice),
    orm.update(invitations).set({ inviteeId: intoId }).where(eq(invitations.inviteeId, fromId)),
    orm.update(invitations).set({ inviterId: intoId }).where(eq(invitations.inviterId, fromId)),
  ];
}

/** One Discord account per user: that of the account that stays, else the other one. */
function moveDiscord({ intoId, fromId }: MergeRow): Statement[] {
  const kept = alias(discordAccounts, "kept");
  const hasNone = sql`not exists (select 1 from ${discordAccounts} as kept where ${eq(kept.userId, intoId)})`;
  return [
    orm
      .update(discordAccounts)
      .set({ userId: intoId })
      .where(and(eq(discordAccounts.userId, fromId), hasNone)),
    keepDiscordGrant(fromId),
    orm.delete(discordAccounts).where(eq(discordAccounts.userId, fromId)),
  ];
}
