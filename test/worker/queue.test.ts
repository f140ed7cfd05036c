import { cronEvent } from "#test/support/workerd/run-cron.ts";
import { batchOf, openTestQueue } from "#test/support/workerd/test-queue.ts";
import { desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { override } from "#test/support/workerd/counting-database.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { fetchWork } from "#worker/corporations/fetch/service.ts";
import { evaluation } from "#worker/enrolment/passes/evaluation.ts";
import { openContext } from "#worker/env.ts";
import worker from "#worker/index.ts";
import { noticeWork } from "#worker/roster/notice-polls.ts";
import { enqueue } from "#worker/work/enqueue.ts";

type D1 = Env["DB"];

const { drive, muster, world } = await startDriven();
const { db } = muster.context;

/** Delivers a message once, and returns what the consumer did with it. */
async function deliver(body: unknown, env: Env = muster.env, attempts = 1) {
  const [ack, retry] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await worker.queue(batchOf([{ body, ack, retry, attempts }]), env);
  return { isAcknowledged: ack.mock.calls.length > 0, isRetried: retry.mock.calls.length > 0 };
}

async function lastRun(job: string) {
  const newest = desc(jobRuns.startedAt);
  const runs = await db.select().from(jobRuns).where(eq(jobRuns.job, job)).orderBy(newest).limit(1);
  return runs[0];
}

test("a slice of a health round that fails is recorded and retried, and the round is completed", async () => {
  const corporation = await buildManaged(world, { directors: 5 });
  await drive.advance(3600);
  const slice = { kind: "check-directors", round: Date.now(), corporationId: corporation.id };
  const log = vi.spyOn(console, "log");
  const { env } = muster;
  const DB = override(env.DB, {
    batch: (statements: Parameters<D1["batch"]>[0]) =>
      statements.length > 1
        ? Promise.reject(new Error("D1 is overloaded"))
        : env.DB.batch(statements),
  });
  const failed = await deliver(slice, { ...env, DB });
  expect(failed).toEqual({ isAcknowledged: false, isRetried: true });
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual(
    expect.objectContaining({ event: "message", kind: "check-directors", outcome: "failed" }),
  );
  log.mockRestore();
  expect(await lastRun("director-health")).toMatchObject({
    rows: null,
    error: expect.stringContaining("D1 is overloaded"),
  });

  expect(await deliver(slice)).toEqual({ isAcknowledged: true, isRetried: false });
  await drive.drain();
  const { health } = await corporation.read();
  expect(health.at(-1)).toMatchObject({ directors: 5, healthy: 5, unknown: 0 });
});

test("work that continues retries its message, and after some deliveries sends a new one", async () => {
  const corporation = await buildManaged(world, { directors: 3 });
  await drive.advance(3600);
  const slice = {
    kind: "check-directors",
    round: Date.now(),
    corporationId: corporation.id,
  } as const;
  const env: Env = { ...muster.env, PLAN: "free" };
  muster.queue.waiting.splice(0);
  expect(await deliver(slice, env)).toEqual({ isAcknowledged: false, isRetried: true });
  expect(muster.queue.waiting).toEqual([]);
  expect(await deliver(slice, env, 7)).toEqual({ isAcknowledged: true, isRetried: false });
  expect(muster.queue.waiting.map(({ body }) => body)).toEqual([slice]);
  expect(await deliver(slice, env, 8)).toEqual({ isAcknowledged: true, isRetried: false });
});

test("a message of an unknown kind is retried until the queue gives it up", async () => {
  expect(await deliver({ kind: "from-another-version" })).toEqual({
    isAcknowledged: false,
    isRetried: true,
  });
});

test("people and departures do not wait behind what waits for EVE", async () => {
  const [slow, others] = [openTestQueue(), openTestQueue()];
  const env: Env = { ...muster.env, FETCH_QUEUE: slow.binding, WORK_QUEUE: others.binding };
  await worker.scheduled(cronEvent("hourly"), env);
  await enqueue(await openContext(env), [
    fetchWork.message({ runId: "run" }),
    noticeWork.message({ until: 1 }, 30),
    evaluation.message({}),
  ]);
  const kindsIn = ({ waiting }: typeof slow) => [...new Set(waiting.map(({ body }) => body.kind))];
  expect([kindsIn(slow), kindsIn(others)]).toEqual([
    ["job", "fetch"],
    ["notices", "evaluate"],
  ]);
});
