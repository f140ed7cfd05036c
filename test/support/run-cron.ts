import type { MessageBatch } from "@cloudflare/workers-types";
import worker from "#worker/index.ts";
import type { Muster } from "./harness.ts";

/** Fires a cron, then delivers the messages of the jobs that it starts, each to an invocation of its own. */
export async function runCron(muster: Muster, cron: string, env: Env = muster.env) {
  await worker.scheduled({ cron }, env);
  for (const { body } of muster.queue.takeJobs()) {
    const message = {
      id: crypto.randomUUID(),
      timestamp: new Date(),
      attempts: 1,
      body,
      ack: () => {},
      retry: () => {},
    };
    const batch = { queue: "muster-fetch", messages: [message] } as unknown as MessageBatch;
    await worker.queue(batch, env);
  }
}
