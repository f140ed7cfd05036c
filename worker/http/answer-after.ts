import type { Context } from "hono";

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
