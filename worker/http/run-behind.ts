import type { Context } from "hono";
import type { App } from "#worker/env.ts";
import { logError } from "./log.ts";

/** Runs work after the response, on the primary. A failure is only logged, because the next request tries again. */
export function runBehind<Route extends App>(c: Context<Route>, work: () => Promise<unknown>) {
  const { requestId, db } = c.get("context");
  db.usePrimary();
  c.executionCtx.waitUntil(work().catch((error: unknown) => logError(requestId, error)));
}

/**
 * Runs the handler, then the read that its answer depends on, unless the handler's own batch carried it. If the read refuses,
 * the answer is discarded with its headers.
 */
export async function answerAfter(
  c: Context,
  next: () => Promise<void>,
  ensureRead: () => Promise<void>,
): Promise<void> {
  await next();
  try {
    await ensureRead();
  } catch (error) {
    c.res = undefined;
    throw error;
  }
}
