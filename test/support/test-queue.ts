import type { MessageSendRequest, QueueSendOptions } from "@cloudflare/workers-types";
import type { JobMessage, JobQueue } from "#worker/job-queue.ts";

export type WaitingMessage = { body: JobMessage; dueAt: number };

/** The queue as the Worker sees it. What was sent waits here until a test delivers it. */
export function openTestQueue() {
  const waiting: WaitingMessage[] = [];
  let sends = 0;

  function push(body: JobMessage, delaySeconds = 0) {
    waiting.push({ body, dueAt: Date.now() + delaySeconds * 1000 });
  }

  const binding = {
    async send(body: JobMessage, options: QueueSendOptions = {}) {
      sends += 1;
      push(body, options.delaySeconds);
    },
    async sendBatch(messages: Iterable<MessageSendRequest<JobMessage>>) {
      sends += 1;
      for (const { body, delaySeconds } of messages) push(body, delaySeconds);
    },
  } as unknown as JobQueue;

  return {
    binding,
    waiting,
    push,
    /** Subrequests of the queue so far. */
    sends: () => sends,
    /** Takes the message that is due first. */
    take(): WaitingMessage | undefined {
      const [next] = waiting.toSorted((a, b) => a.dueAt - b.dueAt);
      if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
      return next;
    },
  };
}
