import { EVERY_MINUTE, SCHEDULES } from "#worker/work/crons.ts";
import type { ScheduleName } from "#worker/work/crons.ts";
import worker from "#worker/index.ts";
import type { Muster } from "./harness.ts";
import { batchOf } from "./test-queue.ts";

export type CronName = ScheduleName | typeof EVERY_MINUTE;

/** An event of the Worker: all jobs of a schedule, or the cron of every minute, with only what waits: no job is due at the time 0. */
export const cronEvent = (cron: CronName) => ({ cron, scheduledTime: 0 });

/** The messages that run all jobs of a schedule. The cron itself runs one in a minute, without a message. */
export const jobsOf = (cron: CronName) =>
  cron === EVERY_MINUTE ? [] : SCHEDULES[cron].jobs.map((name) => ({ kind: "job" as const, name }));

/** Fires the cron of every minute, or runs all jobs of a schedule, each in an invocation of its own. */
export async function runCron(muster: Muster, cron: CronName, env: Env = muster.env) {
  if (cron === EVERY_MINUTE) await worker.scheduled(cronEvent(cron), env);
  for (const body of jobsOf(cron)) await worker.queue(batchOf([{ body }]), env);
  for (const { body } of muster.queue.takeJobs()) {
    await worker.queue(batchOf([{ body }]), env);
  }
}
