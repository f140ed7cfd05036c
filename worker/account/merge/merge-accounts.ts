import { requestNotes } from "#worker/db/schema/group-forms.ts";
import { and, eq, exists, inArray, notExists, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { moveValues } from "#worker/applications/facts/values-store.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { startRewrite } from "#worker/account/erasure/log-rewrites.ts";
import { keepDiscordGrant } from "#worker/account/erasure/revocations.ts";
import { canBeTakenBack } from "#worker/auth/accounts/take-back-rights.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { isSuspendedUser } from "#worker/auth/suspensions/suspended.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents, mergedUsers } from "#worker/db/schema/audit.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import {
  groupMembers,
  invitations,
  inviteCodes,
  joinRequests,
  invitationBlocks,
} from "#worker/db/schema/groups.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingRequest, isUnanswered } from "#worker/access/pending.ts";
import { moveMemberships } from "./move-memberships.ts";
import type { MergeRow } from "./store.ts";

const sameRequest = alias(joinRequests, "same");
const sameInvitation = alias(invitations, "same");
const blocks = alias(invitationBlocks, "blocks");
const kept = alias(discordAccounts, "kept");

/**
 * Moves everything from one account into another and deletes the first, in one batch. Throws `GuardFailed` if the accounts
 * have changed since they were read: their mains, the owner of the absorbed main, the number of characters or the owned groups.
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
      detail: { absorbedId: fromId },
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
    orm.update(joinRequests).set({ assigneeId: intoId }).where(eq(joinRequests.assigneeId, fromId)),
    orm.update(requestNotes).set({ authorId: intoId }).where(eq(requestNotes.authorId, fromId)),
    orm.update(inviteCodes).set({ createdBy: intoId }).where(eq(inviteCodes.createdBy, fromId)),
    orm.update(heldChanges).set({ decidedBy: intoId }).where(eq(heldChanges.decidedBy, fromId)),
    orm.update(heldChanges).set({ askedBy: intoId }).where(eq(heldChanges.askedBy, fromId)),
    insertWhere(
      invitationBlocks,
      {
        userId: intoId,
        groupId: sql`${blocks.groupId}`,
        groupName: sql`${blocks.groupName}`,
        createdAt: sql`${blocks.createdAt}`,
      },
      eq(blocks.userId, fromId),
      sql`${invitationBlocks} as ${blocks}`,
    ).onConflictDoNothing(),
    ...moveDiscord(merge),
    moveValues(fromId, intoId),
    orm.update(users).set({ mainCharacterId: null }).where(eq(users.id, fromId)),
    // Linked now: none of them is senior to a main of this account (docs/decisions/0075-what-outlives-a-stolen-session.md).
    orm
      .update(characters)
      .set({ userId: intoId, linkedAt: new Date() })
      .where(eq(characters.userId, fromId)),
    // Before any event changes its user: sealed events are verified with the ids that they had.
    orm.update(mergedUsers).set({ intoId }).where(eq(mergedUsers.intoId, fromId)),
    orm.insert(mergedUsers).values({ fromId, intoId }),
    // If a sold character returns, sign-in finds its former account by these events. The job moves the others.
    orm
      .update(auditEvents)
      .set({ subjectId: intoId })
      .where(sql`${auditEvents.subjectId} = ${fromId} and ${auditEvents.log} = 'accounts'`),
    ...startRewrite({ userId: fromId, intoId, pseudonym: null }),
    // Foreign keys delete its sessions and its other merges.
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
    and not ${canBeTakenBack(fromId, Date.now())}
    and not ${isSuspendedUser(fromId)} and not ${isSuspendedUser(intoId)}
    and not exists (${owned} except ${read}) and not exists (${read} except ${owned})`);
}

/** Withdraws requests to groups that the user is a member of, and the second of two requests to the same group. */
function moveRequests(context: Context, { intoId, fromId }: MergeRow): Statement[] {
  const isTwice = exists(
    orm
      .select()
      .from(sameRequest)
      .where(
        and(
          eq(sameRequest.groupId, joinRequests.groupId),
          eq(sameRequest.userId, intoId),
          sql`${sameRequest.status} = 'pending'`,
        ),
      ),
  );
  const isSettled = sql`${and(
    isPendingRequest,
    or(
      and(inArray(joinRequests.userId, [intoId, fromId]), isMemberOf(joinRequests.groupId, intoId)),
      and(eq(joinRequests.userId, fromId), isTwice),
    ),
  )}`;
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

/** Accepts invitations to groups that the user is a member of, and declines the second of two to the same group. */
function moveInvitations(context: Context, { intoId, fromId }: MergeRow): Statement[] {
  const sameOfInto = orm
    .select()
    .from(sameInvitation)
    .where(
      and(
        eq(sameInvitation.groupId, invitations.groupId),
        eq(sameInvitation.inviteeId, intoId),
        sql`${sameInvitation.status} = 'pending'`,
      ),
    );
  const isSettled = sql`${and(
    isUnanswered,
    inArray(invitations.inviteeId, [intoId, fromId]),
    isMemberOf(invitations.groupId, intoId),
  )}`;
  const isTwice = sql`${and(isUnanswered, eq(invitations.inviteeId, fromId), exists(sameOfInto))}`;
  const event = (kind: "invitation_accepted" | "invitation_declined", condition: SQL) =>
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

function isMemberOf(groupId: SQLiteColumn, userId: string): SQL {
  const condition = and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId));
  return exists(orm.select().from(groupMembers).where(condition));
}

/** A user has one Discord account: that of the account that stays, if it has one. */
function moveDiscord({ intoId, fromId }: MergeRow): Statement[] {
  const hasNone = notExists(orm.select().from(kept).where(eq(kept.userId, intoId)));
  return [
    orm
      .update(discordAccounts)
      .set({ userId: intoId })
      .where(and(eq(discordAccounts.userId, fromId), hasNone)),
    keepDiscordGrant(fromId),
    orm.delete(discordAccounts).where(eq(discordAccounts.userId, fromId)),
  ];
}
