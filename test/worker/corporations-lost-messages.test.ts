import { cronEvent } from "#test/support/workerd/run-cron.ts";
import { expect, test } from "vitest";
import { corporationRow } from "#test/support/discord/managed-builders.ts";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { corporations, fetchRuns } from "#worker/db/schema/corporations.ts";
import worker from "#worker/index.ts";

const MINUTE = 60;
/** The lease of an invocation on its run, and of the queue on a message. */
const LEASE = 3 * MINUTE;

const { world, muster, drive } = await startDriven({});

/** Deletes all waiting messages of the queue. */
const loseMessages = () => muster.queue.waiting.splice(0).length;

const everyMinute = () => worker.scheduled(cronEvent("* * * * *"), muster.env);

const stateOf = async (corporation: Managed) => (await corporation.stateOf("assets"))?.state;

/** A corporation whose members were read, so that no cron does it. */
async function buildRead() {
  const corporation = await buildManaged(world, { holdings: { assets: 20 } });
  await corporation.fetch("core");
  await drive.drain();
  return corporation;
}

/** A fetch of assets whose first message is lost. */
async function lostFetch() {
  const corporation = await buildRead();
  await corporation.fetch("assets");
  expect(loseMessages()).toBe(1);
  return corporation;
}

test("the button restarts a fetch whose message is lost at once", async () => {
  const corporation = await lostFetch();
  await drive.advance(1);
  const { runs } = await (await corporation.fetch("assets")).json();
  expect(runs).toMatchObject([{ category: "assets", joined: true }]);
  expect(muster.queue.waiting).toMatchObject([{ body: { kind: "fetch", runId: runs[0]?.id } }]);
  await drive.drain();
  expect(await stateOf(corporation)).toBe("fresh");
});

test("a fetch without progress for a minute is not shown as running", async () => {
  const corporation = await lostFetch();
  expect(await stateOf(corporation)).toBe("running");
  await drive.advance(MINUTE + 1);
  expect(await stateOf(corporation)).toBe("stalled");
  await corporation.fetch("assets");
  expect(await stateOf(corporation)).toBe("running");
  await drive.drain();
});

test("the cron restarts a fetch once, within a minute after the queue's lease ends", async () => {
  const corporation = await lostFetch();
  await drive.advance(LEASE - 1);
  await everyMinute();
  expect(muster.queue.waiting).toEqual([]);
  await drive.advance(MINUTE);
  await everyMinute();
  expect(muster.queue.waiting).toHaveLength(1);
  await drive.advance(MINUTE);
  await everyMinute();
  expect(muster.queue.waiting).toHaveLength(1);
  await drive.drain();
  expect(await stateOf(corporation)).toBe("fresh");
});

test("the cron restarts a fetch whose invocation died, within a minute after its lease ends", async () => {
  const corporation = await buildRead();
  await corporation.fetch("assets");
  const message = muster.queue.takeOne();
  expect(await drive.deliverAndKill(message, 4)).toBe(false);
  loseMessages();
  await corporation.fetch("assets");
  await everyMinute();
  expect(muster.queue.waiting).toEqual([]);
  await drive.advance(LEASE + 1);
  await everyMinute();
  expect(muster.queue.waiting).toHaveLength(1);
  await drive.drain();
  expect(await stateOf(corporation)).toBe("fresh");
});

test("a fetch that waits for EVE is not restarted early", async () => {
  const corporation = await buildRead();
  await corporation.newEden.addFault({
    service: "esi",
    kind: "rate_limited",
    path: "/assets$",
    retryAfter: 10 * MINUTE,
    times: 1,
  });
  await corporation.fetch("assets");
  const message = muster.queue.takeOne();
  await drive.deliver(message);
  await drive.advance(9 * MINUTE);
  await everyMinute();
  await corporation.fetch("assets");
  expect(muster.queue.waiting).toHaveLength(1);
  expect(await stateOf(corporation)).toBe("running");
  await drive.drain();
  expect(await stateOf(corporation)).toBe("fresh");
});

test("a minute without a stalled fetch and without an evaluation costs one read, no message and no record", async () => {
  muster.costs.reset();
  await everyMinute();
  expect(muster.costs).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
  expect(muster.queue.waiting).toEqual([]);
});

test("the cron restarts a hundred fetches at once", async () => {
  const { db } = muster.context;
  const startedAt = new Date(Date.now() - 2 * LEASE * 1000);
  const categories = ["public", "core", "financial", "assets"] as const;
  for (let id = 98_000_001; id <= 98_000_025; id += 1) {
    await db.insert(corporations).values(corporationRow(id, "Vantar", "VTR"));
    await db.insert(fetchRuns).values(
      categories.map((category) => ({
        id: `${id}-${category}`,
        corporationId: id,
        category,
        startedAt,
        resumesAt: startedAt,
      })),
    );
  }
  await everyMinute();
  expect(muster.queue.waiting.filter(({ body }) => body.kind === "fetch")).toHaveLength(100);
});
