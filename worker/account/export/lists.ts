import { and, eq, inArray, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ExportListName } from "#shared/export.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import {
  assetPages,
  characterAffiliations,
  characterChecks,
  characterSections,
  names,
  unknownCharacters,
} from "#worker/db/schema/characters.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { requestAnswers, requestNotes, requestShares } from "#worker/db/schema/group-forms.ts";
import {
  emergencyAccesses,
  groupMembers,
  invitationBlocks,
  invitations,
  inviteCodes,
  joinRequests,
} from "#worker/db/schema/groups.ts";
import {
  calendarFeeds,
  operationAnswers,
  operationGroups,
  operationReimbursements,
  operations,
  participations,
} from "#worker/db/schema/operations.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { orm } from "#worker/db/statements.ts";
import { eventList, groupName, isKnown, isOfMembership } from "./events.ts";
import { APPLICATION_LISTS, DISCORD_LISTS } from "./interface-lists.ts";
import { list, SHEETS } from "./list.ts";
import type { List, UserId } from "./list.ts";

const isOwn = (column: SQLiteColumn) => (userId: UserId) =>
  inArray(
    column,
    orm.select({ id: characters.id }).from(characters).where(eq(characters.userId, userId)),
  );

const isOfOwnRequest = (column: SQLiteColumn) => (userId: UserId) =>
  inArray(
    column,
    orm
      .select({ id: joinRequests.id })
      .from(joinRequests)
      .where(and(eq(joinRequests.userId, userId), isKnown(joinRequests.groupId, userId))),
  );

const corporationName = sql<string>`(select ${corporations.name} from ${corporations}
  where ${corporations.id} = ${directors.corporationId})`;

const isOfOperation = (
  operationId: SQLiteColumn,
  userId: UserId,
  condition: (groupId: SQLiteColumn, userId: UserId) => SQL,
) => sql`exists (select 1 from ${operationGroups}
  where ${operationGroups.operationId} = ${operationId} and ${condition(operationGroups.groupId, userId)})`;

/** SQL condition on the id of an operation: the user may know of one of its groups. */
const isKnownOperation = (operationId: SQLiteColumn, userId: UserId) =>
  isOfOperation(operationId, userId, isKnown);

/** The same: the user is in one of its groups, and sees it. Since the user left, others have changed and moved it. */
const isSeenOperation = (operationId: SQLiteColumn, userId: UserId) =>
  isOfOperation(operationId, userId, isOfMembership);

/** Null for operations of groups that the user has left or may not see. */
const titleOf = (operationId: SQLiteColumn, userId: UserId) =>
  sql<string | null>`(select ${operations.title} from ${operations}
    where ${operations.id} = ${operationId} and ${isSeenOperation(operations.id, userId)})`;

/** The same for when the user is reminded, which tells when it begins. */
const remindAtOf = (userId: UserId) => {
  const { operationId, remindAt } = operationAnswers;
  return sql<string | null>`case when ${isSeenOperation(operationId, userId)}
    then strftime('%Y-%m-%dT%H:%M:%fZ', ${remindAt} / 1000.0, 'unixepoch') end`;
};

/** Every list of an export. `personal-data.ts` states the decision for each table. */
export const LISTS: Record<ExportListName, List> = {
  accounts: list({
    table: users,
    fields: {
      userId: users.id,
      mainCharacterId: users.mainCharacterId,
      createdAt: users.createdAt,
      lastSeenAt: users.lastSeenAt,
      noticesSeenAt: users.noticesSeenAt,
      suspendedUntil: users.suspendedUntil,
      suspensionReason: users.suspensionReason,
      language: users.language,
    },
    isOf: (userId) => eq(users.id, userId),
    key: ["userId"],
  }),
  characters: list({
    table: characters,
    fields: {
      characterId: characters.id,
      characterName: characters.name,
      ownerHash: characters.ownerHash,
      linkedAt: characters.linkedAt,
      unconfirmedSince: characters.unconfirmedSince,
    },
    isOf: (userId) => eq(characters.userId, userId),
    key: ["characterId"],
  }),
  authorizations: list({
    table: eveTokens,
    fields: {
      characterId: eveTokens.characterId,
      state: eveTokens.state,
      stateSince: eveTokens.stateSince,
      scopes: eveTokens.scopes,
      lostScopes: eveTokens.lostScopes,
      accessExpiresAt: eveTokens.accessExpiresAt,
    },
    isOf: isOwn(eveTokens.characterId),
    key: ["characterId"],
  }),
  affiliations: list({
    table: characterAffiliations,
    fields: {
      characterId: characterAffiliations.characterId,
      corporationId: characterAffiliations.corporationId,
      allianceId: characterAffiliations.allianceId,
      asOf: characterAffiliations.asOf,
    },
    isOf: isOwn(characterAffiliations.characterId),
    key: ["characterId"],
  }),
  sheets: list({
    table: characterSections,
    fields: {
      characterId: characterSections.characterId,
      section: characterSections.section,
      data: characterSections.data,
    },
    isOf: isOwn(characterSections.characterId),
    key: ["characterId", "section"],
    size: SHEETS,
    raw: "data",
  }),
  sheetChecks: list({
    table: characterChecks,
    fields: { characterId: characterChecks.characterId, record: characterChecks.record },
    isOf: isOwn(characterChecks.characterId),
    key: ["characterId"],
  }),
  assetPages: list({
    table: assetPages,
    fields: {
      characterId: assetPages.characterId,
      page: assetPages.page,
      itemCount: assetPages.itemCount,
      value: assetPages.value,
    },
    isOf: isOwn(assetPages.characterId),
    key: ["characterId", "page"],
  }),
  charactersUnknownToEsi: list({
    table: unknownCharacters,
    fields: { characterId: unknownCharacters.characterId, retryAt: unknownCharacters.retryAt },
    isOf: isOwn(unknownCharacters.characterId),
    key: ["characterId"],
  }),
  structuresWithoutAccess: list({
    table: names,
    fields: { structureId: names.id, characterId: sql<number>`${names.refusedTo}` },
    isOf: isOwn(names.refusedTo),
    key: ["structureId"],
  }),
  ...DISCORD_LISTS,
  ...APPLICATION_LISTS,
  sessions: list({
    table: sessions,
    fields: {
      sessionId: sessions.id,
      device: sessions.device,
      characterId: sessions.characterId,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      provenCharacterId: sessions.provenCharacterId,
      provenAt: sessions.provenAt,
    },
    isOf: (userId) => eq(sessions.userId, userId),
    key: ["sessionId"],
  }),
  merges: list({
    table: accountMerges,
    fields: {
      mergeId: accountMerges.id,
      mainCharacterId: accountMerges.intoMainId,
      otherMainCharacterId: accountMerges.fromMainId,
      state: accountMerges.state,
      createdAt: accountMerges.createdAt,
      expiresAt: accountMerges.expiresAt,
    },
    isOf: (userId) => eq(accountMerges.intoId, userId),
    key: ["mergeId"],
  }),
  memberships: list({
    table: groupMembers,
    fields: (userId) => ({
      groupId: groupMembers.groupId,
      groupName: groupName(groupMembers.groupId, userId),
      role: groupMembers.role,
      joinedAt: groupMembers.joinedAt,
      endsAt: groupMembers.endsAt,
    }),
    isOf: (userId) => and(eq(groupMembers.userId, userId), isKnown(groupMembers.groupId, userId)),
    key: ["groupId"],
  }),
  emergencyAccesses: list({
    table: emergencyAccesses,
    fields: (userId) => ({
      groupId: emergencyAccesses.groupId,
      groupName: groupName(emergencyAccesses.groupId, userId),
      role: emergencyAccesses.role,
      reason: emergencyAccesses.reason,
      startedAt: emergencyAccesses.startedAt,
      endsAt: emergencyAccesses.endsAt,
    }),
    isOf: (userId) =>
      and(eq(emergencyAccesses.userId, userId), isKnown(emergencyAccesses.groupId, userId)),
    key: ["groupId", "startedAt"],
  }),
  membershipProblems: list({
    table: membershipProblems,
    fields: (userId) => ({
      groupId: membershipProblems.groupId,
      groupName: groupName(membershipProblems.groupId, userId),
      outcome: membershipProblems.outcome,
      since: membershipProblems.since,
      graceStartedAt: membershipProblems.graceStartedAt,
      graceEndsAt: membershipProblems.graceEndsAt,
      checkedAt: membershipProblems.checkedAt,
    }),
    isOf: (userId) =>
      and(eq(membershipProblems.userId, userId), isKnown(membershipProblems.groupId, userId)),
    key: ["groupId"],
  }),
  joinRequests: list({
    table: joinRequests,
    fields: (userId) => ({
      requestId: joinRequests.id,
      groupId: joinRequests.groupId,
      groupName: groupName(joinRequests.groupId, userId),
      reason: joinRequests.reason,
      status: joinRequests.status,
      createdAt: joinRequests.createdAt,
      decidedAt: joinRequests.decidedAt,
      rejectionReason: joinRequests.rejectionReason,
      isExtension: joinRequests.isExtension,
      inTalks: joinRequests.inTalks,
      waitToldAt: joinRequests.waitToldAt,
    }),
    isOf: (userId) => and(eq(joinRequests.userId, userId), isKnown(joinRequests.groupId, userId)),
    key: ["requestId"],
  }),
  requestAnswers: list({
    table: requestAnswers,
    fields: {
      requestId: requestAnswers.requestId,
      formVersion: requestAnswers.formVersion,
      answers: requestAnswers.answers,
      shareDays: requestAnswers.shareDays,
    },
    isOf: isOfOwnRequest(requestAnswers.requestId),
    key: ["requestId"],
  }),
  sharedSections: list({
    table: requestShares,
    fields: {
      requestId: requestShares.requestId,
      section: requestShares.section,
      characterId: requestShares.characterId,
    },
    isOf: isOfOwnRequest(requestShares.requestId),
    key: ["requestId", "section", "characterId"],
  }),
  notesAboutRequests: list({
    table: requestNotes,
    fields: {
      noteId: requestNotes.id,
      requestId: requestNotes.requestId,
      byName: sql<string | null>`(select ${characters.name} from ${users} join ${characters}
        on ${characters.id} = ${users.mainCharacterId} where ${users.id} = ${requestNotes.authorId})`,
      createdAt: requestNotes.createdAt,
    },
    isOf: isOfOwnRequest(requestNotes.requestId),
    key: ["noteId"],
  }),
  notesWritten: list({
    table: requestNotes,
    fields: {
      noteId: requestNotes.id,
      text: requestNotes.text,
      createdAt: requestNotes.createdAt,
    },
    isOf: (userId) => eq(requestNotes.authorId, userId),
    key: ["noteId"],
  }),
  invitationsReceived: invitationList(invitations.inviteeId),
  invitationsSent: invitationList(invitations.inviterId, {
    membershipDays: invitations.membershipDays,
  }),
  blockedGroups: list({
    table: invitationBlocks,
    fields: {
      groupId: invitationBlocks.groupId,
      groupName: invitationBlocks.groupName,
      createdAt: invitationBlocks.createdAt,
    },
    isOf: (userId) => eq(invitationBlocks.userId, userId),
    key: ["groupId"],
  }),
  inviteCodes: list({
    table: inviteCodes,
    fields: (userId) => ({
      codeId: inviteCodes.id,
      groupId: inviteCodes.groupId,
      groupName: groupName(inviteCodes.groupId, userId),
      uses: inviteCodes.uses,
      useLimit: inviteCodes.useLimit,
      membershipDays: inviteCodes.membershipDays,
      expiresAt: inviteCodes.expiresAt,
      createdAt: inviteCodes.createdAt,
    }),
    isOf: (userId) => and(eq(inviteCodes.createdBy, userId), isKnown(inviteCodes.groupId, userId)),
    key: ["codeId"],
  }),
  operationsPlanned: list({
    table: operations,
    fields: {
      operationId: operations.id,
      kind: operations.kind,
      title: operations.title,
      text: operations.text,
      doctrine: operations.doctrine,
      place: operations.place,
      comms: operations.comms,
      startsAt: operations.startsAt,
      createdAt: operations.createdAt,
    },
    isOf: (userId) => and(eq(operations.createdBy, userId), isSeenOperation(operations.id, userId)),
    key: ["operationId"],
  }),
  operationAnswers: list({
    table: operationAnswers,
    fields: (userId) => ({
      operationId: operationAnswers.operationId,
      title: titleOf(operationAnswers.operationId, userId),
      answer: operationAnswers.answer,
      brings: operationAnswers.brings,
      answeredAt: operationAnswers.answeredAt,
      remindAt: remindAtOf(userId),
    }),
    isOf: (userId) =>
      and(
        eq(operationAnswers.userId, userId),
        isKnownOperation(operationAnswers.operationId, userId),
      ),
    key: ["operationId"],
  }),
  participations: list({
    table: participations,
    fields: (userId) => ({
      operationId: participations.operationId,
      title: titleOf(participations.operationId, userId),
      at: participations.at,
      minutes: participations.minutes,
      firstAt: participations.firstAt,
      lastAt: participations.lastAt,
      ships: participations.ships,
    }),
    isOf: (userId) =>
      and(eq(participations.userId, userId), isKnownOperation(participations.operationId, userId)),
    key: ["operationId"],
  }),
  reimbursements: list({
    table: operationReimbursements,
    fields: (userId) => ({
      operationId: operationReimbursements.operationId,
      title: titleOf(operationReimbursements.operationId, userId),
      killmailId: operationReimbursements.killmailId,
      paidAt: operationReimbursements.paidAt,
    }),
    isOf: (userId) =>
      and(
        eq(operationReimbursements.paidBy, userId),
        isKnownOperation(operationReimbursements.operationId, userId),
      ),
    key: ["operationId", "killmailId"],
  }),
  calendarFeeds: list({
    table: calendarFeeds,
    fields: { createdAt: calendarFeeds.createdAt },
    isOf: (userId) => eq(calendarFeeds.userId, userId),
    key: ["createdAt"],
  }),
  directors: list({
    table: directors,
    fields: {
      characterId: directors.characterId,
      corporationId: directors.corporationId,
      corporationName,
      priority: directors.priority,
      isHealthy: directors.isHealthy,
      failureCount: directors.failureCount,
      problem: directors.problem,
      roles: directors.roles,
      checkedAt: directors.checkedAt,
      failedAt: directors.failedAt,
      createdAt: directors.createdAt,
    },
    isOf: isOwn(directors.characterId),
    key: ["characterId", "corporationId"],
  }),
  assignedCorporations: list({
    table: corporations,
    fields: {
      corporationId: corporations.id,
      corporationName: corporations.name,
      characterId: sql<number>`${corporations.assignedCharacterId}`,
    },
    isOf: isOwn(corporations.assignedCharacterId),
    key: ["corporationId"],
  }),
  events: eventList("subject"),
  actions: eventList("actor"),
};

function invitationList(by: SQLiteColumn, fields: Record<string, SQLiteColumn> = {}): List {
  return list({
    table: invitations,
    fields: (userId) => ({
      invitationId: invitations.id,
      groupId: invitations.groupId,
      groupName: groupName(invitations.groupId, userId),
      status: invitations.status,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      ...fields,
    }),
    isOf: (userId) => and(eq(by, userId), isKnown(invitations.groupId, userId)),
    key: ["invitationId"],
  });
}
