import { lte } from "drizzle-orm";
import type { MessageBatch } from "@cloudflare/workers-types";
import { runBatch } from "#worker/db/batch.ts";
import { QuotaExceeded, secondsUntilReset } from "#worker/db/quota.ts";
import { deadLetters } from "#worker/db/schema/installation.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { logDeadLetter } from "#worker/http/log.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Records the messages that the queue gave up, as the self-diagnosis shows them. They are not tried again: the next cron enqueues fetches
 * that stopped and starts jobs and health rounds again.
 */
export async function storeDeadLetters(
  { db, requestId }: Context,
  batch: MessageBatch,
  describe: (body: unknown) => { kind: string; shown: unknown },
) {
  const diedAt = new Date();
  const letters = batch.messages.map(({ id, body }) => ({ id, ...describe(body) }));
  const inserts = letters.map(({ id, shown }) =>
    orm
      .insert(deadLetters)
      .values({ id, body: JSON.stringify(shown) ?? "", diedAt })
      .onConflictDoNothing(),
  );
  try {
    await runBatch(db, inserts);
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    return batch.retryAll({ delaySeconds: secondsUntilReset(diedAt.getTime()) });
  }
  for (const { id, kind } of letters) logDeadLetter({ requestId, messageId: id, kind });
  batch.ackAll();
}

export function deleteOldDeadLetters(now: Date) {
  return orm.delete(deadLetters).where(lte(deadLetters.diedAt, new Date(now.getTime() - KEPT_MS)));
}
