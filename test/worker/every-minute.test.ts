import * as fc from "fast-check";
import { and, asc, between, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, inject, test, vi } from "vitest";
import worker from "#worker/index.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { corporations, directors, fetchRuns } from "#worker/db/schema/corporations.ts";
import { tokenRevocations } from "#worker/db/schema/erasure.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { EVERY_MINUTE, SCHEDULES } from "#worker/work/crons.ts";
import type { JobName } from "#worker/work/crons.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOURS = share(24, 6);
/** Not in EVE's downtime. */
const NOON = Date.UTC(2026, 11, 1, 12);

const muster = await startMuster();
const newEden = newEdenControl(muster.newEdenBase);
const { db } = muster.context;
vi.useFakeTimers({ toFake: ["Date"], now: NOON });
afterAll(() => vi.useRealTimers());

beforeEach(async () => {
  await db.delete(jobRuns);
  vi.setSystemTime(NOON);
});

/** Fires the cron for a minute, that many minutes after noon, when the clock shows `arrival`. */
async function fire(minute: number, arrival = minute) {
  vi.setSystemTime(NOON + arrival * MINUTE_MS);
  const scheduledTime = NOON + minute * MINUTE_MS;
  await worker.scheduled({ cron: EVERY_MINUTE, scheduledTime }, muster.env);
}

async function pass(from: number, to: number) {
  for (let minute = from; minute <= to; minute += 1) await fire(minute);
}

/** When the runs of a job began, in minutes after noon. */
async function runsOf(job: JobName) {
  const runs = await db
    .select()
    .from(jobRuns)
    .where(eq(jobRuns.job, job))
    .orderBy(asc(jobRuns.startedAt));
  return runs.map(({ startedAt }) => (startedAt.getTime() - NOON) / MINUTE_MS);
}

test("a new deployment runs every job in its first minutes, and then each at its times", async () => {
  await pass(0, 30);
  expect(await runsOf("corporation-fetches")).toEqual([0, 4, 19]);
  expect(await runsOf("director-health")).toEqual([1, 8]);
  expect(await runsOf("housekeeping")).toEqual([2]);
  // Jobs that have nothing to do do not wait for their turn.
  expect(await runsOf("account-erasure")).toEqual([0]);
  expect(await runsOf("market-prices")).toEqual([9, 20]);
});

test("a job that has nothing to do in most hours runs in the hour in which it has", async () => {
  await pass(0, 46);
  await db.insert(tokenRevocations).values({
    id: "1:00",
    provider: "eve",
    refreshToken: "not a token",
    dueAt: new Date(),
  });
  await pass(47, 54);
  // It waited for four others, and was not recorded in the first minute as a job that has nothing to do.
  expect(await runsOf("account-erasure")).toEqual([0, 51]);
});

test("a job waits for a minute in which no other work does, but for five minutes at most", async () => {
  await pass(0, 18);
  const [owner, member] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner, members: [member] });
  const isMember = and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, member.userId));
  const remindAgain = () =>
    db
      .update(groupMembers)
      .set({ endsAt: new Date(NOON + HOUR_MS), endDueAt: new Date(NOON) })
      .where(isMember);
  await remindAgain();
  await fire(19);
  expect(await runsOf("corporation-fetches")).toEqual([0, 4]);
  await fire(20);
  expect(await runsOf("corporation-fetches")).toEqual([0, 4, 20]);
  await pass(21, 33);
  for (let minute = 34; minute < 42; minute += 1) {
    await remindAgain();
    await fire(minute);
  }
  expect(await runsOf("corporation-fetches")).toEqual([0, 4, 20, 39]);
});

test("while jobs are due, other work waits for a minute at most, and a fetch that begins meanwhile has its message", async () => {
  const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
  const corporation = await buildManaged({ muster, admin });
  await pass(0, 45);
  const group = await buildGroup(muster, { owner: admin, members: [await buildUser(muster)] });
  const isWaiting = and(
    eq(groupMembers.groupId, group.id),
    eq(groupMembers.endDueAt, new Date(NOON)),
  );
  const waited: number[] = [];
  const started: number[] = [];
  for (let minute = 46; minute <= 65; minute += 1) {
    await db
      .update(groupMembers)
      .set({ endsAt: new Date(NOON + DAY_MS), endDueAt: new Date(NOON) })
      .where(eq(groupMembers.groupId, group.id));
    if (minute === 53) {
      await db.update(directors).set({ isHealthy: true });
      const assignedCharacterId = corporation.pilots[0]?.pilot.id ?? null;
      await db.update(corporations).set({ isActive: true, assignedCharacterId });
    }
    muster.queue.waiting.splice(0);
    await fire(minute);
    if ((await db.$count(groupMembers, isWaiting)) > 0) waited.push(minute);
    const runs = await db.select().from(fetchRuns).where(eq(fetchRuns.category, "core"));
    const messages = JSON.stringify(muster.queue.waiting);
    if (runs.some(({ id }) => messages.includes(id))) started.push(minute);
  }
  expect(waited.filter((minute) => waited.includes(minute + 1))).toEqual([]);
  expect(started).toContain(53);
  expect(await runsOf("audit-seal")).toHaveLength(2);
});

test("prices that EVE did not give are asked for again after an hour, until it does", async () => {
  await newEden.addFault({ service: "esi", kind: "server_error", path: "/prices$" });
  await pass(0, 18);
  await newEden.clearFaults();
  await pass(19, 240);
  expect(await runsOf("market-prices")).toEqual([9, 20]);
});

test("two invocations at the same minute run a job once", async () => {
  await pass(0, 18);
  await Promise.all([fire(19), fire(19), fire(19)]);
  await fire(19, 21);
  expect(await runsOf("corporation-fetches")).toEqual([0, 4, 19]);
});

test(`${HOURS} hours of minutes that are missing, late and repeated runs each job once for each of its times`, async () => {
  const [minutes = []] = fc.sample(
    fc.array(
      fc.record({
        isMissing: fc.boolean(),
        late: fc.constantFrom(0, 0, 0, 1, 3, 6),
        times: fc.constantFrom(1, 1, 2),
      }),
      { minLength: HOURS * 60, maxLength: HOURS * 60 },
    ),
    { seed: inject("seed"), numRuns: 1 },
  );
  await pass(-15, -1);
  // Three at most are missing in a row. A job waits five minutes for a quiet one: after ten minutes without any, the quarter of an hour of
  // the most frequent one ends before that.
  const isPresent = (minute: number) => minutes[minute]?.isMissing === false;
  const events = minutes
    .flatMap(({ late, times }, minute) =>
      [minute, minute - 1, minute - 2, minute - 3].some(isPresent) && !isPresent(minute)
        ? []
        : Array.from({ length: times }, () => ({ minute, arrival: minute + late })),
    )
    .toSorted((a, b) => a.arrival - b.arrival);
  for (const { minute, arrival } of events) await fire(minute, arrival);
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const { jobs, everyMinutes, firstMinute } of Object.values(SCHEDULES)) {
    const every = everyMinutes * MINUTE_MS;
    const first = NOON - (NOON % DAY_MS) + firstMinute * MINUTE_MS;
    for (let slot = first; slot + every <= NOON + HOURS * HOUR_MS; slot += every) {
      if (slot < NOON) continue;
      const isInSlot = between(jobRuns.startedAt, new Date(slot), new Date(slot + every - 1));
      const runs = await db.select().from(jobRuns).where(isInSlot);
      for (const job of jobs) {
        const { length } = runs.filter((run) => run.job === job);
        if (length === 0) lost.push(`${job} ${new Date(slot).toISOString()}`);
        if (length > 1) doubled.push(`${job} ${new Date(slot).toISOString()}`);
      }
    }
  }
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
});
