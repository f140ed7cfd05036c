import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import type { AddWatchEntry } from "#shared/watchlist.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";

const muster = await startMuster();
const { db } = muster.context;
const CORPORATION = 98_800_001;

const admin = await buildAdministrator(muster);
const owner = await buildUser(muster, { name: "Mira Tal" });
const keeper = await buildUser(muster, { name: "Renwick Pell" });
const tovi = await buildUser(muster, { name: "Tovi Renn", alts: ["Serenna Kirova"] });
const capitals = await buildGroup(muster, { owner, joinMode: "approval", name: "Capitals" });
const keepers = await buildGroup(muster, { owner: keeper, name: "Keepers" });
await db.insert(characterAffiliations).values({
  characterId: tovi.characterIds[1] ?? 0,
  corporationId: CORPORATION,
  allianceId: null,
  asOf: new Date("2026-03-04T00:00:00Z"),
});
await admin.api.watchlist.keepers.$put({ json: { groupId: keepers.id } });
const requestId = await buildRequest(muster, capitals, tovi);

async function add(given: Partial<AddWatchEntry>) {
  const json = watchEntry({
    subject: "corporation",
    eveId: CORPORATION,
    name: "Vantar Freight",
    ...given,
  });
  const response = await admin.api.watchlist.$post({ json });
  expect(response.status).toBe(201);
  const { id } = await response.json();
  return id ?? "";
}
const hitsFor = (who: BuiltUser, id = requestId) =>
  who.api.watchlist.requests[":id"].$get({ param: { id } });
const views = () => db.$count(auditEvents, eq(auditEvents.kind, "watch_list_viewed"));

test("a keeper who reviews a request reads what hits its pilot, and each look is recorded", async () => {
  expect(await (await hitsFor(admin)).json()).toEqual({ items: [] });
  expect(await views()).toBe(0);
  const watch = await add({});
  const refuse = await add({
    subject: "pilot",
    eveId: tovi.mainCharacterId,
    name: "Tovi Renn",
    level: "refuse",
  });
  muster.costs.reset();
  const answer = await (await hitsFor(admin)).json();
  expect(muster.costs.roundTrips).toBe(1);
  const [main, alt] = tovi.characterIds;
  const pilot = { userId: tovi.userId, mainName: "Tovi Renn", ticker: null, until: null };
  const asPilot = { characterId: main, name: "Tovi Renn", fact: "pilot", since: null };
  const asAlt = { characterId: alt, name: "Serenna Kirova", fact: "corporation" };
  const since = "2026-03-04T00:00:00.000Z";
  expect(answer).toEqual({
    items: [
      {
        id: refuse,
        subject: "pilot",
        eveId: main,
        name: "Tovi Renn",
        level: "refuse",
        findings: [{ ...pilot, ...asPilot }],
      },
      {
        id: watch,
        subject: "corporation",
        eveId: CORPORATION,
        name: "Vantar Freight",
        level: "watch",
        findings: [{ ...pilot, ...asAlt, since }],
      },
    ],
  });
  expect(await views()).toBe(1);
  await hitsFor(admin);
  expect(await views()).toBe(1);
});

test("a keeper reads what hits the pilots of a list in one round trip, and others get a missing route", async () => {
  const hitsOf = (who: BuiltUser, ...users: BuiltUser[]) =>
    who.api.watchlist.hits.$get({ query: { users: users.map(({ userId }) => userId).join() } });
  await db.delete(auditEvents).where(eq(auditEvents.kind, "watch_list_viewed"));
  expect(await (await hitsOf(keeper, owner, admin)).json()).toEqual({ items: [] });
  expect(await views()).toBe(0);
  muster.costs.reset();
  const { items } = await (await hitsOf(keeper, owner, tovi)).json();
  expect(muster.costs.roundTrips).toBe(1);
  expect(items.map(({ name, level, findings }) => [name, level, findings[0]?.userId])).toEqual([
    ["Tovi Renn", "refuse", tovi.userId],
    ["Vantar Freight", "watch", tovi.userId],
  ]);
  expect(await views()).toBe(1);
  const missing = await readError(await muster.send("/api/nothing"));
  for (const who of [owner, tovi]) {
    const refused = await hitsOf(who, tovi);
    expect(refused.status).toBe(404);
    expect((await readError(refused)).message).toBe(missing.message);
  }
  await db.delete(auditEvents).where(eq(auditEvents.kind, "watch_list_viewed"));
  await hitsOf(admin, tovi);
});

test("keepers who do not review the request get none, and reviewers who keep no list get a missing route", async () => {
  const missing = await readError(await muster.send("/api/nothing"));
  for (const who of [owner, tovi]) {
    const response = await hitsFor(who);
    expect(response.status).toBe(404);
    expect((await readError(response)).message).toBe(missing.message);
  }
  const before = await views();
  expect((await readError(await hitsFor(keeper))).message).toBe("Join request not found");
  expect((await readError(await hitsFor(admin, "none"))).message).toBe("Join request not found");
  // The look of a keeper who may not read the request is recorded, if it has a hit.
  expect(await views()).toBe(before + 1);
  await owner.api.groups[":id"].form.$put({
    param: { id: capitals.id },
    json: { version: null, form: null, reviewerGroupId: keepers.id },
  });
  expect((await (await hitsFor(keeper)).json()).items).toHaveLength(2);
  expect(await views()).toBe(2);
  expect(await readError(await hitsFor(owner))).toMatchObject({ message: missing.message });
});

test("what has ended and what is decided shows nothing, and the list itself stays out of the request's page", async () => {
  const page = await owner.api.groups["join-requests"][":id"].$get({ param: { id: requestId } });
  const own = await admin.api.groups["join-requests"][":id"].$get({ param: { id: requestId } });
  for (const response of [page, own]) expect(await response.text()).not.toMatch(/watch|Vantar/i);
  await db
    .update(watchEntries)
    .set({ until: new Date(Date.now() - DAY_MS) })
    .where(eq(watchEntries.subject, "corporation"));
  expect((await (await hitsFor(admin)).json()).items?.map(({ name }) => name)).toEqual([
    "Tovi Renn",
  ]);
  await db
    .update(joinRequests)
    .set({ status: "rejected", decidedAt: new Date(), decisionId: "decided" })
    .where(eq(joinRequests.id, requestId));
  expect(await (await hitsFor(admin)).json()).toEqual({ items: [] });
});
