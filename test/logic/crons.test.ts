import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { demoConfig } from "#test/demo/config.ts";
import { EVERY_MINUTE, findDueJobs, JOB_MINUTES } from "#worker/work/crons.ts";
import type { LatestRun } from "#worker/work/crons.ts";

/** https://developers.cloudflare.com/workers/platform/limits/ */
const CRONS_OF_A_FREE_ACCOUNT = 5;

test("a Muster, a demo and three other Workers fit the cron triggers of a free account", () => {
  const real = readConfig({ config: "wrangler.jsonc" });
  const demo = readConfig({ config: "wrangler.jsonc" });
  demoConfig(demo);
  expect(real.triggers.crons).toEqual([EVERY_MINUTE]);
  const taken = [real, demo].flatMap(({ triggers }) => triggers.crons ?? []);
  expect(taken.length + 3).toBeLessThanOrEqual(CRONS_OF_A_FREE_ACCOUNT);
});

const MINUTE_MS = 60_000;
const MIDNIGHT = Date.UTC(2026, 10, 28);

test("a job is due from its minute on until it has begun", () => {
  const at = (time: string) => Date.parse(`2026-11-28T${time}Z`);
  const due = (time: string, begun: string | null, outcome: Partial<LatestRun> = {}) => {
    const startedAt = begun === null ? null : new Date(at(begun));
    const run = { job: "market-prices", startedAt, finishedAt: startedAt, error: null, ...outcome };
    return findDueJobs([run], at(time)).some(({ job }) => job === run.job);
  };
  expect(due("12:19:00", null)).toBe(true);
  expect(due("12:19:00", "00:00:00")).toBe(false);
  expect(due("12:20:00", "12:19:59")).toBe(true);
  expect(due("23:59:00", "12:19:59")).toBe(true);
  expect(due("12:21:00", "12:20:00")).toBe(false);
  // A cron that comes late is about a minute that has been dealt with.
  expect(due("12:20:00", "12:22:00")).toBe(false);
  // What failed or was cut off is tried again after an hour.
  expect(due("13:19:00", "12:20:00", { error: "EVE is down" })).toBe(false);
  expect(due("13:20:00", "12:20:00", { error: "EVE is down" })).toBe(true);
  expect(due("13:20:00", "12:20:00", { finishedAt: null })).toBe(true);
});

test("in a day of minutes, each job runs once for each of its times", () => {
  const runs = new Map<string, LatestRun>();
  const counts = new Map<string, number>();
  for (let at = MIDNIGHT; at < MIDNIGHT + 24 * 60 * MINUTE_MS; at += MINUTE_MS) {
    const [next] = findDueJobs([...runs.values()], at);
    if (next === undefined) continue;
    const time = new Date(at);
    runs.set(next.job, { job: next.job, startedAt: time, finishedAt: time, error: null });
    counts.set(next.job, (counts.get(next.job) ?? 0) + 1);
  }
  const expected = Object.entries(JOB_MINUTES).map(([job, minutes]) => [job, (24 * 60) / minutes]);
  // Those that had no run before midnight have one more, at once.
  for (const [job, count = 0] of expected)
    expect([job, counts.get(String(job))]).toEqual([job, Number(count) + 1]);
});
