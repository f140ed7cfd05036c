import { lte } from "drizzle-orm";
import type { MessageBatch } from "@cloudflare/workers-types";
import { runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { deadLetters } from "#worker/db/schema/health.ts";
import type { Context } from "#worker/env.ts";
import { logDeadLetter } from "#worker/http/log.ts";
import { jobMessageSchema } from "#worker/job-queue.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** As wrangler.jsonc names it, beside the queue whose messages end in it. */
export const DEAD_LETTER_QUEUE = "muster-fetch-dead";

/**
 * Writes down what the queue gave up. Nothing is tried again from here: fetches that stopped are sent for by the next
 * cron, checks begin anew with the next round.
 */
export async function storeDeadLetters({ db, requestId }: Context, batch: MessageBatch) {
  const diedAt = new Date();
  await runBatch(
    db,
    batch.messages.map(({ id, body }) =>
      db
        .insert(deadLetters)
        .values({ id, body: JSON.stringify(body) ?? "", diedAt })
        .onConflictDoNothing(),
    ),
  );
  for (const { id, body } of batch.messages) {
    logDeadLetter({ requestId, messageId: id, kind: kindOf(body) });
  }
  batch.ackAll();
}

function kindOf(body: unknown): string {
  const message = jobMessageSchema.safeParse(body);
  return message.success ? message.data.kind : "of no known kind";
}

export function deleteOldDeadLetters(db: Database, now: Date): Statement {
  return db.delete(deadLetters).where(lte(deadLetters.diedAt, new Date(now.getTime() - KEPT_MS)));
}
