import type { Query } from "drizzle-orm";
import { run } from "#worker/db/batch.ts";
import { nextQuotaReset, QuotaExceeded } from "#worker/db/quota.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "./env.ts";
import type { JobMessage } from "./job-queue.ts";

/** https://developers.cloudflare.com/queues/platform/limits/ */
const MAX_DELAY_SECONDS = 12 * 60 * 60;

/**
 * Runs a write that cannot be repeated later, such as a refresh token that replaces an invalid one. If D1's daily limit
 * forbids it, puts the statement in the queue and throws the refusal. The statement must change nothing if its row has
 * changed meanwhile.
 */
export async function runOrDefer(context: Context, statement: Statement): Promise<number> {
  try {
    return await run(context.db, statement);
  } catch (error) {
    if (error instanceof QuotaExceeded) {
      const { sql, params } = statement.toSQL();
      await sendAfterReset(context, { kind: "deferred-write", sql, params: params.map(toValue) });
    }
    throw error;
  }
}

/** Sends a message that arrives when D1 has reset its limits, but after twelve hours at most, the limit of a queue. */
export async function sendAfterReset({ queue }: Context, message: JobMessage) {
  await queue.send(message, { contentType: "json", delaySeconds: secondsUntilReset() });
}

export function secondsUntilReset(): number {
  const now = Date.now();
  return Math.min(MAX_DELAY_SECONDS, Math.ceil((nextQuotaReset(now) - now) / 1000));
}

/** Drizzle has converted the parameters to D1's types. */
function toValue(param: Query["params"][number]): string | number | null {
  if (typeof param === "string" || typeof param === "number" || param === null) return param;
  throw new Error("A parameter of a deferred write is not a value of D1.");
}
