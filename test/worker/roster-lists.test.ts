import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { characterAffiliations, UNKNOWN_CORPORATION_ID } from "#worker/db/schema/characters.ts";
import { corporations, fetchRuns } from "#worker/db/schema/corporations.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const { drive, muster, world } = await startDriven();
const { db } = muster.context;
const { admin } = world;

/** Reads the lists of every corporation, and names new members. */
const roster = admin.api.rosters[":id"];

async function minute() {
  await drive.cron(EVERY_MINUTE);
  await drive.drain();
}

async function readLists() {
  await drive.startDue();
  await drive.drain();
  await minute();
}

const summary = async ({ param }: Managed) => (await roster.$get({ param })).json();
const formerMembers = async ({ param }: Managed) =>
  (await roster.members.$get({ param, query: { former: "true" } })).json();

const presentIds = async (corporation: Managed) =>
  (
    await db
      .select({ id: corporationMembers.characterId })
      .from(corporationMembers)
      .where(
        and(
          eq(corporationMembers.corporationId, corporation.id),
          isNull(corporationMembers.leftAt),
        ),
      )
  ).map(({ id }) => id);

test("a member without the role lends the list of members, and nothing else is read", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 2 } });
  const [director] = corporation.pilots;
  const id = director?.pilot.id ?? 0;
  await readLists();
  await corporation.newEden.setRoles(id, []);
  for (let check = 0; check < 4; check += 1) {
    await drive.advance(HOUR);
    await drive.checkHealth();
    await drive.drain();
  }
  expect(await corporation.directors()).toMatchObject([
    { isHealthy: false, problem: "missing_role" },
  ]);
  await corporation.newEden.setHoldings(corporation.id, { strangers: 4 });
  await corporation.newEden.clearRequests();
  await drive.advance(HOUR + 60);
  await readLists();
  expect(await presentIds(corporation)).toHaveLength(5);
  const asked = await corporation.newEden.requests({ path: /\/corporations\/\d+\// });
  expect(asked.map(({ path }) => path)).toEqual([
    expect.stringMatching(`/corporations/${corporation.id}/members$`),
  ]);
  expect(await corporation.directors()).toMatchObject([
    { isHealthy: false, problem: "missing_role" },
  ]);
});

test("members missing from the list have left, unless so many are missing that it may be a mistake", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 40 } });
  const { newEden } = corporation;
  const kicked = await linkPilot(muster, { corporationId: corporation.id });
  await kicked.refresh();
  await readLists();
  expect(await presentIds(corporation)).toHaveLength(42);
  await newEden.leaveCorporation(kicked.pilot.id);
  await newEden.setHoldings(corporation.id, { strangers: 38 });
  await drive.advance(HOUR + 60);
  await readLists();
  expect(await presentIds(corporation)).toHaveLength(39);
  expect(await summary(corporation)).toMatchObject({ members: 39, left: 3, former: 3 });
  const former = await formerMembers(corporation);
  expect(former.total).toBe(3);
  expect(former.items.find(({ characterId }) => characterId === kicked.pilot.id)).toMatchObject({
    left: { at: expect.any(String), how: "unknown" },
    registration: { userId: kicked.user.userId },
  });
  const [affiliation] = await db
    .select()
    .from(characterAffiliations)
    .where(eq(characterAffiliations.characterId, kicked.pilot.id));
  expect(affiliation).toMatchObject({ corporationId: UNKNOWN_CORPORATION_ID, allianceId: null });

  // An outage that lists a few, and one that lists nobody.
  await newEden.setHoldings(corporation.id, { strangers: 4 });
  await newEden.addFault({
    service: "esi",
    kind: "unavailable",
    path: `/corporations/${corporation.id}$`,
  });
  await drive.advance(HOUR + 60);
  await readLists();
  expect(await presentIds(corporation)).toHaveLength(39);
  expect(await summary(corporation)).toMatchObject({ doubtfulCount: 5, members: 39 });
  await newEden.setHoldings(corporation.id, { hidesMembers: true });
  await drive.advance(HOUR + 60);
  await readLists();
  expect(await presentIds(corporation)).toHaveLength(39);

  // The list is complete again.
  await newEden.clearFaults();
  await newEden.setHoldings(corporation.id, { hidesMembers: false, strangers: 38 });
  await drive.advance(HOUR + 60);
  await readLists();
  expect(await presentIds(corporation)).toHaveLength(39);
  expect(await summary(corporation)).toMatchObject({ doubtfulCount: null, members: 39 });
});

/** A corporation of 41 whose list has only 11 by now. */
async function buildShrunken() {
  const corporation = await buildManaged(world, { holdings: { strangers: 40 } });
  const { newEden, id } = corporation;
  await readLists();
  expect(await presentIds(corporation)).toHaveLength(41);
  await newEden.setHoldings(id, { strangers: 10 });
  await drive.advance(HOUR + 60);
  return corporation;
}

async function publicCount({ id }: Managed) {
  const [row] = await db.select().from(corporations).where(eq(corporations.id, id));
  return row?.memberCount;
}

test.each([10, 9])(
  "a short list ends memberships an hour later, if the next one is as short and EVE's public number agrees (%i strangers by then)",
  async (strangers) => {
    const corporation = await buildShrunken();
    await readLists();
    // EVE's public number agrees with the first one already.
    expect(await publicCount(corporation)).toBe(11);
    expect(await summary(corporation)).toMatchObject({ members: 41, doubtfulCount: 11 });
    // The same list again, within its cache time.
    await drive.advance(600);
    await corporation.fetch("core");
    await drive.drain();
    expect(await summary(corporation)).toMatchObject({ members: 41, doubtfulCount: 11 });
    await corporation.newEden.setHoldings(corporation.id, { strangers });
    await drive.advance(HOUR);
    await readLists();
    expect(await summary(corporation)).toMatchObject({
      members: strangers + 1,
      doubtfulCount: null,
    });
    expect(await presentIds(corporation)).toHaveLength(strangers + 1);
  },
);

test("lists that stay short end no membership while EVE's public number is another", async () => {
  const corporation = await buildShrunken();
  await corporation.newEden.addFault({
    service: "esi",
    kind: "unavailable",
    path: `/corporations/${corporation.id}$`,
  });
  for (let reading = 0; reading < 4; reading += 1) {
    await readLists();
    expect(await publicCount(corporation)).toBe(41);
    expect(await summary(corporation)).toMatchObject({ members: 41, doubtfulCount: 11 });
    await drive.advance(HOUR + 60);
  }
});

test("a short list between two complete ones confirms no later one", async () => {
  const corporation = await buildShrunken();
  const { newEden, id } = corporation;
  for (const strangers of [10, 40, 10]) {
    await newEden.setHoldings(id, { strangers });
    await readLists();
    expect((await summary(corporation)).members).toBe(41);
    await drive.advance(HOUR + 60);
  }
  expect(await presentIds(corporation)).toHaveLength(41);
});

/** The next reading of the members is due in a day, whatever EVE's cache says. */
async function postpone({ id }: Managed) {
  await db
    .update(fetchRuns)
    .set({ dueAt: new Date(Date.now() + 24 * HOUR * 1000) })
    .where(and(eq(fetchRuns.corporationId, id), eq(fetchRuns.category, "core")));
}

test("an administrator reads the members now, as soon as EVE has a new list", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 12 } });
  const { newEden, param } = corporation;
  await readLists();
  await postpone(corporation);
  const before = await summary(corporation);
  expect(before).toMatchObject({ members: 13, isReading: false });
  const renewedAt = before.renewedAt ?? "";
  expect(Date.parse(renewedAt)).toBeGreaterThan(Date.now());

  await newEden.setHoldings(corporation.id, { strangers: 11 });
  await newEden.clearRequests();
  const early = await roster.read.$post({ param });
  expect(early.status).toBe(409);
  expect(await early.json()).toMatchObject({
    error: {
      message: `EVE renews its list of members at ${renewedAt.slice(11, 16)} EVE time. Until then it would give the same list.`,
    },
  });
  expect(muster.queue.waiting).toEqual([]);
  expect(await newEden.requests({ path: /\/members/ })).toEqual([]);

  await drive.advance(HOUR + MINUTE);
  expect((await roster.read.$post({ param })).status).toBe(204);
  expect(await summary(corporation)).toMatchObject({ members: 13, isReading: true });
  // Pressed twice: the run that is open goes on.
  expect((await roster.read.$post({ param })).status).toBe(204);
  await drive.drain();
  expect(await summary(corporation)).toMatchObject({ members: 12, isReading: false });
  const lists = await newEden.requests({ path: /\/members$/ });
  expect(lists).toHaveLength(1);
});

test("what failed can be read again at once", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 3 } });
  const { newEden, param } = corporation;
  await readLists();
  await drive.advance(HOUR + MINUTE);
  await newEden.setHoldings(corporation.id, { strangers: 4 });
  await newEden.addFault({ service: "esi", kind: "malformed_json", path: "/members$" });
  await readLists();
  await newEden.clearFaults();
  expect(await summary(corporation)).toMatchObject({ renewedAt: null, isReading: false });
  expect((await roster.read.$post({ param })).status).toBe(204);
});

test("a changed public number of members brings the list of members forward", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 12 } });
  const kicked = await linkPilot(muster, { corporationId: corporation.id });
  await readLists();
  await postpone(corporation);
  await drive.advance(2 * HOUR + MINUTE);
  await drive.startDue();
  await drive.drain();
  await minute();
  // Nothing has changed, so nothing is read before it is due.
  expect((await summary(corporation)).nextDue).not.toBeNull();
  expect(Date.parse((await summary(corporation)).nextDue ?? "")).toBeGreaterThan(
    Date.now() + 10 * HOUR * 1000,
  );

  await corporation.newEden.kick(kicked.pilot.id);
  await drive.advance(2 * HOUR + MINUTE);
  await drive.startDue();
  await drive.drain();
  await minute();
  expect(await summary(corporation)).toMatchObject({ members: 13, left: 1 });
});

test("a public number that agrees with a short list ends no membership by itself", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 40 } });
  const { newEden, id } = corporation;
  await readLists();
  expect((await summary(corporation)).members).toBe(41);
  await newEden.addFault({ service: "esi", kind: "unavailable", path: `/corporations/${id}$` });
  await newEden.setHoldings(id, { strangers: 10 });
  await drive.advance(HOUR + MINUTE);
  await minute();
  expect(await summary(corporation)).toMatchObject({ members: 41, doubtfulCount: 11 });

  await newEden.clearFaults();
  await newEden.addFault({
    service: "esi",
    kind: "unavailable",
    path: `/corporations/${id}/members$`,
  });
  await drive.advance(2 * HOUR + MINUTE);
  await drive.startDue();
  await drive.drain();
  const [row] = await db.select().from(corporations).where(eq(corporations.id, id));
  expect(row?.memberCount).toBe(11);
  expect(await summary(corporation)).toMatchObject({ members: 41 });
});
