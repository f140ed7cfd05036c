import type { Message, MessageBatch, Queue } from "@cloudflare/workers-types";
import type { JobMessage } from "#worker/app/registry.ts";

export type WaitingMessage = { body: JobMessage; dueAt: number; attempts: number };

const metrics = { backlogCount: 0, backlogBytes: 0 };

type Delivery = Pick<Message, "body"> & Partial<Message>;

/** Messages as Cloudflare delivers them; acknowledging and retrying do nothing unless given. */
export function batchOf(messages: Delivery[], queue = "muster-fetch"): MessageBatch {
  return {
    queue,
    messages: messages.map((message) => ({
      id: crypto.randomUUID(),
      timestamp: new Date(),
      attempts: 1,
      ack: () => {},
      retry: () => {},
      ...message,
    })),
    metadata: { metrics },
    ackAll: () => {},
    retryAll: () => {},
  };
}

/** The queue as the Worker sees it. Messages wait here until a test delivers them. */
export function openTestQueue() {
  const waiting: WaitingMessage[] = [];
  let [sends, retried] = [0, 0];
  let refusal: string | undefined;

  function push(body: JobMessage, delaySeconds = 0, attempts = 1) {
    waiting.push({ body, dueAt: Date.now() + delaySeconds * 1000, attempts });
  }

  function retry({ body, attempts }: WaitingMessage, delaySeconds = 0) {
    retried += 1;
    push(body, delaySeconds, attempts + 1);
  }

  /** A message as Cloudflare delivers it; a retry puts it back into the queue. */
  function toBatch(message: WaitingMessage): MessageBatch {
    const { body, attempts } = message;
    return batchOf([
      { body, attempts, retry: ({ delaySeconds } = {}) => retry(message, delaySeconds) },
    ]);
  }

  /** Takes the message that is due first. */
  function take(): WaitingMessage | undefined {
    const [next] = waiting.toSorted((a, b) => a.dueAt - b.dueAt);
    if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
    return next;
  }

  const binding: Queue<JobMessage> = {
    async send(body, { delaySeconds } = {}) {
      sends += 1;
      if (refusal !== undefined) throw new Error(`Queue send failed: ${refusal}`);
      push(body, delaySeconds);
      return { metadata: { metrics } };
    },
    async sendBatch(messages) {
      sends += 1;
      if (refusal !== undefined) throw new Error(`Queue sendBatch failed: ${refusal}`);
      for (const { body, delaySeconds } of messages) push(body, delaySeconds);
      return { metadata: { metrics } };
    },
    metrics: () => Promise.resolve(metrics),
  };

  return {
    binding,
    waiting,
    push,
    toBatch,
    /** From now on the queue takes no messages, with the status text of Cloudflare's answer; undefined: it takes them again. */
    refuse(statusText: string | undefined) {
      refusal = statusText;
    },
    /** Messages that the Worker has given back. */
    retries: () => retried,
    /** Subrequests of the queue so far. */
    sends: () => sends,
    take,
    /** The same, where a message waits. */
    takeOne(): WaitingMessage {
      const next = take();
      if (next === undefined) throw new Error("No message waits.");
      return next;
    },
    /** Takes the messages that start jobs. */
    takeJobs(): WaitingMessage[] {
      const jobs = waiting.filter(({ body }) => body.kind === "job");
      for (const job of jobs) waiting.splice(waiting.indexOf(job), 1);
      return jobs;
    },
  };
}
