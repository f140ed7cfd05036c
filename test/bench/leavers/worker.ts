import type {
  ExecutionContext,
  MessageBatch,
  ScheduledController,
} from "@cloudflare/workers-types";
import { UNLIMITED } from "#test/support/workerd/unlimited.ts";
import product from "#worker/index.ts";

/** The built product without rate limits: the benchmark signs many pilots in at once. */

console.log = () => {};

let env: Env | undefined;
/** One for all invocations, as in production: the product caches by environment. */
const unlimited = (given: Env) => (env ??= { ...given, ...UNLIMITED });

export default {
  fetch: (request: Request, given: Env, ctx: ExecutionContext) =>
    product.fetch(request, unlimited(given), ctx),
  queue: (batch: MessageBatch, given: Env) => product.queue(batch, unlimited(given)),
  scheduled: ({ cron }: ScheduledController, given: Env) =>
    product.scheduled({ cron, scheduledTime: 0 }, unlimited(given)),
};
