import type { MessageSendRequest, Queue } from "@cloudflare/workers-types";

/** What the queue carries. A kind of work makes its messages, and reads them (`worker/work/define-work.ts`). */
type Body = { kind: string };
export type WorkMessage = MessageSendRequest<Body>;

export type JobQueue = Pick<Queue<Body>, "sendBatch">;

/** https://developers.cloudflare.com/queues/platform/limits/ */
const MESSAGES_PER_BATCH = 100;

/** Sends messages, with one subrequest for every hundred. */
export async function enqueue(queue: JobQueue, messages: readonly WorkMessage[]) {
  for (let from = 0; from < messages.length; from += MESSAGES_PER_BATCH) {
    await queue.sendBatch(messages.slice(from, from + MESSAGES_PER_BATCH));
  }
}
