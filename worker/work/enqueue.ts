import { sql } from "drizzle-orm";
import { run, runBatch } from "#worker/db/batch.ts";
import { unsentMessages } from "#worker/db/schema/installation.ts";
import { idsIn, orm, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { logUnsent } from "#worker/http/log.ts";
import type { WorkMessage } from "#worker/ground/job-queue.ts";

/** https://developers.cloudflare.com/queues/platform/limits/ */
const MESSAGES_PER_BATCH = 100;
const ERROR_LENGTH = 200;

/**
 * Sends messages, with one subrequest for every hundred. Returns false if the queue did not take all of them: the cron of every
 * minute finds the work, or sends the message. Throws only if a message that is the sole trace of its work can wait nowhere.
 */
export async function enqueue(
  context: Context,
  messages: readonly WorkMessage[],
): Promise<boolean> {
  for (let from = 0; from < messages.length; from += MESSAGES_PER_BATCH) {
    try {
      await context.queue.sendBatch(messages.slice(from, from + MESSAGES_PER_BATCH));
    } catch (error) {
      await keep(context, messages.slice(from), error);
      return false;
    }
  }
  return true;
}

/** The account may have used the queue's operations of the day (`isAllowanceSpent`), or the queue fails. */
async function keep(context: Context, messages: readonly WorkMessage[], error: unknown) {
  const kinds = [...new Set(messages.map(({ body }) => body.kind))];
  logUnsent({ requestId: context.requestId, kinds, error: String(error) });
  const now = Date.now();
  const kept = new Map(
    messages.map(({ body, isFound, delaySeconds = 0 }) => [
      isFound ? body.kind : JSON.stringify(body),
      {
        body,
        dueAt: new Date(now + delaySeconds * 1000),
        refusedAt: new Date(now),
        error: String(error).slice(0, ERROR_LENGTH),
      },
    ]),
  );
  const isOnlyTrace = messages.some(({ isFound }) => !isFound);
  try {
    // A message that waits already costs nothing: a day without the queue writes each once.
    await runBatch(
      context.db,
      [...kept].map(([key, row]) =>
        orm
          .insert(unsentMessages)
          .values({ key, ...row })
          .onConflictDoNothing(),
      ),
    );
  } catch (cause) {
    if (isOnlyTrace) throw cause;
    logUnsent({ requestId: context.requestId, kinds, error: String(cause) });
  }
}

/** A statement of the cron of every minute. Nearly always, no message waits. */
export const selectUnsent = prepareAtStart(
  { key: unsentMessages.key, body: unsentMessages.body, dueAt: unsentMessages.dueAt },
  (fields) => orm.select(fields).from(unsentMessages).limit(MESSAGES_PER_BATCH),
);
type Unsent = RowOfStatement<typeof selectUnsent>;

/**
 * Sends the messages that wait. The first message of a queue is sent alone, and shows whether the queue takes any. Returns the queues that do
 * not, as `isSlow`, without a write: a day of such minutes costs none. `read` makes the message of a body, and throws if this version does not know it.
 */
export async function sendUnsent(
  context: Context,
  waiting: readonly Unsent[],
  read: (body: unknown) => WorkMessage,
): Promise<Set<boolean>> {
  const now = Date.now();
  const messages = waiting.map(({ key, body, dueAt }) => {
    const delaySeconds = Math.max(0, Math.ceil((dueAt.getTime() - now) / 1000));
    return { key, message: messageOf(read, body, delaySeconds) };
  });
  const refusing = new Set<boolean>();
  for (const [isSlow, ofQueue] of Map.groupBy(messages, ({ message }) => isOfSlow(message))) {
    if (!(await sendKept(context, ofQueue.slice(0, 1)))) refusing.add(isSlow);
    else if (ofQueue.length > 1) await sendKept(context, ofQueue.slice(1));
  }
  return refusing;
}

export const isOfSlow = (message: WorkMessage | undefined) => message?.isSlow === true;

async function sendKept(
  { db, queue, requestId }: Context,
  kept: { key: string; message: WorkMessage | undefined }[],
): Promise<boolean> {
  const messages = kept.flatMap(({ message }) => message ?? []);
  try {
    if (messages.length > 0) await queue.sendBatch(messages);
  } catch (error) {
    const kinds = [...new Set(messages.map(({ body }) => body.kind))];
    logUnsent({ requestId, kinds, error: String(error) });
    return false;
  }
  const keys = kept.map(({ key }) => key);
  const isSent = sql`${unsentMessages.key} in ${idsIn(keys)}`;
  await run(db, orm.delete(unsentMessages).where(isSent));
  return true;
}

/** Undefined for one of another version, which is dropped. */
function messageOf(read: (body: unknown) => WorkMessage, body: unknown, delaySeconds: number) {
  try {
    return { ...read(body), delaySeconds };
  } catch {
    return undefined;
  }
}

/**
 * What `send` throws once the account has used its operations of the day, which Workers Free limits: `Queue sendBatch failed: ` and the
 * status text of the answer (workerd, `src/workerd/api/queue.c++`), which is that of the status 429 or of the error 10253
 * (https://developers.cloudflare.com/queues/reference/error-codes/). Muster never sends so much that another limit answers 429.
 */
export function isAllowanceSpent(error: string): boolean {
  return /too many requests|free tier limit exceeded|\b10253\b/i.test(error);
}
