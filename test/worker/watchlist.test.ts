import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AddWatchEntry, WatchFinding, WatchSubject } from "#shared/watchlist.ts";
import { DAY_MS } from "#shared/time.ts";
import { MAX_IMPORTED, MAX_SHOWN_HITS } from "#shared/watch-limits.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";

const muster = await startMuster();
const { db } = muster.context;
const administrator = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
const stranger = await buildUser(muster);

let lastEveId = 98_700_000;
const newEveId = () => (lastEveId += 1);

async function add(
  given: Partial<AddWatchEntry> & Pick<AddWatchEntry, "eveId">,
  by: BuiltUser = administrator,
) {
  const json = watchEntry({ subject: "corporation", name: "Vantar Freight", ...given });
  const response = await by.api.watchlist.$post({ json });
  const { status }: { status: number } = response;
  if (status !== 201) throw new Error(String(status));
  return response.json();
}

async function entryOf(id: string) {
  const { items } = await (await administrator.api.watchlist.$get({ query: {} })).json();
  return items.find((entry) => entry.id === id);
}

const told = (hits: readonly WatchFinding[] | undefined) =>
  hits?.map(({ name, fact, since, until }) => [name, fact, since !== null, until !== null]);

async function hitsOf(id: string) {
  return told((await entryOf(id))?.hits);
}

function isIn(characterId: number, corporationId: number, allianceId: number | null = null) {
  const row = { characterId, corporationId, allianceId, asOf: new Date() };
  return db
    .insert(characterAffiliations)
    .values(row)
    .onConflictDoUpdate({ target: characterAffiliations.characterId, set: row });
}

const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();

function saveHistory(characterId: number, stays: [corporationId: number, daysAgo: number][]) {
  const data = JSON.stringify(
    stays.map(([corporationId, ago]) => ({ corporationId, startDate: day(ago) })),
  );
  return db
    .insert(characterSections)
    .values({ characterId, section: "corporationHistory", data })
    .onConflictDoUpdate({
      target: [characterSections.characterId, characterSections.section],
      set: { data },
    });
}

test("a pilot who signs in for the first time is found, and so is one who is known already", async () => {
  const eveId = 2_119_700_001;
  const entry = await add({ subject: "pilot", eveId, name: "Kesh Vantar" });
  expect(entry.hits).toEqual([]);
  await buildUser(muster, { characterId: eveId, name: "Kesh Vantar" });
  expect(await hitsOf(entry.id)).toEqual([["Kesh Vantar", "pilot", false, false]]);
  const known = await buildUser(muster, { name: "Known Pilot" });
  const other = await add({ subject: "pilot", eveId: known.mainCharacterId, name: "Known Pilot" });
  expect(told(other.hits)).toEqual([["Known Pilot", "pilot", false, false]]);
});

test("a change of corporation or alliance is found, and ends when the pilot leaves", async () => {
  const [corporationId, allianceId] = [newEveId(), newEveId()];
  const [corporation, alliance] = [
    await add({ eveId: corporationId }),
    await add({ subject: "alliance", eveId: allianceId, name: "Vantar Pact" }),
  ];
  const oskar = await buildUser(muster, { name: "Oskar Lind" });
  await isIn(oskar.mainCharacterId, newEveId());
  expect(await hitsOf(corporation.id)).toEqual([]);
  await isIn(oskar.mainCharacterId, corporationId, allianceId);
  expect(await hitsOf(corporation.id)).toEqual([["Oskar Lind", "corporation", true, false]]);
  expect(await hitsOf(alliance.id)).toEqual([["Oskar Lind", "alliance", true, false]]);
  await isIn(oskar.mainCharacterId, newEveId(), allianceId);
  expect(await hitsOf(corporation.id)).toEqual([["Oskar Lind", "corporation", true, true]]);
  expect(await hitsOf(alliance.id)).toEqual([["Oskar Lind", "alliance", true, false]]);
});

test("a history that is read is searched for former corporations, as far back as the entry says", async () => {
  const [corporationId, now] = [newEveId(), newEveId()];
  const entry = await add({ eveId: corporationId, months: 2 });
  const [late, early] = [
    await buildUser(muster, { name: "Left Lately" }),
    await buildUser(muster, { name: "Left Long Ago" }),
  ];
  await saveHistory(late.mainCharacterId, [
    [now, 30],
    [corporationId, 300],
  ]);
  await saveHistory(early.mainCharacterId, [
    [now, 90],
    [corporationId, 300],
  ]);
  const present = await buildUser(muster, { name: "Only Now" });
  await saveHistory(present.mainCharacterId, [[corporationId, 10]]);
  expect(await hitsOf(entry.id)).toEqual([["Left Lately", "history", true, true]]);
  const hit = (await entryOf(entry.id))?.hits[0];
  expect(hit?.since?.slice(0, 10)).toBe(day(300).slice(0, 10));
  expect(hit?.until?.slice(0, 10)).toBe(day(30).slice(0, 10));
});

test("a character that a watched pilot gave away is found when it is linked again", async () => {
  const kesh = await buildUser(muster, { name: "Kesh Two", alts: ["Hauler Of Kesh"] });
  const [, hauler = 0] = kesh.characterIds;
  const entry = await add({ subject: "pilot", eveId: kesh.mainCharacterId, name: "Kesh Two" });
  expect(await hitsOf(entry.id)).toEqual([["Kesh Two", "pilot", false, false]]);
  await db.update(characters).set({ userId: null }).where(eq(characters.id, hauler));
  expect(await hitsOf(entry.id)).toEqual([["Kesh Two", "pilot", false, false]]);
  await db.update(characters).set({ userId: stranger.userId }).where(eq(characters.id, hauler));
  expect(await hitsOf(entry.id)).toContainEqual(["Hauler Of Kesh", "belonged", true, true]);
});

test("a watched pilot that waits for a confirmation has given nothing away", async () => {
  const [robbed, buyer] = [
    await buildUser(muster, { name: "Robbed Pilot", alts: ["Watched Thief", "Sold Hauler"] }),
    await buildUser(muster, { name: "Honest Buyer" }),
  ];
  const [, thief = 0, hauler = 0] = robbed.characterIds;
  const isThief = eq(characters.id, thief);
  await db.update(characters).set({ unconfirmedSince: new Date() }).where(isThief);
  const entry = await add({ subject: "pilot", eveId: thief, name: "Watched Thief" });
  await db.update(characters).set({ userId: buyer.userId }).where(eq(characters.id, hauler));
  expect((await hitsOf(entry.id))?.map(([name]) => name)).toEqual(["Watched Thief"]);
  const freed = { userId: null, unconfirmedSince: null };
  await db.update(characters).set(freed).where(isThief);
  // What a thief linked did not belong to the account.
  const other = await add({ subject: "pilot", eveId: robbed.mainCharacterId, name: "Robbed" });
  await db.update(characters).set({ userId: buyer.userId }).where(isThief);
  expect((await hitsOf(other.id))?.map(([name]) => name)).not.toContain("Watched Thief");
});

test("a preview says by name whom a new entry would hit, and saving it finds the same", async () => {
  const [corporationId, now] = [newEveId(), newEveId()];
  const [mira, tove] = [
    await buildUser(muster, { name: "Mira Tal" }),
    await buildUser(muster, { name: "Tove Lark" }),
  ];
  await isIn(mira.mainCharacterId, corporationId);
  await saveHistory(tove.mainCharacterId, [
    [now, 10],
    [corporationId, 20],
    [now, 30],
    [corporationId, 40],
  ]);
  const previewOf = async (subject: WatchSubject) => {
    const query = { subject, eveId: String(corporationId) };
    return (await administrator.api.watchlist.preview.$get({ query })).json();
  };
  const preview = await previewOf("corporation");
  expect(told(preview.hits)).toEqual([
    ["Mira Tal", "corporation", true, false],
    ["Tove Lark", "history", true, true],
  ]);
  expect(preview.hits[1]?.until?.slice(0, 10)).toBe(day(10).slice(0, 10));
  expect(preview.count).toBe(2);
  expect(preview.unread).toBeGreaterThan(0);
  const others = await Promise.all([previewOf("alliance"), previewOf("pilot")]);
  expect(others.map(({ unread }) => unread)).toEqual([0, 0]);
  const { hits } = await add({ eveId: corporationId });
  expect(new Set(told(hits))).toEqual(new Set(told(preview.hits)));
});

test("a preview counts all whom an entry would hit, and reads the names of twenty", async () => {
  const corporationId = newEveId();
  const { userId } = await buildUser(muster);
  const firstId = 98_000_000_000;
  const link = async (from: number, to: number) => {
    const ids = sql`with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;
    await db.run(sql`insert into characters (id, name, name_folded, user_id, linked_at)
      ${ids} select ${firstId} + i, 'Alt ' || i, 'alt ' || i, ${userId}, i from n`);
    await db.run(sql`insert into character_affiliations (character_id, corporation_id, as_of)
      ${ids} select ${firstId} + i, ${corporationId}, 0 from n`);
  };
  const query = { subject: "corporation" as const, eveId: String(corporationId) };
  const preview = async () => {
    muster.costs.reset();
    const { hits, count } = await (
      await administrator.api.watchlist.preview.$get({ query })
    ).json();
    return { named: hits.length, count, rows: muster.costs.rowsRead };
  };
  await link(0, 30);
  await preview();
  const few = await preview();
  expect(few).toMatchObject({ named: 20, count: 30 });
  await link(30, 230);
  const many = await preview();
  expect(many).toMatchObject({ named: 20, count: 230 });
  // Each hit is looked up and counted, and its history is looked for.
  expect(many.rows - few.rows).toBeLessThanOrEqual(5 * 200);
});

test("a keeper who does not belong to the community keeps nothing until they do", async () => {
  const keeper = await buildUser(muster);
  const keepers = await buildGroup(muster, { owner: administrator, members: [keeper] });
  const others = await buildGroup(muster, { owner: administrator, members: [] });
  const { id } = await add({ eveId: newEveId() });
  await administrator.api.watchlist.keepers.$put({ json: { groupId: keepers.id } });
  const choose = async (groupId: string | null) => {
    const { version } = await (await administrator.api.admin.community.$get()).json();
    const json = { groupId, graceDays: 3, version };
    expect((await administrator.api.admin.community.members.$put({ json })).status).toBe(200);
  };
  const answers = async () => {
    const param = { id };
    const [list, preview, change, session] = await Promise.all([
      keeper.api.watchlist.$get({ query: {} }),
      keeper.api.watchlist.preview.$get({ query: { subject: "pilot", eveId: "1" } }),
      keeper.api.watchlist[":id"].$patch({ param, json: { days: 90 } }),
      keeper.api.auth.session.$get(),
    ]);
    const isTold = "unseenHits" in ((await session.json()).user ?? {});
    return [list.status, preview.status, change.status, isTold];
  };
  expect(await answers()).toEqual([200, 200, 200, true]);
  await choose(others.id);
  // The session in the cache is refused once (docs/decisions/0054-a-group-decides-who-belongs-to-the-community.md).
  expect((await keeper.api.groups.$get({ query: {} })).status).toBe(403);
  expect(await answers()).toEqual([404, 404, 404, false]);
  expect((await administrator.api.watchlist.$get({ query: {} })).status).toBe(200);
  await choose(null);
  expect(await answers()).toEqual([200, 200, 200, true]);
  await administrator.api.watchlist.keepers.$put({ json: { groupId: null } });
});

test("the session of a keeper says how many hits no keeper has seen, and others have no such field", async () => {
  const keeper = await buildUser(muster);
  const group = await buildGroup(muster, { owner: keeper, members: [] });
  const sessionOf = async (user: BuiltUser) =>
    (await (await user.api.auth.session.$get()).json()).user;
  const before = (await sessionOf(administrator))?.unseenHits ?? Number.NaN;
  const pilot = await buildUser(muster, { alts: ["Unseen Alt"] });
  const [first = 0, alt = 0] = pilot.characterIds;
  const { id } = await add({ subject: "pilot", eveId: first, name: "Unseen" });
  await add({ subject: "pilot", eveId: alt, name: "Unseen Alt" });
  expect((await sessionOf(administrator))?.unseenHits).toBe(before + 2);
  for (const user of [keeper, pilot]) {
    expect(Object.keys((await sessionOf(user)) ?? {})).not.toContain("unseenHits");
  }
  await administrator.api.watchlist.keepers.$put({ json: { groupId: group.id } });
  expect((await sessionOf(keeper))?.unseenHits).toBe(before + 2);
  const decided = async () =>
    (await (await administrator.api.admin.overview.$get()).json()).watched
      .map(({ name, character, count }) => [name, character, count])
      .filter(([name]) => String(name).startsWith("Unseen"));
  expect(new Set(await decided())).toEqual(
    new Set([
      ["Unseen", pilot.mainCharacterName, 1],
      ["Unseen Alt", "Unseen Alt", 1],
    ]),
  );
  // A stolen session has no cookie of a proof.
  const stolen = await muster.client(administrator.sessionToken).admin.overview.$get();
  expect((await stolen.json()).watched).toEqual([]);
  await keeper.api.watchlist[":id"].seen.$post({ param: { id }, query: {} });
  expect((await sessionOf(keeper))?.unseenHits).toBe(before + 1);
  expect(await decided()).toEqual([["Unseen Alt", "Unseen Alt", 1]]);
  await db.update(characters).set({ userId: null }).where(eq(characters.id, alt));
  expect((await sessionOf(administrator))?.unseenHits).toBe(before);
  await administrator.api.watchlist.keepers.$put({ json: { groupId: null } });
  expect(Object.keys((await sessionOf(keeper)) ?? {})).not.toContain("unseenHits");
});

test("looks and changes are events that name nobody, and that no event of the person tells", async () => {
  const kesh = await buildUser(muster, { name: "Kesh Three" });
  const entry = await add({ subject: "pilot", eveId: kesh.mainCharacterId, name: "Kesh Three" });
  await administrator.api.watchlist[":id"].$patch({
    param: { id: entry.id },
    json: { reason: "Asked for it." },
  });
  // The dialog sends what was edited: nothing.
  await administrator.api.watchlist[":id"].$patch({ param: { id: entry.id }, json: {} });
  await administrator.api.watchlist.$get({ query: {} });
  await administrator.api.watchlist.$get({ query: {} });
  await administrator.api.watchlist[":id"].$delete({ param: { id: entry.id } });
  const found = await db
    .select()
    .from(auditEvents)
    .where(sql`${auditEvents.kind} like 'watch\\_%' escape '\\'`);
  const ofEntry = found.filter(({ detail }) => JSON.stringify(detail).includes(entry.id));
  expect(ofEntry.map(({ kind }) => kind)).toEqual([
    "watch_entry_added",
    "watch_entry_changed",
    "watch_entry_removed",
  ]);
  const looks = found.filter(
    ({ kind, actorId }) => kind === "watch_list_viewed" && actorId === administrator.userId,
  );
  expect(looks).toHaveLength(1);
  expect(JSON.stringify(found)).not.toContain("Kesh");
  expect(found.filter(({ subjectId }) => subjectId !== null)).toEqual([]);
  const { events } = await (await kesh.api.auth.events.$get()).json();
  expect(events).toEqual([]);
});

test("the list is exported with a fresh proof and an event, and an import adds what is not on it, once", async () => {
  const eveId = newEveId();
  await add({ eveId, name: "=Formula", reason: "Took, and “kept”." });
  const { sessionToken } = administrator;
  const thief = await muster.send("/api/watchlist/export", {
    method: "POST",
    headers: { authorization: `Bearer ${sessionToken}` },
  });
  expect(thief.status).toBe(403);
  const response = await administrator.api.watchlist.export.$post();
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const text = await response.text();
  expect(text).toContain('"subject","eveId","name","level","reason","link","months","until"\r\n');
  expect(text).toContain(
    `"corporation","${eveId}","'=Formula","watch","Took, and “kept”.","","","`,
  );
  const pilot = await buildUser(muster, { name: "Imported Pilot" });
  const imported = (given: Parameters<typeof watchEntry>[0]) => ({
    ...watchEntry({ level: "refuse", ...given }),
    days: 30,
  });
  const json = {
    entries: [
      imported({ subject: "corporation", eveId, name: "Another Name" }),
      imported({ eveId: pilot.mainCharacterId, name: "Imported Pilot" }),
      imported({ eveId: pilot.mainCharacterId, name: "Twice" }),
    ],
  };
  const bring = async () => (await administrator.api.watchlist.import.$post({ json })).json();
  expect(await bring()).toEqual({ added: 1 });
  expect(await bring()).toEqual({ added: 0 });
  const { items } = await (await administrator.api.watchlist.$get({ query: {} })).json();
  const found = items.find((one) => one.eveId === pilot.mainCharacterId);
  expect(found).toMatchObject({ name: "Imported Pilot", level: "refuse" });
  expect(told(found?.hits)).toEqual([["Imported Pilot", "pilot", false, false]]);
  const kinds = await db
    .select({ kind: auditEvents.kind, detail: auditEvents.detail })
    .from(auditEvents)
    .where(sql`${auditEvents.kind} in ('watch_list_exported', 'watch_list_imported')`);
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
    "watch_list_exported",
    "watch_list_imported",
  ]);
  const refused = [
    await stranger.api.watchlist.export.$post(),
    await stranger.api.watchlist.import.$post({ json }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404]);
});

test("an import adds as many entries as it may have", async () => {
  const entries = Array.from({ length: MAX_IMPORTED }, () => ({
    ...watchEntry({ eveId: newEveId() }),
    days: 30,
  }));
  const response = await administrator.api.watchlist.import.$post({ json: { entries } });
  expect(await response.json()).toEqual({ added: MAX_IMPORTED });
});

test("an entry that nobody confirms ends with an event, once, and is deleted later", async () => {
  const entry = await add({ eveId: newEveId() });
  const ended = () =>
    db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.kind, "watch_entry_ended"))
      .then((rows) => rows.length);
  const setUntil = (until: Date) =>
    db.update(watchEntries).set({ until }).where(eq(watchEntries.id, entry.id));
  await setUntil(new Date(Date.now() - DAY_MS));
  await cleanUp(muster.context);
  await cleanUp(muster.context);
  expect(await ended()).toBe(1);
  expect(await entryOf(entry.id)).toBeDefined();
  await administrator.api.watchlist[":id"].$patch({ param: { id: entry.id }, json: { days: 1 } });
  await cleanUp(muster.context);
  expect(await ended()).toBe(1);
  await setUntil(new Date(Date.now() - 100 * DAY_MS));
  await cleanUp(muster.context);
  expect(await entryOf(entry.id)).toBeUndefined();
  expect(await ended()).toBe(2);
});

test("the same is on the list once, and what is seen is marked until it is found again", async () => {
  const eveId = newEveId();
  const { id } = await add({ eveId });
  await expect(add({ eveId })).rejects.toThrow("409");
  const pilot = await buildUser(muster, { name: "Came Back" });
  await isIn(pilot.mainCharacterId, eveId);
  const isSeen = async () => (await entryOf(id))?.hits.map((hit) => hit.isSeen);
  expect(await isSeen()).toEqual([false]);
  await administrator.api.watchlist[":id"].seen.$post({ param: { id }, query: {} });
  expect(await isSeen()).toEqual([true]);
  await isIn(pilot.mainCharacterId, newEveId());
  expect(await isSeen()).toEqual([true]);
  await isIn(pilot.mainCharacterId, eveId);
  expect(await isSeen()).toEqual([false]);
});

test("characters that belong to no account hide no linked pilot who was found before", async () => {
  const eveId = newEveId();
  const { id } = await add({ eveId });
  const pilot = await buildUser(muster, { name: "Found First" });
  await isIn(pilot.mainCharacterId, eveId);
  const known = Array.from({ length: MAX_SHOWN_HITS }, (_, nth) => 2_119_800_000 + nth);
  for (const characterId of known) {
    await db.insert(characters).values({ id: characterId, name: "Known", nameFolded: "known" });
    await db.insert(watchHits).values({
      entryId: id,
      characterId,
      fact: "corporation",
      foundAt: new Date(Date.now() + 1000),
    });
  }
  expect(await hitsOf(id)).toEqual([["Found First", "corporation", true, false]]);
});

test("a hit that was found after the keeper has read the list stays new", async () => {
  const eveId = newEveId();
  const { id } = await add({ eveId });
  const [read, later] = [await buildUser(muster), await buildUser(muster)];
  await isIn(read.mainCharacterId, eveId);
  const foundUntil = (await entryOf(id))?.hits[0]?.foundAt;
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(foundUntil ?? ""));
  await isIn(later.mainCharacterId, eveId);
  await administrator.api.watchlist[":id"].seen.$post({ param: { id }, query: { foundUntil } });
  const hits = (await entryOf(id))?.hits ?? [];
  expect(new Map(hits.map((hit) => [hit.characterId, hit.isSeen]))).toEqual(
    new Map([
      [read.mainCharacterId, true],
      [later.mainCharacterId, false],
    ]),
  );
});

test("a keeper searches names and reasons, and shows entries with new hits or those that are due", async () => {
  const list = async (query: { search?: string; show?: "new" | "due" }) =>
    (await administrator.api.watchlist.$get({ query })).json();
  const names = async (query: { search?: string; show?: "new" | "due" }) =>
    (await list({ search: "sorted", ...query })).items.map(({ name }) => name);
  const hit = await buildUser(muster, { name: "Sought Pilot" });
  const found = await add({
    subject: "pilot",
    eveId: hit.mainCharacterId,
    name: "Sorted Pilot",
    reason: "First.",
  });
  await add({ eveId: newEveId(), name: "Quiet", reason: "Is SORTED by its reason.", days: 5 });
  expect(await names({})).toEqual(["Quiet", "Sorted Pilot"]);
  expect(await names({ show: "new" })).toEqual(["Sorted Pilot"]);
  expect(await names({ show: "due" })).toEqual(["Quiet"]);
  const { counts, total } = await list({ search: "no such text" });
  expect(total).toBeGreaterThan(1);
  await administrator.api.watchlist[":id"].seen.$post({ param: { id: found.id }, query: {} });
  expect(await names({ show: "new" })).toEqual([]);
  expect((await list({})).counts).toEqual({ ...counts, new: counts.new - 1 });
  // What has ended is new in no list and in no count: the menu and the page agree.
  await db.update(watchHits).set({ seenAt: null });
  await db.update(watchEntries).set({ until: new Date(Date.now() - 1) });
  expect(await names({ show: "new" })).toEqual([]);
  const ended = await list({});
  expect(ended.counts.new).toBe(0);
  expect(ended.items.flatMap(({ hits }) => hits).every(({ isSeen }) => isSeen)).toBe(true);
  const session = await (await administrator.api.auth.session.$get()).json();
  expect(session).toMatchObject({ user: { unseenHits: 0 } });
});

test("a list of 5,000 costs a sign-in at most ten rows", async () => {
  const pilot = await buildUser(muster);
  const id = pilot.mainCharacterId;
  const rowsOf = async (work: () => Promise<unknown>) => {
    muster.costs.reset();
    await work();
    return muster.costs.rowsRead;
  };
  const signIn = async () => {
    await db.delete(characterAffiliations).where(eq(characterAffiliations.characterId, id));
    await db.delete(characterSections).where(eq(characterSections.characterId, id));
    return rowsOf(async () => {
      await isIn(id, 1_000_001, 99_000_001);
      await saveHistory(id, [
        [1_000_001, 1],
        [1_000_002, 2],
        [1_000_003, 3],
      ]);
    });
  };
  await db.delete(watchEntries);
  const without = await signIn();
  expect(without).toBeGreaterThan(0);
  await db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into watch_entries (id, subject, eve_id, name, reason, created_at, until)
    select 'e' || i, 'corporation', 97000000 + i, 'One', 'Why', 1, 9999999999999 from n`);
  expect((await signIn()) - without).toBeLessThanOrEqual(10);
});
