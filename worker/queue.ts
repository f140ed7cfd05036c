import type { MessageBatch } from "@cloudflare/workers-types";
import { readConfig } from "./config.ts";
import { carryOutFetch } from "./corporations/carry-out-fetch.ts";
import { carryOutRound } from "./corporations/health.ts";
import { openDatabase } from "./db/database.ts";
import type { Context, Env } from "./env.ts";
import { logError } from "./http/log.ts";
import { jobMessageSchema } from "./job-queue.ts";
import type { JobMessage } from "./job-queue.ts";
import { runJob } from "./job-runs.ts";

const RETRY_SECONDS = 60;

/** What a message asks for is done at least once; doing it twice does no harm. */
export async function runQueue(batch: MessageBatch, env: Env) {
  const context: Context = {
    db: openDatabase(env.DB),
    config: await readConfig(env),
    queue: env.FETCH_QUEUE,
    requestId: crypto.randomUUID(),
  };
  for (const message of batch.messages) {
    try {
      const retryAfter = await work(context, jobMessageSchema.parse(message.body));
      if (retryAfter === undefined) message.ack();
      else message.retry({ delaySeconds: retryAfter });
    } catch (error) {
      logError(context.requestId, error);
      message.retry({ delaySeconds: RETRY_SECONDS });
    }
  }
}

/** Returns in how many seconds the message is to come back, if it is. */
async function work(context: Context, message: JobMessage): Promise<number | undefined> {
  switch (message.kind) {
    case "check-directors": {
      const { round, corporationId } = message;
      const name = "director-health";
      await runJob(context, { name, work: () => carryOutRound(context, { round, corporationId }) });
      return undefined;
    }
    case "fetch": {
      const step = await carryOutFetch(context, message.runId);
      if (step.state === "busy") return step.delaySeconds;
      // A new message: retries are for what went wrong.
      if (step.state === "continue") {
        await context.queue.send(message, { contentType: "json", delaySeconds: step.delaySeconds });
      }
      return undefined;
    }
  }
}
