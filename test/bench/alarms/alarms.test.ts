import { afterEach, expect, test, vi } from "vitest";
import { openAlarms } from "#test/support/discord/alarm-builders.ts";
import worker from "#worker/index.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

/**
 * `npm run bench -- alarms`: how long after a shot at a structure its post is in Discord's channel. The clocks are simulated, and
 * nothing else: each minute has its cron, with the jobs that are due then, messages arrive when they are due, EVE answers a director's
 * notices anew every ten minutes, and shots fall at any second. EVE and Discord answer at once.
 */
const SHOTS = 60;
const MINUTE_MS = 60_000;
/** Seconds of a minute, each once in a minute of shots: 37 and 60 have no common divisor. */
const STEP_SECONDS = 13 * 60 + 37;
/** Promised, in seconds. */
const PROMISED: Record<number, number> = { 1: 11 * 60, 2: 6 * 60, 5: 3 * 60 };

afterEach(() => vi.useRealTimers());

async function measure(directors: number): Promise<number[]> {
  const alarms = await openAlarms({ directors, groups: ["attack"], vars: { PLAN: "free" } });
  const { muster, driver } = alarms;
  const waits: number[] = [];
  let [nextCron, shotAt] = [Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS, 0];

  const advanceTo = async (time: number) => {
    if (time > Date.now()) await driver.advance((time - Date.now()) / 1000);
  };
  /** Crons and messages until this time, or until a message posts the shot. */
  async function live(until: number, posted?: number): Promise<boolean> {
    for (;;) {
      const message = muster.queue.take();
      const dueAt = Math.max(message?.dueAt ?? Infinity, Date.now());
      if (message !== undefined && dueAt <= Math.min(until, nextCron)) {
        await advanceTo(dueAt);
        await driver.deliver(message);
        if (message.body.kind !== "discord-posts" || posted === undefined) continue;
        if ((await alarms.messages()).length > posted) return true;
        continue;
      }
      if (message !== undefined) muster.queue.waiting.push(message);
      await advanceTo(Math.min(until, nextCron));
      if (Date.now() >= until) return false;
      await worker.scheduled({ cron: EVERY_MINUTE, scheduledTime: nextCron }, muster.env);
      nextCron += MINUTE_MS;
    }
  }

  await live(Date.now() + 30 * MINUTE_MS);
  for (let shot = 0; shot < SHOTS; shot += 1) {
    shotAt = Date.now();
    const posted = (await alarms.messages()).length;
    await alarms.shout({ kind: "StructureUnderAttack", structure: shot });
    expect(await live(shotAt + 30 * MINUTE_MS, posted), `shot ${shot}`).toBe(true);
    waits.push((Date.now() - shotAt) / 1000);
    await live(shotAt + Math.max(STEP_SECONDS * 1000, Date.now() - shotAt));
  }
  return waits.toSorted((a, b) => a - b);
}

test("from the shot to the post", async () => {
  const lines = [
    "| directors | shots | s (median / p95 / most) | promised |",
    "| --: | --: | --: | --: |",
  ];
  for (const directors of [1, 2, 5]) {
    const waits = await measure(directors);
    const at = (part: number) => Math.round(waits[Math.ceil(part * SHOTS) - 1] ?? Number.NaN);
    const promised = PROMISED[directors] ?? Infinity;
    lines.push(`| ${directors} | ${SHOTS} | ${at(0.5)} / ${at(0.95)} / ${at(1)} | ${promised} |`);
    expect(at(1), `${directors} directors`).toBeLessThanOrEqual(promised);
    vi.useRealTimers();
  }
  console.info(lines.join("\n"));
});
