import { eq } from "drizzle-orm";
import { assert, expect, test } from "vitest";
import { MAX_NAMES } from "#shared/name-list.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { contacts } from "#worker/db/schema/evidence.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";

const muster = await startMuster();
const { db } = muster.context;
const newEden = newEdenControl(muster.newEdenBase);

const admin = await buildAdministrator(muster);
const tovi = await buildUser(muster, { name: "Tovi Wrenfield", alts: ["Wrenfield Hauler"] });
const player = await buildUser(muster, { name: "Nils Brandvold" });
await buildGroup(muster, { owner: player, members: [tovi], name: "Capitals" });
const corporation = await newEden.createCorporation();
const stranger = await newEden.createPilot({ corporationId: corporation.id });

async function lookUp(names: string[], who = admin) {
  const response = await who.api.admin.pilots.lookup.$post({ json: { names } });
  expect(response.status).toBe(200);
  return response.json();
}

const eventsOf = async () =>
  (await db.select({ kind: auditEvents.kind }).from(auditEvents)).map(({ kind }) => kind);

async function watch(given: Parameters<typeof watchEntry>[0]) {
  const response = await admin.api.watchlist.$post({ json: watchEntry(given) });
  expect(response.status).toBe(201);
}

test("a list of names says who is here, whom EVE knows and who does not exist, in one round trip", async () => {
  await newEden.clearRequests();
  muster.costs.reset();
  const { items, watchlist } = await lookUp([
    "tovi wrenfield",
    "Wrenfield Hauler",
    stranger.name,
    "Tovi Wrenfield",
    "Nobody Has This Name",
  ]);
  // One reads the session.
  expect(muster.costs.roundTrips).toBe(2);
  expect((await newEden.requests()).map(({ path }) => path)).toEqual([
    "/universe/ids",
    "/characters/affiliation",
    "/universe/names",
  ]);
  const account = {
    userId: tovi.userId,
    mainCharacterId: tovi.mainCharacterId,
    mainCharacterName: "Tovi Wrenfield",
    groupCount: 1,
    suspension: null,
  };
  expect(watchlist).toBe("read");
  expect(items).toMatchObject([
    { asked: "Tovi Wrenfield", state: "here", name: "Tovi Wrenfield", account, watches: [] },
    { state: "here", characterId: tovi.characterIds[1], name: "Wrenfield Hauler", account },
    {
      state: "eve",
      characterId: stranger.id,
      name: stranger.name,
      corporation: { id: corporation.id, name: corporation.name },
      account: null,
    },
    { asked: "Nobody Has This Name", state: "unknown", characterId: null, account: null },
  ]);
  expect(await eventsOf()).toEqual(["pilots_looked_up"]);
  await lookUp(["Tovi Wrenfield"]);
  expect(await eventsOf()).toEqual(["pilots_looked_up"]);
});

test("a thousand names cost EVE four calls, and more are refused", async () => {
  const names = Array.from({ length: MAX_NAMES - 1 }, (_, index) => `Nobody Number ${index}`);
  await newEden.clearRequests();
  muster.costs.reset();
  expect((await lookUp([...names, stranger.name])).items).toHaveLength(MAX_NAMES);
  expect(muster.costs.roundTrips).toBe(2);
  expect(await newEden.requests()).toHaveLength(4);
  const tooMany = [...names, "One", "Two"];
  expect((await admin.api.admin.pilots.lookup.$post({ json: { names: tooMany } })).status).toBe(
    400,
  );
});

test("keepers see whom an entry hits: by the pilot, by another pilot of the account, by the corporation", async () => {
  await watch({ eveId: tovi.characterIds[1] ?? 0, name: "Wrenfield Hauler", level: "refuse" });
  await watch({ subject: "corporation", eveId: corporation.id, name: corporation.name });
  const names = ["Tovi Wrenfield", "Wrenfield Hauler", stranger.name, "Nils Brandvold"];
  const { items, watchlist } = await lookUp(names);
  expect(watchlist).toBe("read");
  const told = items.map(({ watches }) => watches.map(({ level, name, by }) => [level, name, by]));
  expect(told).toEqual([
    [["refuse", "Wrenfield Hauler", "Wrenfield Hauler"]],
    [["refuse", "Wrenfield Hauler", null]],
    [["watch", corporation.name, null]],
    [],
  ]);
  expect(await eventsOf()).toContain("watch_list_viewed");
});

test("without a fresh proof of the main, nobody is told who is watched", async () => {
  await db
    .update(sessions)
    .set({ provenAt: new Date(0) })
    .where(eq(sessions.userId, admin.userId));
  const { items, watchlist } = await lookUp(["Tovi Wrenfield", stranger.name]);
  expect(watchlist).toBe("proof");
  expect(items.flatMap(({ watches }) => watches)).toEqual([]);
  await db.delete(watchEntries);
  expect((await lookUp(["Tovi Wrenfield"])).watchlist).toBe("read");
});

test("without a fresh proof, the rows that are read do not tell which account is watched", async () => {
  const rowsWhile = async (eveId: number) => {
    await db.update(sessions).set({ provenAt: new Date() });
    await watch({ eveId, name: "Somebody" });
    await db.update(sessions).set({ provenAt: new Date(0) });
    await lookUp(["Tovi Wrenfield"]);
    muster.costs.reset();
    expect(await lookUp(["Tovi Wrenfield"])).toMatchObject({ watchlist: "proof" });
    const rows = muster.costs.executed.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    await db.delete(watchEntries);
    return rows;
  };
  expect(await rowsWhile(tovi.mainCharacterId)).toBe(await rowsWhile(player.mainCharacterId));
});

test("each line has the ticker, the security status of a pilot who is here, and the lowest standing", async () => {
  const owner = { name: "Sable", nameFolded: "sable", ticker: "SBLM", tickerFolded: "sblm" };
  await db.insert(corporations).values({ id: 98_000_001, ...owner, createdAt: new Date() });
  await db
    .insert(corporations)
    .values({ id: 98_000_002, ...owner, allianceId: 99_000_002, createdAt: new Date() });
  const [characterId] = tovi.characterIds;
  assert(characterId !== undefined);
  await db
    .insert(characterAffiliations)
    .values({ characterId, corporationId: 98_000_001, asOf: new Date() });
  await db
    .insert(characterSections)
    .values({ characterId, section: "info", data: '{"securityStatus":-2.14}' });
  await db.insert(contacts).values([
    { ownerId: 98_000_001, contactId: corporation.id, standing: 5 },
    { ownerId: 99_000_002, contactId: corporation.id, standing: -10 },
    { ownerId: 98_000_002, contactId: characterId, standing: 2.5 },
    // Of a corporation that is managed no more.
    { ownerId: 98_000_009, contactId: characterId, standing: -5 },
  ]);
  const { items } = await lookUp(["Tovi Wrenfield", stranger.name]);
  expect(items).toMatchObject([
    { corporation: { ticker: "SBLM" }, securityStatus: -2.14, standing: 2.5 },
    { corporation: { ticker: null }, securityStatus: null, standing: -10 },
  ]);
});

test("a pilot whose corporation EVE does not tell is not said to be unwatched", async () => {
  await newEden.addFault({ service: "esi", kind: "server_error", path: "/affiliation$" });
  const { items } = await lookUp([stranger.name]);
  expect(items).toMatchObject([{ state: "eve", isAffiliationRead: false, corporation: null }]);
});
