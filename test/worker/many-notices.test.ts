import { and, eq, gte, inArray, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { authorizeAgain, buildManaged } from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import worker from "#worker/index.ts";
import { run } from "#worker/db/batch.ts";
import { directors, fetchRuns } from "#worker/db/schema/corporations.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { corporationMembers, noticePolls } from "#worker/db/schema/evidence.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { REGISTRY } from "#worker/app/registry.ts";
import { fetchWork } from "#worker/corporations/fetch/service.ts";
import { beginAfter } from "#worker/work/begin-due.ts";
import { selectPollable } from "#worker/roster/notices.ts";

const ALL = [...CHARACTER_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];
const MINUTE = 60;
/** ESI's caches expire when they do. */
const KEEPING = { keepsAnswers: true };
/** What EVE sends at most. */
const MOST = 500;

const { drive, muster, world } = await startDriven();
const { db } = muster.context;

/** A corporation with this many members besides its director, its list read, and its notices up to now. */
async function buildLarge(members: number) {
  const corporation = await buildManaged(world, { holdings: { strangers: 200 } });
  for (const { pilot } of corporation.pilots) await authorizeAgain(muster, pilot.id, ALL);
  const ids: number[] = [];
  for (let count = 0; count < members; count += 1) {
    ids.push((await corporation.newEden.createPilot({ corporationId: corporation.id })).id);
  }
  await drive.startDue();
  await drive.drain();
  await minutes(2);
  return { corporation, ids };
}

async function minutes(count: number) {
  for (let minute = 0; minute < count; minute += 1) {
    const next = Date.now() + MINUTE * 1000;
    await drive.cron(EVERY_MINUTE);
    await drive.drain(next);
    await drive.advance(Math.max(0, Math.ceil((next - Date.now()) / 1000)));
  }
}

async function leave({ newEden }: Managed, ids: readonly number[]) {
  for (const id of ids) await newEden.leaveCorporation(id, undefined, KEEPING);
}

const departed = async ({ id }: Managed) =>
  (
    await db
      .select({ id: corporationMembers.characterId })
      .from(corporationMembers)
      .where(
        and(
          eq(corporationMembers.corporationId, id),
          isNotNull(corporationMembers.leftAt),
          eq(corporationMembers.departure, "notice"),
        ),
      )
  ).map((row) => row.id);

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

test("all of 500 notices of one poll are applied", async () => {
  const { corporation, ids } = await buildLarge(MOST);
  await leave(corporation, ids);
  await minutes(11);
  expect(sorted(await departed(corporation))).toEqual(sorted(ids));
});

test("a minute in which no director is due reads two rows for each", async () => {
  const { corporation } = await buildLarge(0);
  const known = await db.select({ id: directors.id }).from(directors);
  muster.costs.reset();
  const until = Date.now() + MINUTE * 1000;
  expect(await run(muster.context.db, selectPollable({ until }))).toEqual([]);
  // And one of the list of corporations, which is empty.
  expect(muster.costs.rowsRead).toBeLessThanOrEqual(2 * known.length + 1);
  // Ten minutes later, all that a poll needs.
  const due = await run(muster.context.db, selectPollable({ until: until + 10 * MINUTE * 1000 }));
  expect(due.filter(({ corporationId }) => corporationId === corporation.id)).toHaveLength(
    corporation.pilots.length,
  );
});

/** The polls of these corporations are due then, and no others. */
async function setDue(corporations: Managed[], at: number) {
  const far = new Date(Date.now() + 24 * 60 * MINUTE * 1000);
  await db.update(noticePolls).set({ dueAt: far });
  for (const { id } of corporations) {
    const own = db
      .select({ id: directors.id })
      .from(directors)
      .where(eq(directors.corporationId, id));
    const set = { dueAt: new Date(at), polledAt: new Date(at - 10 * MINUTE * 1000) };
    await db.update(noticePolls).set(set).where(inArray(noticePolls.directorId, own));
  }
}

test("polls that are due together take one delivery, and what a list leads to takes no message for those to come", async () => {
  const built = [await buildLarge(0), await buildLarge(0), await buildLarge(0)];
  const corporations = built.map(({ corporation }) => corporation);
  const start = Date.now();
  await setDue(corporations, start + 10_000);
  const before = drive.invocations.length;
  await drive.cron(EVERY_MINUTE);
  await drive.drain(start + 12_000);
  const kinds = drive.invocations.slice(before).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "notices")).toHaveLength(1);
  const polled = await db
    .select({ at: noticePolls.polledAt })
    .from(noticePolls)
    .where(gte(noticePolls.polledAt, new Date(start)));
  expect(polled).toHaveLength(corporations.length);

  const waiting = async (dueAt: number) => {
    await setDue(corporations, dueAt);
    await beginAfter(muster.context, REGISTRY, fetchWork);
    return muster.queue.waiting.splice(0).filter(({ body }) => body.kind === "notices").length;
  };
  expect(await waiting(Date.now() + 30_000)).toBe(0);
  expect(await waiting(Date.now() - 1000)).toBe(1);
});

test("a poll that is killed between its slices goes on where it was", async () => {
  const { corporation, ids } = await buildLarge(250);
  await leave(corporation, ids);
  // Until the poll is due.
  await drive.advance(10 * MINUTE);
  const seen: number[] = [];
  for (let calls = 3; seen.at(-1) !== ids.length && calls < 60; calls += 1) {
    await drive.cron(EVERY_MINUTE);
    for (let next = muster.queue.take(); next !== undefined; next = muster.queue.take()) {
      if (next.body.kind === "notices") await drive.deliverAndKill(next, calls);
      muster.queue.waiting.splice(0);
    }
    seen.push((await departed(corporation)).length);
    await drive.advance(MINUTE);
  }
  expect(seen.at(-1)).toBe(ids.length);
  // Some of its slices were kept, and no later one was lost.
  expect(seen.some((count) => count > 0 && count < ids.length)).toBe(true);
});

test("of two polls of one director that overlap, the one that ends last undoes nothing of the other", async () => {
  const { corporation, ids } = await buildLarge(130);
  await leave(corporation, ids.slice(0, 110));
  await drive.advance(10 * MINUTE);
  await drive.cron(EVERY_MINUTE);
  const message = muster.queue.waiting.find(({ body }) => body.kind === "notices");
  if (message === undefined) throw new Error("A poll is due.");
  muster.queue.waiting.splice(0);
  // The queue may deliver a message twice.
  await Promise.all([drive.deliver(message), drive.deliver(message)]);
  expect(await departed(corporation)).toHaveLength(110);
  await leave(corporation, ids.slice(110));
  await minutes(12);
  expect(sorted(await departed(corporation))).toEqual(sorted(ids));
});

test("an older poll that ends after a newer one does not move the cursor back", async () => {
  const { corporation, ids } = await buildLarge(2);
  await leave(corporation, ids.slice(0, 1));
  await drive.advance(10 * MINUTE);
  await drive.cron(EVERY_MINUTE);
  const message = muster.queue.waiting.find(({ body }) => body.kind === "notices");
  if (message === undefined) throw new Error("A poll is due.");
  muster.queue.waiting.splice(0);
  const cursor = async () =>
    Math.max(...(await db.select().from(noticePolls)).map((one) => one.lastNoticeId));
  let newest = 0;
  // Before the older poll saves what it has read, a newer one reads more, and ends.
  const older = interleave(muster.env, 2, async () => {
    await leave(corporation, ids.slice(1));
    await drive.advance(10 * MINUTE);
    await drive.deliver({ ...message });
    newest = await cursor();
  });
  await worker.queue(muster.queue.toBatch(message), older.env);
  expect(newest).toBeGreaterThan(0);
  expect(await cursor()).toBe(newest);
  expect(sorted(await departed(corporation))).toEqual(sorted(ids));
});

test("who leaves, returns and leaves again between two polls has left, and who returned last is a member", async () => {
  const { corporation, ids } = await buildLarge(2);
  const [away = 0, back = 0] = ids;
  for (const id of [away, back]) {
    for (const target of [undefined, corporation.id, undefined]) {
      await corporation.newEden.leaveCorporation(id, target, KEEPING);
      await drive.advance(5);
    }
  }
  await corporation.newEden.leaveCorporation(back, corporation.id, KEEPING);
  await minutes(11);
  expect(await departed(corporation)).toEqual([away]);
});

test("a list that does not reach back to the last seen notice brings the list of members forward", async () => {
  const { corporation, ids } = await buildLarge(MOST + 20);
  await leave(corporation, ids.slice(0, 1));
  await minutes(11);
  // The list expires before the next reading of the category is due.
  const isCore = and(eq(fetchRuns.corporationId, corporation.id), eq(fetchRuns.category, "core"));
  await db
    .update(fetchRuns)
    .set({ dueAt: new Date(Date.now() + 10 * 60 * MINUTE * 1000) })
    .where(isCore);
  await leave(corporation, ids.slice(1));
  await minutes(11);
  const gone = new Set(await departed(corporation));
  expect(gone.size).toBe(MOST + 1);
  await minutes(50);
  const rows = await db
    .select({ id: corporationMembers.characterId })
    .from(corporationMembers)
    .where(
      and(
        eq(corporationMembers.corporationId, corporation.id),
        isNotNull(corporationMembers.leftAt),
      ),
    );
  expect(rows).toHaveLength(MOST + 20);
});

test.each([true, false])(
  "the departure of a player whom no list has had is kept and applied (a list was read: %s)",
  async (isListed) => {
    const corporation = await buildManaged(world, { holdings: { strangers: 30 } });
    for (const { pilot } of corporation.pilots) await authorizeAgain(muster, pilot.id, ALL);
    if (isListed) await minutes(2);
    const member = await linkPilot(muster, { corporationId: corporation.id });
    const { id } = member.pilot;
    await member.refresh();
    await drive.advance(MINUTE);
    await leave(corporation, [id]);
    await minutes(12);
    const [affiliation] = await db
      .select()
      .from(characterAffiliations)
      .where(eq(characterAffiliations.characterId, id));
    expect(affiliation?.corporationId).not.toBe(corporation.id);
    expect(await departed(corporation)).toEqual([id]);
    const { members, source } = await (
      await world.admin.api.rosters[":id"].$get({ param: corporation.param })
    ).json();
    expect({ members, source }).toEqual({ members: 31, source: "list" });
  },
);

test("the first list of members is read within a minute of the first healthy director", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 30 } });
  await minutes(1);
  const rows = await db
    .select()
    .from(corporationMembers)
    .where(eq(corporationMembers.corporationId, corporation.id));
  expect(rows).toHaveLength(31);
});
