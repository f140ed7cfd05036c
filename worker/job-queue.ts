import type { MessageSendRequest, Queue } from "@cloudflare/workers-types";

/** What the queue carries. A kind of work makes its messages, and reads them (`worker/work/define-work.ts`). */
type Body = { kind: string };
export type WorkMessage = MessageSendRequest<Body> & {
  /** Waits in a queue of its own: nothing else waits behind it. */
  isSlow?: boolean;
};

export type JobQueue = { sendBatch(messages: Iterable<WorkMessage>): Promise<unknown> };

/** The two queues as one. */
export function openQueue(env: Record<"FETCH_QUEUE" | "WORK_QUEUE", Queue<Body>>): JobQueue {
  return {
    async sendBatch(messages) {
      const all = [...messages];
      const slow = all.filter(({ isSlow }) => isSlow);
      const others = all.filter(({ isSlow }) => !isSlow);
      if (slow.length > 0) await env.FETCH_QUEUE.sendBatch(slow);
      if (others.length > 0) await env.WORK_QUEUE.sendBatch(others);
    },
  };
}

/** https://developers.cloudflare.com/queues/platform/limits/ */
const MESSAGES_PER_BATCH = 100;

/** Sends messages, with one subrequest for every hundred. */
export async function enqueue(queue: JobQueue, messages: readonly WorkMessage[]) {
  for (let from = 0; from < messages.length; from += MESSAGES_PER_BATCH) {
    await queue.sendBatch(messages.slice(from, from + MESSAGES_PER_BATCH));
  }
}
