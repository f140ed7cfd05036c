import type { MessageSendRequest, Queue } from "@cloudflare/workers-types";

/** What the queue carries. A kind of work makes its messages, and reads them (`worker/work/define-work.ts`). */
type Body = { kind: string };
export type WorkMessage = MessageSendRequest<Body> & {
  /** Waits in a queue of its own: nothing else waits behind it. */
  isSlow?: boolean;
  /** The cron of every minute or a job finds the work without it: the message is no trace that could be lost. */
  isFound?: boolean;
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

/** How the name of a dead letter queue ends. An account with two Musters has two such queues. */
const ENDING = "-dead";

export function isDeadLetterQueue(name: string): boolean {
  return name.endsWith(ENDING);
}
