import type { Message } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { QuotaExceeded, secondsUntilReset } from "#worker/db/quota.ts";
import type { Context } from "#worker/env.ts";
import { logError, logMessage } from "#worker/http/log.ts";
import { enqueue } from "#worker/job-queue.ts";
import { beginAfter } from "./begin-due.ts";
import type { Entry } from "./begin-due.ts";

const RETRY_SECONDS = 60;
/**
 * Deliveries of a message that may continue its work: a retry takes one of the free plan's queue operations, a new message
 * three. The rest of `max_retries` in wrangler.jsonc is for failures.
 */
const CONTINUED_DELIVERIES = 6;

const bodySchema = z.object({ kind: z.string() });

/** The work of a message and its slice. Throws if this version does not know it. */
function read(registry: readonly Entry[], body: unknown) {
  const { kind } = bodySchema.parse(body);
  const entry = registry.find(({ work }) => work.kind === kind);
  if (entry === undefined) throw new Error("No work of this kind is registered.");
  return { kind, work: entry.work, ...entry.work.read(body) };
}

type Read = ReturnType<typeof read>;

/** What Setup shows of a message, and its kind; `unknown` of another version's. */
export function describe(registry: readonly Entry[], body: unknown) {
  try {
    const { kind, shown } = read(registry, body);
    return { kind, shown: { kind, ...shown } };
  } catch {
    return { kind: "unknown", shown: body };
  }
}

/** Does the slice of a message, and logs one line. Queues deliver at least once: doing it twice does no harm. */
export async function consume(
  context: Context,
  registry: readonly Entry[],
  delivered: Message,
): Promise<void> {
  const { db, queue, requestId } = context;
  const [started, tripsBefore] = [Date.now(), db.roundTrips()];
  let found: Read | undefined;
  const log = (outcome: "done" | "again" | "postponed" | "failed") => {
    const cost = { durationMs: Date.now() - started, d1: db.roundTrips() - tripsBefore };
    const { attempts: attempt } = delivered;
    const { kind = "unknown", shown } = found ?? {};
    logMessage({ requestId, kind, ...shown, attempt, outcome, ...cost });
  };
  try {
    found = read(registry, delivered.body);
    const { state, delaySeconds = 0, next, hasChanged = false } = await found.slice(context);
    if (hasChanged) await beginAfter(context, registry, found.work);
    const isRetried = next === undefined && delivered.attempts <= CONTINUED_DELIVERIES;
    if (state === "busy" || (state === "more" && isRetried)) {
      delivered.retry({ delaySeconds });
    } else {
      if (state === "more") await enqueue(queue, [next ?? { ...found.message, delaySeconds }]);
      delivered.ack();
    }
    log(state === "done" ? "done" : "again");
  } catch (error) {
    logError(requestId, error);
    if (found !== undefined && error instanceof QuotaExceeded) {
      // A new message instead of a retry, so that waiting does not count as an attempt.
      await enqueue(queue, [{ ...found.message, delaySeconds: secondsUntilReset(Date.now()) }]);
      delivered.ack();
      return log("postponed");
    }
    delivered.retry({ delaySeconds: RETRY_SECONDS });
    log("failed");
  }
}
