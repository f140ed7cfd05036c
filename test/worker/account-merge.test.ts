import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { discordOf, fillAccount } from "#test/support/people/fill-account.ts";
import {
  buildGroup,
  buildRequest,
  prepareInvitation,
  prepareOperation,
} from "#test/support/people/group-builders.ts";
import { DAY_MS } from "#shared/time.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { runQueue, tracesOf } from "#test/support/workerd/traces.ts";
import { write } from "#test/support/answers/write.ts";
import { insertApplication } from "#test/support/applications/applications.ts";
import { prepareFact } from "#test/support/applications/application-rows.ts";
import { moveValues } from "#worker/applications/facts/values-store.ts";
import { runBatch } from "#worker/db/batch.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import { characters, sessions, takeBackRights, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterSections } from "#worker/db/schema/characters.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { groupMembers, groups, invitationBlocks, joinRequests } from "#worker/db/schema/groups.ts";
import { operationAnswers } from "#worker/db/schema/operations.ts";

/** Inserts the offer that linking the main of `from` makes after a sign-in at EVE. */
async function offer(muster: Muster, into: BuiltUser, from: BuiltUser): Promise<string> {
  const id = await offerMerge(
    muster.context.db,
    { intoId: into.userId, fromId: from.userId },
    {
      characterId: from.mainCharacterId,
      name: from.mainCharacterName,
      ownerHash: `owner-of-${from.userId}`,
    },
  );
  return id ?? "";
}

const preview = async ({ api }: Pick<BuiltUser, "api">, id: string) =>
  (await api.account.merges[":id"].$get({ param: { id } })).json();

async function confirm(user: Pick<BuiltUser, "api">, id: string, step: "confirm" | "accept") {
  const { digest } = await preview(user, id);
  return user.api.account.merges[":id"][step].$post({ param: { id }, json: { digest } });
}

test("linking the main of another account offers to merge it, and merging moves everything", async () => {
  const muster = await startMuster();
  const [mine, other] = [openBrowser(muster), openBrowser(muster)];
  const [main, otherMain] = await mine.newEden.createPilots();
  await mine.signUp(main.id);
  await other.signUp(otherMain.id);
  const otherId = (await other.session()).user?.id ?? "";
  const { db } = muster.context;
  await db
    .insert(characterSections)
    .values({ characterId: otherMain.id, section: "wallet", data: '{"balance":7}' })
    .onConflictDoUpdate({
      target: [characterSections.characterId, characterSections.section],
      set: { data: '{"balance":7}' },
    });

  const refused = await mine.link(otherMain.id);
  expect(refused.status).toBe(409);
  const { message, mergeId } = await readError(refused);
  expect(message).toContain("is the main of another account here. You have just proved");
  const user = { api: muster.client(mine.sessionToken, mine.proof) };
  expect(await preview(user, mergeId ?? "")).toMatchObject({
    isInto: true,
    needsConsent: false,
    intoMainName: main.name,
    fromMainName: otherMain.name,
    characterNames: [otherMain.name],
    conflicts: [],
  });
  const merged = await confirm(user, mergeId ?? "", "confirm");
  expect(await merged.json()).toEqual({ isMerged: true });

  expect((await other.session()).authenticated).toBe(false);
  const session = await mine.session();
  expect(session.user?.mainCharacterId).toBe(main.id);
  expect(new Set(session.user?.characters.map(({ characterId }) => characterId))).toEqual(
    new Set([main.id, otherMain.id]),
  );
  const [wallet] = await db
    .select()
    .from(characterSections)
    .where(
      sql`${characterSections.characterId} = ${otherMain.id} and ${characterSections.section} = 'wallet'`,
    );
  expect(wallet?.data).toBe('{"balance":7}');
  await runQueue(muster);
  expect(await tracesOf(muster, [otherId])).toEqual([
    // By it, events of before the merge are verified with the id that they had.
    ["audit_events", otherId],
    ["merged_users", otherId],
  ]);
  const events = await (await user.api.auth.events.$get()).json();
  expect(events.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["accounts_merged", "account_absorbed", "account_created"]),
  );
  // The former main signs in to the remaining account.
  await other.logIn(otherMain.id);
  expect((await other.session()).user?.id).toBe(session.user?.id);
});

test("the preview names what both accounts have, and one of each remains", async () => {
  const muster = await startMuster();
  const [mira, alt, oskar] = [
    await buildUser(muster, { name: "Mira Into" }),
    await buildUser(muster, { name: "Mira From", alts: ["From's alt"] }),
    await buildUser(muster, { name: "Oskar" }),
  ];
  await fillAccount(muster, alt, oskar);
  await discordOf(muster, mira, "mira-into");
  await buildGroup(muster, { owner: alt, members: [mira], name: "Owned" });
  await buildGroup(muster, {
    owner: oskar,
    admins: [alt],
    members: [mira],
    name: "Shared",
  });
  const only = await buildGroup(muster, { owner: oskar, members: [alt], name: "Only" });
  await buildGroup(muster, {
    owner: oskar,
    members: [alt, mira],
    name: "Watched",
    visibility: "system",
  });
  const asked = await buildGroup(muster, { owner: oskar, name: "Asked", joinMode: "approval" });
  await buildRequest(muster, asked, mira);
  await buildRequest(muster, asked, alt);
  const invited = await buildGroup(muster, { owner: oskar, name: "Invited" });
  await write(
    muster,
    prepareInvitation(muster, invited, mira, oskar),
    prepareInvitation(muster, invited, alt, oskar),
    prepareInvitation(muster, only, mira, oskar),
  );
  await muster.context.db
    .insert(invitationBlocks)
    .values({ userId: alt.userId, groupId: asked.id, groupName: "Asked", createdAt: new Date() });
  const id = await offer(muster, mira, alt);
  const seen = await preview(mira, id);
  expect(seen.needsConsent).toBe(true);
  expect(seen.conflicts).toEqual([
    "Both accounts have a Discord account: mira-into stays, mira is unlinked and its permission is revoked.",
    "Both accounts are in Owned: one membership stays, as owner.",
    "Both accounts are in Shared: one membership stays, as admin.",
    "Both accounts ask to join Asked: one request stays.",
    "Both accounts are invited to Invited: one invitation stays.",
  ]);
  expect(await (await confirm(mira, id, "confirm")).json()).toEqual({ isMerged: false });
  expect((await (await alt.api.account.merges.$get()).json()).merges).toMatchObject([
    { id, isInto: false, state: "requested", intoMainName: "Mira Into" },
  ]);
  expect(await (await confirm(alt, id, "accept")).json()).toEqual({ isMerged: true });
  await runQueue(muster);

  const { db } = muster.context;
  expect(await tracesOf(muster, [alt.userId])).toEqual([
    // By it, events of before the merge are verified with the id that they had.
    ["audit_events", alt.userId],
    ["merged_users", alt.userId],
  ]);
  const roles = await db
    .select({ name: groups.name, role: groupMembers.role })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.userId, mira.userId))
    .orderBy(groups.name);
  expect(roles).toEqual([
    { name: "Only", role: "member" },
    { name: "Owned", role: "owner" },
    { name: "Scouts", role: "admin" },
    { name: "Shared", role: "admin" },
    { name: "Watched", role: "member" },
  ]);
  const counts = await db
    .select({
      kept: groups.memberCount,
      members: db.$count(groupMembers, eq(groupMembers.groupId, groups.id)),
      keptRequests: groups.pendingRequestCount,
      requests: db.$count(
        joinRequests,
        and(eq(joinRequests.groupId, groups.id), eq(joinRequests.status, "pending")),
      ),
    })
    .from(groups);
  for (const row of counts) {
    expect(row).toMatchObject({ kept: row.members, keptRequests: row.requests });
  }
  expect((await (await mira.api.auth.session.$get()).json()).user?.discord?.username).toBe(
    "mira-into",
  );
  const newEden = newEdenControl(muster.newEdenBase);
  expect(await newEden.requests({ path: /token\/revoke$/ })).toHaveLength(1);
  const blocked = await db
    .select({ name: invitationBlocks.groupName })
    .from(invitationBlocks)
    .where(eq(invitationBlocks.userId, mira.userId))
    .orderBy(invitationBlocks.groupName);
  expect(blocked.map(({ name }) => name)).toContain("Asked");
});

test("requests to stay are kept, unless the membership that stays has no end", async () => {
  const muster = await startMuster();
  const [mira, alt, oskar] = [
    await buildUser(muster, { name: "Mira Into" }),
    await buildUser(muster, { name: "Mira From" }),
    await buildUser(muster, { name: "Oskar" }),
  ];
  const { db } = muster.context;
  const scene = async (
    name: string,
    members: BuiltUser[],
    ending: BuiltUser,
    joining?: BuiltUser,
  ) => {
    const group = await buildGroup(muster, { owner: oskar, members, name, joinMode: "approval" });
    const isOf = and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, ending.userId));
    await db
      .update(groupMembers)
      .set({ endsAt: new Date(Date.now() + DAY_MS) })
      .where(isOf);
    for (const who of joining ? [ending, joining] : [ending]) {
      const asked = await who.api.groups[":id"]["join-requests"].$post({
        param: { id: group.id },
        json: {},
      });
      expect(asked.status).toBe(201);
    }
  };
  await scene("Asked by the account that stays", [mira], mira);
  await scene("Asked by the other", [alt], alt);
  await scene("Also asked to join", [alt], alt, mira);
  await scene("Has no end now", [mira, alt], mira);
  const id = await offer(muster, mira, alt);
  expect(await (await confirm(mira, id, "confirm")).json()).toEqual({ isMerged: true });
  const kept = await db
    .select({ name: groups.name, isExtension: joinRequests.isExtension })
    .from(joinRequests)
    .innerJoin(groups, eq(groups.id, joinRequests.groupId))
    .where(and(eq(joinRequests.userId, mira.userId), eq(joinRequests.status, "pending")))
    .orderBy(groups.name);
  expect(kept).toEqual(
    ["Also asked to join", "Asked by the account that stays", "Asked by the other"].map((name) => ({
      name,
      isExtension: true,
    })),
  );
});

test("neither a stolen session nor a sold character merges accounts", async () => {
  const muster = await startMuster();
  const { db } = muster.context;
  const stale = (user: BuiltUser) =>
    db
      .update(sessions)
      .set({ provenAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(sessions.userId, user.userId));
  const code = async (answer: Promise<Response>) => (await readError(await answer)).code;
  // With a stolen session, the thief links a main of their own, to sign in to the victim's account by it.
  const [victim, thief] = [await buildUser(muster), await buildUser(muster)];
  await stale(victim);
  const intoVictim = await offer(muster, victim, thief);
  expect(await code(confirm(victim, intoVictim, "confirm"))).toBe("fresh_proof_required");
  // To absorb the victim's account, the thief would have to prove its main at EVE, and the victim would have to agree.
  const rich = await buildUser(muster, { alts: ["Alt of the rich"] });
  const fromRich = await offer(muster, thief, rich);
  expect(await (await confirm(thief, fromRich, "confirm")).json()).toEqual({ isMerged: false });
  await stale(rich);
  expect(await code(confirm(rich, fromRich, "accept"))).toBe("fresh_proof_required");
  // One account cannot consent for the other.
  expect((await confirm(thief, fromRich, "accept")).status).toBe(404);
  expect((await confirm(rich, fromRich, "confirm")).status).toBe(403);
  const stranger = await buildUser(muster);
  const param = { id: fromRich };
  expect((await stranger.api.account.merges[":id"].$get({ param })).status).toBe(404);
  expect((await stranger.api.account.merges[":id"].$delete({ param })).status).toBe(404);

  // The proven character was sold meanwhile, or is no longer the main.
  const [buyer, seller] = [await buildUser(muster), await buildUser(muster, { alts: ["Second"] })];
  const sold = await offer(muster, buyer, seller);
  await db
    .update(characters)
    .set({ ownerHash: "another" })
    .where(eq(characters.id, seller.mainCharacterId));
  expect((await buyer.api.account.merges[":id"].$get({ param: { id: sold } })).status).toBe(404);
  const changed = await buildUser(muster, { alts: ["New main"] });
  const outdated = await offer(muster, buyer, changed);
  await db
    .update(users)
    .set({ mainCharacterId: changed.characterIds[1] ?? 0 })
    .where(eq(users.id, changed.userId));
  expect((await buyer.api.account.merges[":id"].$get({ param: { id: outdated } })).status).toBe(
    404,
  );

  // A suspension does not end with a merge.
  const suspended = await buildUser(muster);
  const before = await offer(muster, buyer, suspended);
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + 60_000), suspensionReason: "spying" })
    .where(eq(users.id, suspended.userId));
  expect((await confirm(buyer, before, "confirm")).status).toBe(409);
  expect(await offer(muster, buyer, suspended)).toBe("");
});

test("a request to merge is shown while it can be accepted, and stays if its main is proven again", async () => {
  const muster = await startMuster();
  const [into, from] = [
    await buildUser(muster, { alts: ["Next main"] }),
    await buildUser(muster, { alts: ["Alt"] }),
  ];
  const id = await offer(muster, into, from);
  await confirm(into, id, "confirm");
  const shown = async () => {
    const { user } = await (await from.api.auth.session.$get()).json();
    const { merges } = await (await from.api.account.merges.$get()).json();
    return [user?.hasMergeRequest, merges.map((merge) => merge.id)];
  };
  expect(await shown()).toEqual([true, [id]]);
  expect(await offer(muster, into, from)).toBe(id);
  expect(await shown()).toEqual([true, [id]]);
  await into.api.auth.main.$put({ json: { characterId: into.characterIds[1] ?? 0 } });
  expect(await shown()).toEqual([undefined, []]);
  expect(await offer(muster, into, from)).not.toBe(id);
});

test("operations that the absorbed account comes to are reminded of as the account that stays wants it", async () => {
  const muster = await startMuster();
  const { db } = muster.context;
  const [into, from] = [await buildUser(muster), await buildUser(muster)];
  const group = await buildGroup(muster, { owner: into, members: [from] });
  const startsAt = new Date(Date.now() + 60 * 60_000);
  const operation = prepareOperation(muster, group, into, { startsAt });
  await write(muster, operation);
  await db.insert(discordDirectMessages).values({
    userId: into.userId,
    afterSeq: 0,
    waitsUntil: new Date(),
    origin: "https://muster.test",
    remindMinutes: 30,
  });
  await db.insert(operationAnswers).values({
    operationId: operation.id,
    userId: from.userId,
    answer: "coming",
    answeredAt: new Date(),
  });
  const id = await offer(muster, into, from);
  expect(await (await confirm(into, id, "confirm")).json()).toEqual({ isMerged: true });
  const isIts = eq(operationAnswers.operationId, operation.id);
  expect(await db.select().from(operationAnswers).where(isIts)).toMatchObject([
    { userId: into.userId, remindAt: new Date(startsAt.getTime() - 30 * 60_000) },
  ]);
});

test("what a user has done to the absorbed account is no news, before the log is rewritten either", async () => {
  const muster = await startMuster();
  const [into, from] = [await buildUser(muster), openBrowser(muster)];
  const [main, alt] = await from.newEden.createPilots();
  await from.signUp(main.id);
  await from.link(alt.id);
  const { user } = await from.session();
  await muster.context.db
    .update(characters)
    .set({ ownerHash: `owner-of-${user?.id}` })
    .where(eq(characters.id, main.id));
  const api = muster.client(from.sessionToken, from.proof);
  const absorbed = { ...into, api, userId: user?.id ?? "", mainCharacterId: main.id };
  const id = await offer(muster, into, absorbed);
  await confirm(into, id, "confirm");
  expect(await (await confirm(absorbed, id, "accept")).json()).toEqual({ isMerged: true });
  const notices = async () => (await (await into.api.characters.$get()).json()).notices;
  expect(await notices()).toEqual([]);
  await runQueue(muster);
  expect(await notices()).toEqual([]);
});

test("the alt of another account is not merged, and an offer ends after fifteen minutes", async () => {
  const muster = await startMuster();
  const [mine, other] = [openBrowser(muster), openBrowser(muster)];
  const [main, otherMain, otherAlt] = await mine.newEden.createPilots();
  await mine.signUp(main.id);
  await other.signUp(otherMain.id);
  await other.link(otherAlt.id);
  const refused = await readError(await mine.link(otherAlt.id));
  expect(refused).not.toHaveProperty("mergeId");
  expect(refused.message).toContain("belongs to another account here");

  const { mergeId = "" } = await readError(await mine.link(otherMain.id));
  const api = muster.client(mine.sessionToken, mine.proof);
  const param = { id: mergeId };
  expect((await api.account.merges[":id"].$get({ param })).status).toBe(200);
  await muster.later(16 * 60, async () => {
    expect((await api.account.merges[":id"].$get({ param })).status).toBe(404);
  });
  expect((await api.account.merges[":id"].$delete({ param })).status).toBe(204);
  expect(await muster.context.db.$count(accountMerges, eq(accountMerges.id, mergeId))).toBe(0);
});

test("a merge with an outdated preview is refused, and of two at the same time one succeeds", async () => {
  const muster = await startMuster();
  const [mira, alt] = [await buildUser(muster), await buildUser(muster, { name: "Raced" })];
  await buildToken(muster, alt.mainCharacterId);
  const id = await offer(muster, mira, alt);
  const { digest } = await preview(mira, id);
  await buildGroup(muster, { owner: alt, name: "Meanwhile" });
  const post = (json: { digest: string }) =>
    mira.api.account.merges[":id"].confirm.$post({ param: { id }, json });
  expect((await post({ digest })).status).toBe(409);
  const fresh = (await preview(mira, id)).digest;
  const answers = await Promise.all([post({ digest: fresh }), post({ digest: fresh })]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { db } = muster.context;
  const events = await db.select().from(auditEvents).where(eq(auditEvents.kind, "accounts_merged"));
  expect(events.filter(({ subjectId }) => subjectId === mira.userId)).toHaveLength(1);
  // The remaining account can be deleted before the log of the absorbed one is rewritten.
  const [meanwhile] = await db.select().from(groups).where(eq(groups.name, "Meanwhile"));
  await mira.api.groups[":id"].$delete({
    param: { id: meanwhile?.id ?? "" },
    json: { name: "Meanwhile" },
  });
  await mira.api.account.$delete({ json: { name: mira.mainCharacterName } });
  await runQueue(muster);
  expect(await tracesOf(muster, [alt.userId, mira.userId, "Raced"])).toEqual([]);
});

test("of two values of one fact, the later one stays, whichever account had it, and of two for one time, none", async () => {
  const muster = await startMuster();
  const { db } = muster.context;
  const [mira, alt] = [await buildUser(muster), await buildUser(muster)];
  const application = await insertApplication(muster);
  const [fleets, kills, own, both, confirmed] = ["fleets", "kills", "own", "both", "confirmed"].map(
    (key) => prepareFact(muster, application.id, { key }),
  );
  if (!fleets || !kills || !own || !both || !confirmed) throw new Error("There are five.");
  await write(muster, fleets, kills, own, both, confirmed);
  const [early, late] = [new Date(Date.now() - 1000), new Date()];
  await db.insert(factValues).values([
    { userId: mira.userId, factId: fleets.id, value: "1", asOf: early },
    { userId: alt.userId, factId: fleets.id, value: "2", asOf: late },
    { userId: mira.userId, factId: kills.id, value: "3", asOf: late },
    { userId: alt.userId, factId: kills.id, value: "4", asOf: early },
    { userId: alt.userId, factId: own.id, value: "5", asOf: early },
    { userId: mira.userId, factId: both.id, value: "6", asOf: early, endsAt: late },
    { userId: alt.userId, factId: both.id, value: "7", asOf: early, endsAt: late },
    { userId: mira.userId, factId: confirmed.id, value: "8", asOf: early },
    { userId: alt.userId, factId: confirmed.id, value: "9", asOf: late },
  ]);
  const confirmedAt = new Date(late.getTime() + 1000);
  await db.update(facts).set({ confirmedAt }).where(eq(facts.id, confirmed.id));
  await runBatch(db, [moveValues(alt.userId, mira.userId)]);
  const found = await db
    .select({ factId: factValues.factId, value: factValues.value, endsAt: factValues.endsAt })
    .from(factValues)
    .where(eq(factValues.userId, mira.userId));
  const valueOf = new Map(found.map(({ factId, ...one }) => [factId, one]));
  const endsAt = null;
  expect(valueOf).toEqual(
    new Map([
      [fleets.id, { value: "2", endsAt }],
      [kills.id, { value: "3", endsAt }],
      [own.id, { value: "5", endsAt }],
      // Two for one time, and one that may have been confirmed after the other.
      [both.id, { value: null, endsAt }],
      [confirmed.id, { value: null, endsAt }],
    ]),
  );
});

test("an account that a former main could take back is not merged, until that right has expired", async () => {
  const muster = await startMuster();
  const { db } = muster.context;
  const [into, from, former] = await Promise.all([1, 2, 3].map(() => buildUser(muster)));
  if (!into || !from || !former) throw new Error();
  const id = await offer(muster, into, from);
  const right = {
    characterId: former.mainCharacterId,
    userId: from.userId,
    ownerHash: "of-the-former-main",
    linkedAt: new Date(0),
    lostMainAt: new Date(),
  };
  await db.insert(takeBackRights).values({ ...right, expiresAt: new Date(Date.now() + 60_000) });
  expect((await confirm(into, id, "confirm")).status).toBe(409);
  await db.update(takeBackRights).set({ expiresAt: new Date(Date.now() - 1) });
  expect(await (await confirm(into, id, "confirm")).json()).toEqual({ isMerged: true });
});
