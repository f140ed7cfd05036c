import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import { eveDate } from "#test/support/eve-date.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import { writeEvents } from "#test/support/people/activity-builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { runBatch } from "#worker/db/batch.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterChecks, characterSections } from "#worker/db/schema/characters.ts";
import { corporations, healthMarks } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import {
  community,
  countedDays,
  countedHours,
  healthDays,
} from "#worker/db/schema/installation.ts";
import { countHour, selectLastCounted } from "#worker/overview/counters.ts";

const HOUR_MS = 60 * 60 * 1000;
const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);
/** Today at 20:47 EVE time. */
const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS + 20 * HOUR_MS + 47 * 60_000;
const TODAY = Math.floor(NOW / DAY_MS);
const CORPORATION = 98_000_777;

beforeEach(async () => {
  for (const table of [countedDays, countedHours, healthDays, healthMarks, auditEvents]) {
    await db.delete(table);
  }
  await db.delete(corporations);
  await db.delete(discordServers);
  await db.delete(characterSections);
});

async function count(now: number) {
  const [[last]] = await runBatch(db, [selectLastCounted()]);
  return runBatch(db, countHour(last, now));
}

const overview = async () => (await admin.api.admin.overview.$get()).json();

const state = async () => ({
  days: await db.select().from(countedDays).orderBy(countedDays.day),
  hours: await db.select().from(countedHours),
  health: await db.select().from(healthDays),
});

async function seeOnline(number: number, at: number) {
  for (let index = 0; index < number; index += 1) {
    const { mainCharacterId } = await buildUser(muster);
    await db.insert(characterSections).values({
      characterId: mainCharacterId,
      section: "status",
      data: JSON.stringify({ online: true, lastLogin: null }),
    });
    const check = { checkedAt: eveDate(at), dueAt: at, failure: null };
    await db
      .insert(characterChecks)
      .values({ characterId: mainCharacterId, record: { checks: { status: check } } })
      .onConflictDoUpdate({
        target: characterChecks.characterId,
        set: { record: { checks: { status: check } } },
      });
  }
}

async function addCorporation() {
  await db.insert(corporations).values({
    id: CORPORATION,
    name: "Pale Harbor",
    nameFolded: "pale harbor",
    ticker: "PHSY",
    tickerFolded: "phsy",
    createdAt: new Date(NOW),
  });
}

const addServers = (ids: string[]) =>
  db.insert(discordServers).values(
    ids.map((id) => ({
      id,
      name: `Server ${id}`,
      isOn: true,
      addedAt: new Date(NOW),
      facts: {
        id,
        name: "Server",
        ownerId: "1",
        memberCount: 1,
        roles: [],
        botRoleIds: [],
        hasMembersIntent: true,
        requiresTwoFactor: false,
        readAt: NOW,
      },
    })),
  );

const mark = (at: number, given: { healthy: number; failing?: number; unknown?: number }) =>
  db.insert(healthMarks).values({
    corporationId: CORPORATION,
    at: new Date(at),
    directors: 2,
    failing: 0,
    unknown: 0,
    ...given,
  });

// The first test: nobody but the administrator is there yet.
test("a community of less than five pilots has no hours", async () => {
  await seeOnline(3, NOW);
  await count(NOW);
  expect(await db.select().from(countedHours)).toEqual([]);
  expect((await overview()).hours).toEqual([]);
});

test("the first count takes the weeks from the log", async () => {
  await buildUser(muster);
  const group = await buildGroup(muster, { owner: admin });
  await db.delete(auditEvents);
  const created = (daysAgo: number) => ({
    log: "accounts" as const,
    kind: "account_created" as const,
    subject: admin,
    at: NOW - daysAgo * DAY_MS,
  });
  await writeEvents(muster, [created(20), created(8), created(8), created(0)]);
  await writeEvents(muster, [
    { log: "groups", kind: "member_removed", group, at: NOW - DAY_MS },
    { log: "groups", kind: "member_left", group, actor: admin, at: NOW - DAY_MS },
  ]);
  await count(NOW);
  const { memberGroup, days } = await overview();
  const [{ accounts } = { accounts: 0 }] = await db
    .select({ accounts: sql<number>`count(*)` })
    .from(sql`users`);
  expect(memberGroup).toBeNull();
  expect(days).toHaveLength(21);
  expect(days.filter(({ joined }) => joined > 0)).toMatchObject([
    { day: TODAY - 20, joined: 1, members: null },
    { day: TODAY - 8, joined: 2 },
    { day: TODAY, joined: 1, members: accounts },
  ]);
  // Only the membership that no person ended.
  expect(days.at(-2)).toMatchObject({ day: TODAY - 1, ended: 1 });
});

test("members are those of the group that decides who belongs to the community", async () => {
  const [member, stranger] = [await buildUser(muster), await buildUser(muster)];
  const group = await buildGroup(muster, { owner: admin, members: [member] });
  await db.update(community).set({ memberGroupId: group.id });
  await db.delete(auditEvents);
  await writeEvents(muster, [
    { log: "accounts", kind: "account_created", subject: stranger, at: NOW },
    { log: "groups", kind: "member_left", group, actor: stranger, at: NOW },
  ]);
  await count(NOW);
  const { memberGroup, days } = await overview();
  await db.update(community).set({ memberGroupId: null });
  expect([memberGroup, days]).toMatchObject([group.name, [{ members: 2, joined: 0, left: 1 }]]);
});

test("counting twice, or again after a kill, adds nothing", async () => {
  await addCorporation();
  await seeOnline(6, NOW);
  await mark(NOW - 9 * 60_000, { healthy: 1, failing: 0 });
  await writeEvents(muster, [
    { log: "accounts", kind: "account_created", subject: admin, at: NOW - HOUR_MS },
  ]);
  await count(NOW);
  const once = await state();
  await count(NOW);
  expect(await state()).toEqual(once);
  // Late events of the day before are still counted, and an erased event takes nothing away.
  await db.delete(auditEvents);
  await count(NOW + 5 * HOUR_MS);
  const days = await db.select().from(countedDays).where(eq(countedDays.day, TODAY));
  expect(days).toMatchObject([{ joined: 1 }]);
});

test("an hour says how many are in game, and no number below five", async () => {
  expect((await overview()).hours).toEqual([]);
  await seeOnline(4, NOW);
  await count(NOW);
  const few = (await overview()).hours;
  const hour = ((new Date(NOW).getUTCDay() + 6) % 7) * 24 + 20;
  expect(few).toEqual([{ hour, pilots: null }]);
  await db.delete(countedHours);
  await seeOnline(3, NOW);
  // Read before the hour: nobody knows whether they are in game.
  await seeOnline(5, NOW - 2 * HOUR_MS);
  await count(NOW);
  expect((await overview()).hours).toEqual([{ hour, pilots: 7 }]);
  // A week later nobody is: the former week fades.
  await count(NOW + 7 * DAY_MS);
  const [{ sum, weight } = { sum: 0, weight: 0 }] = await db.select().from(countedHours);
  expect([sum, weight]).toEqual([7 * 0.75, 1.75]);
});

test("health is a bit of each hour: partial, down, or not known", async () => {
  await addCorporation();
  await muster.env.DB.prepare(
    "insert into corporation_directors (id, corporation_id, character_id, priority, created_at) values ('d1', ?, ?, 1, 0)",
  )
    .bind(CORPORATION, AURELIA_VOSS_ID)
    .run();
  await mark(NOW - 3 * HOUR_MS, { healthy: 2 });
  await count(NOW - 3 * HOUR_MS + 1);
  await mark(NOW - 2 * HOUR_MS, { healthy: 1 });
  await count(NOW - 2 * HOUR_MS + 1);
  await mark(NOW - HOUR_MS, { healthy: 0 });
  await count(NOW - HOUR_MS + 1);
  // EVE answered for none of them.
  await mark(NOW, { healthy: 0, unknown: 2 });
  await count(NOW + 1);
  const bit = (hour: number) => 2 ** hour;
  const { health, days, corporations: shown } = await overview();
  expect(shown).toMatchObject([{ corporationId: CORPORATION, directorCount: 1, members: null }]);
  expect(days.at(-1)?.watched).toBe(bit(17) + bit(18) + bit(19) + bit(20));
  expect(health).toEqual([
    {
      day: TODAY,
      kind: "corporation",
      subjectId: String(CORPORATION),
      partial: bit(18) + bit(19),
      down: bit(19),
      // The hours before the first, too.
      unknown: bit(17) - 1 + bit(20),
    },
  ]);
});

test("a day of counting writes at most 200 rows, also on its worst day", async () => {
  await addCorporation();
  await seeOnline(6, NOW);
  for (let index = 0; index < 8; index += 1) {
    await db.insert(corporations).values({
      id: CORPORATION + 1 + index,
      name: `Corporation ${index}`,
      nameFolded: `corporation ${index}`,
      ticker: "C",
      tickerFolded: "c",
      createdAt: new Date(NOW),
    });
  }
  await addServers(["1", "2"]);
  await count(NOW - DAY_MS);
  const begin = TODAY * DAY_MS;
  muster.costs.reset();
  let counted = 0;
  for (let hour = 0; hour < 24; hour += 1) {
    const now = begin + hour * HOUR_MS + 47 * 60_000;
    // Three hours in which everything fails, and one in which a server is halted.
    const healthy = hour % 8 === 3 ? 0 : 2;
    await runBatch(
      db,
      Array.from({ length: 9 }, (_, index) =>
        db.insert(healthMarks).values({
          corporationId: CORPORATION + index,
          at: new Date(now - 60_000),
          directors: 2,
          healthy,
          failing: 0,
          unknown: 0,
        }),
      ),
    );
    await db.update(discordServers).set({ halt: hour === 5 ? "no_access" : null });
    const before = muster.costs.rowsWritten;
    await count(now);
    counted += muster.costs.rowsWritten - before;
  }
  // 24 for the days, 24 for the hours of the week, and of eleven subjects a row with its index and each bad hour.
  expect(counted).toBeGreaterThan(70);
  expect(counted).toBeLessThanOrEqual(200);
});

test("requests that wait for more than three days need a decision", async () => {
  const group = await buildGroup(muster, { owner: admin, joinMode: "approval" });
  const requester = await buildUser(muster);
  const id = await buildRequest(muster, group, requester);
  expect((await overview()).requests).toBeNull();
  await db
    .update(joinRequests)
    .set({ createdAt: new Date(Date.now() - 4 * DAY_MS) })
    .where(eq(joinRequests.id, id));
  expect((await overview()).requests).toMatchObject({
    count: 1,
    groupId: group.id,
    name: group.name,
  });
  // Another one that waits is one row of an index.
  muster.costs.reset();
  await overview();
  const { rowsRead } = muster.costs;
  for (const other of await buildUsers(muster, 5)) {
    const request = await buildRequest(muster, group, other);
    await db
      .update(joinRequests)
      .set({ createdAt: new Date(Date.now() - 4 * DAY_MS) })
      .where(eq(joinRequests.id, request));
  }
  muster.costs.reset();
  expect((await overview()).requests).toMatchObject({ count: 6 });
  expect(muster.costs.rowsRead - rowsRead).toBeLessThanOrEqual(5);
});

test("a corporation that has lost its directors and a server that is held need a decision", async () => {
  await addCorporation();
  await muster.env.DB.prepare(
    "insert into corporation_directors (id, corporation_id, character_id, priority, checked_at, created_at) values ('d2', ?, ?, 1, 1, 0)",
  )
    .bind(CORPORATION, AURELIA_VOSS_ID)
    .run();
  await addServers(["9"]);
  await db.update(discordServers).set({ removals: "held", removalCount: 8 });
  expect(await overview()).toMatchObject({
    withoutDirector: [{ corporationId: CORPORATION }],
    servers: [{ serverId: "9", held: { count: 8, since: null } }],
    administrators: 1,
    hasBot: true,
  });
});

test("held removals are counted without members who have left since", async () => {
  const members = await buildUsers(muster, 6);
  const { id: groupId } = await buildGroup(muster, { owner: admin, members });
  const userIds = members.map(({ userId }) => userId);
  await admin.api.admin.pilots.bulk.$post({ json: { action: "remove", groupId, userIds } });
  const held = async () => (await overview()).held.map(({ count, of }) => [count, of]);
  expect(await held()).toEqual([[6, 7]]);
  await members[0]?.api.groups[":id"].leave.$post({ param: { id: groupId } });
  expect(await held()).toEqual([[5, 6]]);
});
