import { requestNotes } from "#worker/db/schema/group-forms.ts";
import { and, eq, exists, inArray, or, sql, desc, isNotNull, isNull, min, not } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { moveValues } from "#worker/applications/facts/values-store.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { startRewrite } from "./log-rewrites.ts";
import { keepDiscordGrant } from "./revocations.ts";
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
import {
  operationAnswers,
  operationReadings,
  operationReimbursements,
  operations,
  participations,
} from "#worker/db/schema/operations.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import { existsIn, idsIn, insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { withdrawRequests } from "#worker/groups/members/add-member.ts";
import { endMemberships } from "#worker/groups/members/many.ts";
import type { Context } from "#worker/env.ts";
import { moveRemindersOf } from "#worker/operations/store.ts";
import { isUnanswered } from "#worker/access/pending.ts";
import type { MergeRow } from "./merge-store.ts";

const sameRequest = alias(joinRequests, "same");
const sameInvitation = alias(invitations, "same");
const blocks = alias(invitationBlocks, "blocks");
const answers = alias(operationAnswers, "answers");
const [took, tookToo] = [alias(participations, "took"), alias(participations, "took_too")];
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
    ...moveOperations(fromId, intoId),
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
    // What the user has done to either account is no news of others. The job moves what was done elsewhere.
    orm
      .update(auditEvents)
      .set({ actorId: intoId })
      .where(
        sql`${auditEvents.subjectId} in (${fromId}, ${intoId}) and ${auditEvents.log} = 'accounts'
          and +${auditEvents.actorId} = ${fromId}`,
      ),
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

/**
 * Withdraws requests to join groups that the user is a member of, requests to stay in memberships without an end, and the second of two
 * requests to the same group.
 */
function moveRequests(context: Context, { intoId, fromId }: MergeRow): Statement[] {
  const actor = { userId: intoId };
  const isOfEither = inArray(joinRequests.userId, [intoId, fromId]);
  const hasWhatItAsks = isMemberOf(
    joinRequests.groupId,
    intoId,
    or(eq(joinRequests.isExtension, false), isNull(groupMembers.endsAt)),
  );
  const isTwice = existsIn(
    sameRequest,
    and(
      eq(sameRequest.groupId, joinRequests.groupId),
      eq(sameRequest.userId, intoId),
      sql`${sameRequest.status} = 'pending'`,
    ),
  );
  return [
    ...withdrawRequests(context, actor, and(isOfEither, hasWhatItAsks)),
    ...withdrawRequests(context, actor, and(eq(joinRequests.userId, fromId), isTwice)),
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

function isMemberOf(groupId: SQLiteColumn, userId: string, more?: SQL): SQL {
  const condition = and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId), more);
  return existsIn(groupMembers, condition);
}

/** A user has one Discord account: that of the account that stays, if it has one. Linked now, as the characters: a take-back ends it. */
function moveDiscord({ intoId, fromId }: MergeRow): Statement[] {
  const hasNone = not(existsIn(kept, eq(kept.userId, intoId)));
  return [
    orm
      .update(discordAccounts)
      .set({ userId: intoId, linkedAt: new Date() })
      .where(and(eq(discordAccounts.userId, fromId), hasNone)),
    keepDiscordGrant(fromId),
    orm.delete(discordAccounts).where(eq(discordAccounts.userId, fromId)),
  ];
}

/** Operations stay whose they were; of two answers to one, and of two participations, that of the account which stays. */
function moveOperations(fromId: string, intoId: string): Statement[] {
  return [
    orm.update(operations).set({ commanderId: intoId }).where(eq(operations.commanderId, fromId)),
    orm.update(operations).set({ createdBy: intoId }).where(eq(operations.createdBy, fromId)),
    orm.update(operations).set({ cancelledBy: intoId }).where(eq(operations.cancelledBy, fromId)),
    insertWhere(
      operationAnswers,
      {
        operationId: sql`${answers.operationId}`,
        userId: intoId,
        answer: sql`${answers.answer}`,
        brings: sql`${answers.brings}`,
        answeredAt: sql`${answers.answeredAt}`,
        remindAt: sql`${answers.remindAt}`,
      },
      eq(answers.userId, fromId),
      sql`${operationAnswers} as ${answers}`,
    ).onConflictDoNothing(),
    // As long before as the account that stays wants it.
    moveRemindersOf(intoId),
    orm
      .update(operationReadings)
      .set({ followedId: intoId })
      .where(eq(operationReadings.followedId, fromId)),
    orm
      .update(operationReimbursements)
      .set({ paidBy: intoId })
      .where(eq(operationReimbursements.paidBy, fromId)),
    insertWhere(
      participations,
      {
        userId: intoId,
        at: sql`${took.at}`,
        operationId: sql`${took.operationId}`,
        minutes: sql`${took.minutes}`,
        firstAt: sql`${took.firstAt}`,
        lastAt: sql`${took.lastAt}`,
        ships: sql`${took.ships}`,
      },
      sql`${took.userId} = ${fromId} and not exists (select 1 from ${participations} as ${tookToo}
        where ${tookToo.userId} = ${intoId} and ${tookToo.operationId} = ${took.operationId})`,
      sql`${participations} as ${took}`,
    ),
  ];
}

const other = alias(groupMembers, "other");

/** Inserts, changes roles, then deletes: triggers keep counters and listings, and refuse to delete an owner's membership. */
function moveMemberships(
  context: Context,
  { intoId, fromId }: MergeRow,
  ownedGroupIds: string[],
): Statement[] {
  const isOwned = sql`${groupMembers.groupId} in ${idsIn(ownedGroupIds)}`;
  const isOf = (userId: string) => eq(groupMembers.userId, userId);
  const isSameGroup = eq(other.groupId, groupMembers.groupId);
  const alsoOf = (userId: string, condition?: SQL) =>
    existsIn(other, and(isSameGroup, eq(other.userId, userId), condition));
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
    ...endMemberships(
      context,
      {
        kind: "member_left",
        actor: "subject",
        groupId: groupMembers.groupId,
        subjectId: groupMembers.userId,
      },
      isEmergency,
    ),
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
