import type { EVERY_MINUTE } from "#worker/jobs/crons.ts";
import type { ScheduleName } from "#worker/jobs/crons.ts";
import worker from "#worker/index.ts";
import type { Muster } from "./harness.ts";
import { batchOf } from "./test-queue.ts";

export type CronName = ScheduleName | typeof EVERY_MINUTE;

/** An event of the Worker: all jobs of a schedule, or the cron of every minute, with only what waits: no job is due at the time 0. */
export const cronEvent = (cron: CronName) => ({ cron, scheduledTime: 0 });

/** Fires a cron and delivers the messages of the jobs it starts, each to an invocation of its own. */
export async function runCron(muster: Muster, cron: CronName, env: Env = muster.env) {
  await worker.scheduled(cronEvent(cron), env);
  for (const { body } of muster.queue.takeJobs()) {
    await worker.queue(batchOf([{ body }]), env);
  }
}
