import type { ExecutionContext } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { UNLIMITED } from "#test/support/workerd/unlimited.ts";
import product from "#worker/index.ts";

/**
 * The product with the consumer of its queue as HTTP: one invocation for each request. The queue itself is a server at
 * QUEUE_URL, so that messages outlive this process.
 */
type KilledEnv = Env & { QUEUE_URL: string };

const answer = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };

function queueAt(url: string): Env["FETCH_QUEUE"] {
  const post = async (messages: unknown[]) => {
    await fetch(url, { method: "POST", body: JSON.stringify(messages) });
    return answer;
  };
  return {
    send: (body) => post([body]),
    sendBatch: (messages) => post(Array.from(messages, ({ body }) => body)),
    metrics: () => Promise.resolve(answer.metadata.metrics),
  };
}

let env: Env | undefined;

async function deliver(request: Request, own: Env): Promise<Response> {
  let outcome = "ack";
  const retry = () => void (outcome = "retry");
  const body = z.parse(z.unknown(), await request.json());
  await product.queue(batchOf([{ body, retry }]), own);
  return new Response(outcome);
}

export default {
  async fetch(request: Request, given: KilledEnv, ctx: ExecutionContext): Promise<Response> {
    const queue = queueAt(given.QUEUE_URL);
    env ??= { ...given, ...UNLIMITED, FETCH_QUEUE: queue, WORK_QUEUE: queue };
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/hello") return new Response("Hello");
    if (pathname === "/deliver") return deliver(request, env);
    if (pathname === "/cron") {
      await product.scheduled({ cron: searchParams.get("cron") ?? "", scheduledTime: 0 }, env);
      return new Response();
    }
    return product.fetch(request, env, ctx);
  },
};
