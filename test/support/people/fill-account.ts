import { eq, sql } from "drizzle-orm";
import { write } from "#test/support/answers/write.ts";
import { prepareFact } from "#test/support/applications/application-rows.ts";
import { insertApplication, signedInAt } from "#test/support/applications/applications.ts";
import { linkDiscord } from "#test/support/discord/discord-builders.ts";
import { prepareManaged } from "#test/support/discord/managed-builders.ts";
import { prepareServer } from "#test/support/discord/server-rows.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { prepareHeld } from "#test/support/requirements/requirement-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { factValues } from "#worker/db/schema/facts.ts";
import {
  assetPages,
  characterAffiliations,
  characterChecks,
  characterSections,
  names,
  unknownCharacters,
} from "#worker/db/schema/characters.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { discordMarks, discordMembers } from "#worker/db/schema/discord-servers.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { emergencyAccesses, invitationBlocks } from "#worker/db/schema/groups.ts";
import {
  calendarFeeds,
  operationAnswers,
  operationReadings,
  operationReimbursements,
  participations,
} from "#worker/db/schema/operations.ts";
import { requestAnswers, requestNotes, requestShares } from "#worker/db/schema/group-forms.ts";
import {
  evaluationMarks,
  heldChanges,
  membershipProblems,
} from "#worker/db/schema/requirements.ts";
import { buildToken, buildUser } from "./builders.ts";
import type { BuiltUser } from "./builders.ts";
import {
  buildGroup,
  prepareCode,
  prepareInvitation,
  prepareOperation,
  prepareRequest,
} from "./group-builders.ts";

/** Gives a user with an alt rows in every table about users, next to rows of another user. */
export async function fillAccount(muster: Muster, mira: BuiltUser, oskar: BuiltUser) {
  const { db } = muster.context;
  const [main = 0, alt = 0] = mira.characterIds;
  const group = await buildGroup(muster, { owner: oskar, admins: [mira], name: "Scouts" });
  const removed = await buildUser(muster, { name: "Oskar's friend" });
  const other = await buildGroup(muster, { owner: oskar, members: [removed], name: "Others" });
  const request = prepareRequest(muster, other, mira);
  await write(
    muster,
    await prepareCode(muster, group, mira, { code: "SECRETCODE" }),
    prepareInvitation(muster, other, mira, oskar),
    prepareInvitation(muster, group, removed, mira),
    request,
    prepareManaged(muster, alt),
  );
  const reviewer = await buildUser(muster, { name: "Renwick Pell" });
  await db.insert(requestAnswers).values({
    requestId: request.id,
    groupId: other.id,
    formVersion: 1,
    answers: { why: "Capitals" },
    shareDays: 7,
  });
  await db
    .insert(requestShares)
    .values({ requestId: request.id, section: "wallet", characterId: main });
  await db.insert(requestNotes).values([
    {
      id: "note-about",
      requestId: request.id,
      authorId: reviewer.userId,
      text: "SECRETNOTE",
      createdAt: new Date(),
    },
    {
      id: "note-written",
      requestId: request.id,
      authorId: mira.userId,
      text: "Written by Mira",
      createdAt: new Date(),
    },
  ]);
  await buildToken(muster, main, { refreshToken: "a-refresh-token" });
  await db.insert(characterSections).values({
    characterId: main,
    section: "wallet",
    data: JSON.stringify({ balance: 12.5 }),
  });
  await db.insert(invitationBlocks).values({
    userId: mira.userId,
    groupId: other.id,
    groupName: "Others",
    createdAt: new Date(),
  });
  await db.insert(membershipProblems).values({
    groupId: group.id,
    userId: mira.userId,
    outcome: "unmet",
    since: new Date(),
    graceEndsAt: new Date(),
    causes: [],
    checkedAt: new Date(),
  });
  await db.insert(emergencyAccesses).values({
    id: randomToken(12),
    groupId: group.id,
    userId: mira.userId,
    role: "member",
    reason: "The owner is away",
    startedAt: new Date(),
    endsAt: new Date(),
  });
  const operation = prepareOperation(muster, group, mira, {
    commanderId: mira.userId,
    cancelledBy: mira.userId,
  });
  await write(muster, operation);
  await db.insert(operationAnswers).values({
    operationId: operation.id,
    userId: mira.userId,
    answer: "coming",
    answeredAt: new Date(),
    remindAt: new Date(),
  });
  await db.insert(calendarFeeds).values({
    userId: mira.userId,
    secretHash: randomToken(12),
    createdAt: new Date(),
  });
  await db.insert(operationReadings).values({
    operationId: operation.id,
    followedId: mira.userId,
    dueAt: new Date(),
    spans: { read: [], presentMost: 0 },
    people: [mira.userId],
  });
  await db.insert(participations).values({
    userId: mira.userId,
    at: new Date(),
    operationId: operation.id,
    minutes: 5,
    ships: [587],
  });
  await db.insert(operationReimbursements).values({
    operationId: operation.id,
    killmailId: 90_000_001,
    paidAt: new Date(),
    paidBy: mira.userId,
  });
  const held = prepareHeld(muster, group);
  await write(muster, held);
  await db.update(heldChanges).set({ decidedBy: mira.userId }).where(eq(heldChanges.id, held.id));
  await db.insert(evaluationMarks).values({ userId: mira.userId, mark: "a" }).onConflictDoNothing();
  await db.insert(characterChecks).values({ characterId: main, record: { checks: {} } });
  await db.insert(characterAffiliations).values({
    characterId: main,
    corporationId: 98_000_001,
    allianceId: null,
    asOf: new Date(),
  });
  await db.insert(assetPages).values({ characterId: main, page: 1, itemCount: 3, value: 4.5 });
  const merged = await buildUser(muster);
  await db.insert(accountMerges).values({
    id: randomToken(12),
    intoId: mira.userId,
    fromId: merged.userId,
    intoMainId: main,
    fromMainId: merged.mainCharacterId,
    ownerHash: "owner",
    state: "offered",
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  await db.insert(unknownCharacters).values({ characterId: alt, retryAt: new Date() });
  await db
    .insert(names)
    .values({ id: 1_040_000_000_001, name: null, refusedTo: main, retryAt: new Date() });
  await discordOf(muster, mira, "mira");
  await addToServer(muster, mira);
  const { id: applicationId } = await insertApplication(muster);
  await signedInAt(muster, applicationId, mira.userId);
  const fact = prepareFact(muster, applicationId);
  await write(muster, fact);
  await db
    .insert(factValues)
    .values({ userId: mira.userId, factId: fact.id, value: "3", asOf: new Date() });
  const joined = await buildUser(muster, { name: "Oskar's other friend" });
  await joined.api.groups[":id"].join.$post({ param: { id: group.id } });
  await mira.api.groups[":id"].members[":userId"].$delete({
    param: { id: group.id, userId: joined.userId },
  });
  await db.run(
    sql`update corporations set assigned_character_id = ${alt} where id in
      (select corporation_id from corporation_directors where character_id = ${alt})`,
  );
}

/** Muster knows the linked account on a Discord server, and has given it nothing. */
async function addToServer(muster: Muster, user: BuiltUser) {
  const { db } = muster.context;
  const server = prepareServer(muster);
  await write(muster, server);
  const discordId = sql`(select discord_id from discord_accounts where user_id = ${user.userId})`;
  const names = { name: "Mira", nickname: "Mira Tal" };
  const nothing = { roles: ["1"], given: [], accepted: [] };
  await db.insert(discordDirectMessages).values({
    userId: user.userId,
    afterSeq: 0,
    waitsUntil: new Date(),
    remindMinutes: 30,
    origin: "https://muster.test",
  });
  await db.insert(discordMembers).values({ serverId: server.id, discordId, ...names, ...nothing });
  await db
    .insert(discordMarks)
    .values({ serverId: server.id, discordId, mark: "a" })
    .onConflictDoNothing();
}

/** Links a Discord account with this name. */
export async function discordOf(muster: Muster, user: BuiltUser, username: string) {
  const person = await newEdenControl(muster.newEdenBase).discord.createUser({ username });
  await linkDiscord(muster, user, person);
}
