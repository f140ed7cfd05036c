import { vi } from "vitest";
import worker from "#worker/index.ts";
import type { Muster } from "./harness.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { cronEvent, jobsOf } from "./run-cron.ts";
import type { CronName } from "./run-cron.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { WaitingMessage } from "./test-queue.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Well after EVE's downtime at 11:00. */
const AFTERNOON_SECONDS = 15 * 60 * 60;
/** More than any test delivers at once: work that never says that it is done fails, and does not hang. */
const MOST_DELIVERIES = 5_000;

export type Driver = Awaited<ReturnType<typeof driveQueue>>;

/**
 * Controls time and the queue: the clocks of Muster and New Eden start at 15:00 UTC and move only when told to, and
 * messages arrive when they are due. Counts the subrequests of each invocation.
 */
export async function driveQueue(muster: Muster) {
  const newEden = newEdenControl(muster.newEdenBase);
  const invocations: { kind: string; subrequests: number }[] = [];
  const real = Date.now();
  const secondOfDay = Math.floor(real / 1000) % DAY_SECONDS;
  vi.useFakeTimers({ toFake: ["Date"], now: real });
  await newEden.stopClock(real);
  await advance((AFTERNOON_SECONDS - secondOfDay + DAY_SECONDS) % DAY_SECONDS);

  async function advance(seconds: number) {
    vi.setSystemTime(Date.now() + seconds * 1000);
    await newEden.advanceClock(seconds);
    // Users prove their mains again when they have to: a proof stays as old as it was.
    await muster.env.DB.prepare("update sessions set proven_at = proven_at + ?")
      .bind(seconds * 1000)
      .run();
  }

  /** Runs a function as one invocation and counts its subrequests. */
  async function invoke(kind: string, act: () => Promise<unknown>) {
    const fetched = vi.spyOn(globalThis, "fetch");
    const [sentBefore, tripsBefore] = [muster.queue.sends(), muster.costs.roundTrips];
    try {
      await act();
    } finally {
      const subrequests =
        fetched.mock.calls.length +
        (muster.costs.roundTrips - tripsBefore) +
        (muster.queue.sends() - sentBefore);
      invocations.push({ kind, subrequests });
      fetched.mockRestore();
    }
  }

  const deliver = (message: WaitingMessage) =>
    invoke(message.body.kind, () => worker.queue(muster.queue.toBatch(message), muster.env));

  /**
   * Delivers a message to an invocation that dies after this many calls; Cloudflare then delivers it again. Returns
   * whether the invocation completed.
   */
  async function deliverAndKill(message: WaitingMessage, after: number): Promise<boolean> {
    const life = killAfter(muster.env, after);
    try {
      const end = await Promise.race([
        worker.queue(muster.queue.toBatch(message), life.env),
        life.died,
      ]);
      if (end === "killed") muster.queue.push(message.body);
      return end !== "killed";
    } finally {
      life.restore();
    }
  }

  /** Delivers all messages, moving the clocks to the time each is due, until a time if given. */
  async function drain(until = Infinity, most = MOST_DELIVERIES) {
    const kinds: string[] = [];
    for (;;) {
      const next = muster.queue.take();
      if (next === undefined) return;
      if (next.dueAt > until) {
        muster.queue.waiting.push(next);
        return;
      }
      const wait = Math.ceil((next.dueAt - Date.now()) / 1000);
      if (wait > 0) await advance(wait);
      kinds.push(next.body.kind);
      if (kinds.length > most) {
        const last = [...new Set(kinds.slice(-20))].join(", ");
        throw new Error(`The queue does not get empty: after ${most} deliveries, ${last} go on.`);
      }
      await deliver(next);
    }
  }

  /** Fires the cron of every minute, or runs all jobs of a schedule. */
  async function cron(name: CronName) {
    if (name === EVERY_MINUTE) {
      await invoke("cron", () => worker.scheduled(cronEvent(name), muster.env));
    }
    for (const body of jobsOf(name)) await deliver({ body, dueAt: Date.now(), attempts: 1 });
    for (const job of muster.queue.takeJobs()) await deliver(job);
  }

  return {
    newEden,
    advance,
    deliver,
    deliverAndKill,
    drain,
    cron,
    checkHealth: () => cron("half-hourly"),
    startDue: () => cron("quarter-hourly"),
    /** Each invocation since the beginning. */
    invocations,
    stop: () => vi.useRealTimers(),
  };
}
