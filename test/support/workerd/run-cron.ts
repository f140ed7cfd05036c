import worker from "#worker/index.ts";
import type { Muster } from "./harness.ts";
import { batchOf } from "./test-queue.ts";

/** Fires a cron and delivers the messages of the jobs it starts, each to an invocation of its own. */
export async function runCron(muster: Muster, cron: string, env: Env = muster.env) {
  await worker.scheduled({ cron }, env);
  for (const { body } of muster.queue.takeJobs()) {
    await worker.queue(batchOf([{ body }]), env);
  }
}
