import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { corporations, fetchRuns } from "#worker/db/schema/corporations.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const { drive, muster, world } = await startDriven();
const { db } = muster.context;
const roster = world.admin.api.rosters[":id"];

async function readLists() {
  await drive.startDue();
  await drive.drain();
  await minute();
}

async function minute() {
  await drive.cron(EVERY_MINUTE);
  await drive.drain();
}

/** The next reading of the members is due in a day, whatever EVE's cache says. */
async function postpone({ id }: Managed) {
  await db
    .update(fetchRuns)
    .set({ dueAt: new Date(Date.now() + 24 * HOUR * 1000) })
    .where(and(eq(fetchRuns.corporationId, id), eq(fetchRuns.category, "core")));
}

const summary = async ({ param }: Managed) => (await roster.$get({ param })).json();

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
