import type { ExecutionContext } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { override } from "#test/support/workerd/counting-database.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { UNLIMITED } from "#test/support/workerd/unlimited.ts";
import product from "#worker/index.ts";

/**
 * The built product with its crons and its queue as HTTP, one invocation for each request. An invocation ends with the work
 * that it leaves to `waitUntil`. Messages wait here until /bench/sent takes them.
 */

// In production a log line is added to the trace of its request; here it would go through a pipe.
console.log = () => {};
console.error = () => {};

let sent: { body: unknown; delaySeconds: number }[] = [];
let sends = 0;
const answer = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };

const queue: Env["FETCH_QUEUE"] = {
  async send(body, { delaySeconds = 0 } = {}) {
    sends += 1;
    sent.push({ body, delaySeconds });
    return answer;
  },
  async sendBatch(messages) {
    sends += 1;
    for (const { body, delaySeconds = 0 } of messages) sent.push({ body, delaySeconds });
    return answer;
  },
  metrics: () => Promise.resolve(answer.metadata.metrics),
};

let env: Env | undefined;
/** One for all requests, as in production: the product caches by environment. */
const withBindings = (given: Env) =>
  (env ??= { ...given, ...UNLIMITED, FETCH_QUEUE: queue, WORK_QUEUE: queue });

async function invoke(request: Request, given: Env, ctx: ExecutionContext): Promise<Response> {
  const own = withBindings(given);
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/bench/cron") {
    await product.scheduled({ cron: searchParams.get("cron") ?? "", scheduledTime: 0 }, own);
    return new Response();
  }
  if (pathname === "/bench/queue") {
    const bodies = z.parse(z.array(z.unknown()), await request.json());
    let outcome = "ack";
    // Work that continues comes again at once, and what has failed later.
    const retry = ({ delaySeconds = 0 } = {}) => {
      outcome = delaySeconds === 0 ? "again" : "failed";
    };
    const messages = bodies.map((body) => ({ body, retry }));
    await product.queue(batchOf(messages, searchParams.get("queue") ?? undefined), own);
    return new Response(outcome);
  }
  const left: Promise<unknown>[] = [];
  const waiting = override(ctx, {
    waitUntil: (promise: Promise<unknown>) => void left.push(promise),
  });
  const response = await product.fetch(request, own, waiting);
  await Promise.all(left);
  return response;
}

const page = JSON.stringify(
  Array.from({ length: 1000 }, (_, index) => ({
    item_id: 1_045_000_000_000 + index,
    quantity: index,
  })),
);

/** Always the same work, to compare machines and runs: a page of a thousand items, parsed and written ten times. */
function yardstick(): string {
  let text = page;
  for (let time = 0; time < 10; time += 1) text = JSON.stringify(JSON.parse(text));
  return String(text.length);
}

export default {
  fetch(request: Request, given: Env, ctx: ExecutionContext) {
    const { pathname } = new URL(request.url);
    if (pathname === "/hello") return new Response("Hello");
    if (pathname === "/yardstick") return new Response(yardstick());
    if (pathname !== "/bench/sent") return invoke(request, given, ctx);
    const taken = { messages: sent, sends };
    sent = [];
    sends = 0;
    return Response.json(taken);
  },
};
