import type { Message } from "@cloudflare/workers-types";
import { QuotaExceeded, secondsUntilReset } from "#worker/db/quota.ts";
import type { Context } from "#worker/env.ts";
import { logError, logMessage } from "#worker/http/log.ts";
import type { WorkMessage } from "#worker/ground/job-queue.ts";
import { beginAfter, readWork } from "./begin-due.ts";
import type { RegistryEntry } from "./begin-due.ts";
import { enqueue } from "./enqueue.ts";

const RETRY_SECONDS = 60;
/**
 * Deliveries of a message that may continue its work: a retry takes one of the free plan's queue operations, a new message
 * three. The rest of `max_retries` in wrangler.jsonc is for failures.
 */
const CONTINUED_DELIVERIES = 6;

type Read = ReturnType<typeof readWork>;

/** What the self-diagnosis shows of a message, and its kind; `unknown` of another version's. */
export function describe(registry: readonly RegistryEntry[], body: unknown) {
  try {
    const { kind, shown } = readWork(registry, body);
    return { kind, shown: { kind, ...shown } };
  } catch {
    return { kind: "unknown", shown: body };
  }
}

/** Does the slice of a message, and logs one line. Queues deliver at least once: doing it twice does no harm. */
export async function consume(
  context: Context,
  registry: readonly RegistryEntry[],
  delivered: Message,
): Promise<void> {
  const { db, requestId } = context;
  const [started, tripsBefore] = [Date.now(), db.roundTrips()];
  let found: Read | undefined;
  const log = (outcome: "done" | "again" | "postponed" | "failed") => {
    const cost = { durationMs: Date.now() - started, d1: db.roundTrips() - tripsBefore };
    const { attempts: attempt } = delivered;
    const { kind = "unknown", shown } = found ?? {};
    logMessage({ requestId, kind, ...shown, attempt, outcome, ...cost });
  };
  try {
    found = readWork(registry, delivered.body);
    const { state, delaySeconds = 0, next, hasChanged = false } = await found.slice(context);
    if (hasChanged) await beginAfter(context, registry, found.work);
    const isRetried = next === undefined && delivered.attempts <= CONTINUED_DELIVERIES;
    if (state === "busy" || (state === "more" && isRetried)) {
      delivered.retry({ delaySeconds });
    } else {
      if (state === "more") await enqueue(context, [next ?? { ...found.message, delaySeconds }]);
      delivered.ack();
    }
    log(state === "done" ? "done" : "again");
  } catch (error) {
    logError(requestId, error);
    if (found !== undefined && error instanceof QuotaExceeded) {
      await postpone(context, delivered, found.message);
      return log("postponed");
    }
    delivered.retry({ delaySeconds: RETRY_SECONDS });
    log("failed");
  }
}

/**
 * Until D1's daily limits are reset: by a new message, so that waiting does not count as an attempt, unless the queue takes none either.
 */
async function postpone(context: Context, delivered: Message, message: WorkMessage) {
  const delaySeconds = secondsUntilReset(Date.now());
  try {
    await enqueue(context, [{ ...message, delaySeconds }]);
    delivered.ack();
  } catch (error) {
    logError(context.requestId, error);
    delivered.retry({ delaySeconds });
  }
}
