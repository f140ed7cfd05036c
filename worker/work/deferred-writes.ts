import type { Query } from "drizzle-orm";
import * as z from "zod/mini";
import { run } from "#worker/db/batch.ts";
import { DatabaseUnavailable } from "#worker/db/interruption.ts";
import { QuotaExceeded, secondsUntilReset } from "#worker/db/quota.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { defineWork, DONE } from "./define-work.ts";
import { enqueue } from "./enqueue.ts";

/** D1 mostly answers again by then, and the lease of the refresh has not ended (`worker/auth/tokens/access-tokens.ts`). */
const INTERRUPTION_SECONDS = 5;

/** A statement that D1 refused because of its daily limit, or that met an interruption. Its tokens are encrypted, as in D1. */
export const deferredWrites = defineWork({
  kind: "deferred-write",
  message: z.object({
    sql: z.string(),
    params: z.array(z.nullable(z.union([z.string(), z.number()]))),
  }),
  shown: () => ({}),
  async slice({ db }, message) {
    await db.send([message]);
    return DONE;
  },
});

type Write = { sql: string; params: (string | number | null)[] };

/**
 * Runs a write that cannot be repeated later, such as a refresh token that replaces an invalid one. If D1's daily limit
 * forbids it, or D1 was interrupted, puts the statement in the queue and throws the error. The statement must change nothing if its row
 * has changed in the meantime, also by the statement itself.
 */
export async function runOrDefer(context: Context, statement: Statement): Promise<number> {
  try {
    return await run(context.db, statement);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) {
      const { sql, params } = statement.toSQL();
      const write = { sql, params: params.map(toValue) };
      const delaySeconds =
        error instanceof QuotaExceeded ? secondsUntilReset(Date.now()) : INTERRUPTION_SECONDS;
      await defer(context, write, delaySeconds);
    }
    throw error;
  }
}

/** D1 and the queue may both have used their day: then the token is lost, and the log says so. */
async function defer(context: Context, write: Write, delaySeconds: number) {
  try {
    const isSent = await enqueue(context, [deferredWrites.message(write, delaySeconds)]);
    // The message waits in D1, perhaps for the rest of the day, in which the old token is used again. So D1 answers.
    if (!isSent) await context.db.send([write]);
  } catch (cause) {
    logError(
      context.requestId,
      new Error("A replaced refresh token is lost: neither D1 nor the queue takes it.", { cause }),
    );
  }
}

/** Drizzle has converted the parameters to D1's types. */
function toValue(param: Query["params"][number]): string | number | null {
  if (typeof param === "string" || typeof param === "number" || param === null) return param;
  throw new Error("A parameter of a deferred write is not a value of D1.");
}
