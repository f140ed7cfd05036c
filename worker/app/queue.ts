import type { MessageBatch } from "@cloudflare/workers-types";
import { openContext } from "#worker/env.ts";
import { isDeadLetterQueue } from "#worker/ground/job-queue.ts";
import { consume, describe } from "#worker/work/consume.ts";
import { storeDeadLetters } from "#worker/work/dead-letters.ts";
import { REGISTRY } from "./registry.ts";

/** Each message is a slice of work of the registry. */
export async function runQueue(batch: MessageBatch, env: Env) {
  const context = await openContext(env);
  if (isDeadLetterQueue(batch.queue)) {
    return storeDeadLetters(context, batch, (body) => describe(REGISTRY, body));
  }
  for (const message of batch.messages) await consume(context, REGISTRY, message);
}
