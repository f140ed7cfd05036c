import { lte } from "drizzle-orm";
import type { MessageBatch } from "@cloudflare/workers-types";
import { runBatch } from "#worker/db/batch.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { deadLetters } from "#worker/db/schema/health.ts";
import { orm } from "#worker/db/statements.ts";
import { secondsUntilReset } from "#worker/deferred-writes.ts";
import type { Context } from "#worker/env.ts";
import { logDeadLetter } from "#worker/http/log.ts";
import { jobMessageSchema } from "#worker/job-queue.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** As wrangler.jsonc names it, beside the queue whose messages end in it. */
export const DEAD_LETTER_QUEUE = "muster-fetch-dead";

/**
 * Records the messages that the queue gave up. They are not tried again: the next cron enqueues fetches that stopped and
 * starts jobs and health rounds anew.
 */
export async function storeDeadLetters({ db, requestId }: Context, batch: MessageBatch) {
  const diedAt = new Date();
  const inserts = batch.messages.map(({ id, body }) =>
    orm
      .insert(deadLetters)
      .values({ id, body: JSON.stringify(shownOf(body)) ?? "", diedAt })
      .onConflictDoNothing(),
  );
  try {
    await runBatch(db, inserts);
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    return batch.retryAll({ delaySeconds: secondsUntilReset() });
  }
  for (const { id, body } of batch.messages) {
    logDeadLetter({ requestId, messageId: id, kind: kindOf(body) });
  }
  batch.ackAll();
}

/** For Setup, so without the parameters of a statement. */
function shownOf(body: unknown): unknown {
  return kindOf(body) === "deferred-write" ? { kind: "deferred-write" } : body;
}

function kindOf(body: unknown): string {
  const message = jobMessageSchema.safeParse(body);
  return message.success ? message.data.kind : "unknown";
}

export function deleteOldDeadLetters(now: Date) {
  return orm.delete(deadLetters).where(lte(deadLetters.diedAt, new Date(now.getTime() - KEPT_MS)));
}
