import type { MessageBatch } from "@cloudflare/workers-types";
import { vi } from "vitest";
import worker from "#worker/index.ts";
import type { Muster } from "./harness.ts";
import { mortal } from "./killing.ts";
import { newEdenControl } from "./new-eden.ts";
import type { WaitingMessage } from "./test-queue.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Far from EVE's downtime at eleven. */
const AFTERNOON_SECONDS = 15 * 60 * 60;

export type Driver = Awaited<ReturnType<typeof driveQueue>>;

/**
 * Time and the queue in one hand: the clocks of Muster and New Eden stand at three in the afternoon (UTC) and move
 * when they are told to, and messages arrive when they are due. Counts what each invocation asks of others.
 */
export async function driveQueue(muster: Muster) {
  const newEden = newEdenControl(muster.newEdenBase);
  const invocations: { kind: string; subrequests: number }[] = [];
  const real = Date.now();
  let lastAdvance = performance.now();
  const secondOfDay = Math.floor(real / 1000) % DAY_SECONDS;
  vi.useFakeTimers({ toFake: ["Date"], now: real });
  await advance((AFTERNOON_SECONDS - secondOfDay + DAY_SECONDS) % DAY_SECONDS);

  /** New Eden's clock runs by itself, Muster's stands: what New Eden's has run meanwhile is taken back. */
  async function advance(seconds: number) {
    vi.setSystemTime(Date.now() + seconds * 1000);
    const ran = performance.now() - lastAdvance;
    lastAdvance += ran;
    await newEden.advanceClock(seconds - ran / 1000);
  }

  /** Runs something as one invocation, and counts its subrequests. */
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

  /** As Cloudflare hands a message over; a message to be retried waits again. */
  function toBatch({ body }: WaitingMessage): MessageBatch {
    const message = {
      id: crypto.randomUUID(),
      timestamp: new Date(),
      attempts: 1,
      body,
      ack: () => {},
      retry: ({ delaySeconds = 0 } = {}) => muster.queue.push(body, delaySeconds),
    };
    return { queue: "muster-fetch", messages: [message] } as unknown as MessageBatch;
  }

  const deliver = (message: WaitingMessage) =>
    invoke(message.body.kind, () => worker.queue(toBatch(message), muster.env));

  /**
   * Delivers a message to an invocation that dies after so many calls; Cloudflare then delivers it again. Says
   * whether the invocation lived to its end.
   */
  async function deliverToMortal(message: WaitingMessage, after: number): Promise<boolean> {
    const life = mortal(muster.env, after);
    try {
      const end = await Promise.race([worker.queue(toBatch(message), life.env), life.died]);
      if (end === "killed") muster.queue.push(message.body);
      return end !== "killed";
    } finally {
      life.restore();
    }
  }

  /** Delivers everything, moving the clocks to when each message is due; up to a time if one is given. */
  async function drain(until = Infinity) {
    for (;;) {
      const next = muster.queue.take();
      if (next === undefined) return;
      if (next.dueAt > until) {
        muster.queue.waiting.push(next);
        return;
      }
      const wait = Math.ceil((next.dueAt - Date.now()) / 1000);
      if (wait > 0) await advance(wait);
      await deliver(next);
    }
  }

  /** Fires a cron, and delivers the messages of the jobs that it starts. */
  async function cron(expression: string) {
    await invoke("cron", () => worker.scheduled({ cron: expression }, muster.env));
    for (const job of muster.queue.takeJobs()) await deliver(job);
  }

  return {
    newEden,
    advance,
    deliver,
    deliverToMortal,
    drain,
    cron,
    checkHealth: () => cron("8,38 * * * *"),
    startDue: () => cron("4,19,34,49 * * * *"),
    /** Each invocation since the beginning. */
    invocations,
    stop: () => vi.useRealTimers(),
  };
}
