import type { ExecutionContext } from "@cloudflare/workers-types";
import { Hono } from "hono";
import { countingDatabase } from "#test/support/counting-database.ts";
import type { Executed } from "#test/support/counting-database.ts";
import { UNLIMITED } from "#test/support/unlimited.ts";
import product from "#worker/index.ts";
import { COSTS_HEADER, RECORD_HEADER } from "./protocol.ts";
import type { Costs } from "./protocol.ts";

/**
 * The built product beside what it is measured against, in one Worker. `product` is the very file that is
 * deployed (build.ts sees to it), and a plain request reaches it untouched. A request that names a call is
 * carried out on a counting database and remembered; its floor then answers the same from the same SQL.
 */
type Recording = {
  statements: Executed[];
  status: 200 | 304;
  body: ArrayBuffer | null;
  headers: Record<string, string>;
};

/**
 * In production a line of the log is added to the trace of its request. Here it would go through a pipe to the very
 * process that makes the requests, which reads it when it has time, and workerd waits: half the throughput at worst.
 * The lines are put together, and dropped.
 */
console.log = () => {};

const recordings = new Map<string, Recording>();

const floor = new Hono<{ Bindings: Env }>()
  .get("/floor/:call", async (c) => {
    const recording = recordings.get(c.req.param("call"));
    if (recording === undefined) return c.notFound();
    const { statements, status, body, headers } = recording;
    const prepared = statements.map(({ query, values }) => c.env.DB.prepare(query).bind(...values));
    if (prepared.length > 0) await c.env.DB.batch(prepared);
    return new Response(body, { status, headers });
  })
  .get("/hello", (c) => c.text("Hello"));

let envs: ReturnType<typeof prepare> | undefined;

/** One of each for all requests, as in production: what the product knows of an environment, it keeps. */
function prepare(given: Env) {
  // The simulated limits take a call to another process each; Cloudflare's are counted where the Worker runs.
  const plain: Env = { ...given, ...UNLIMITED };
  const { db, costs } = countingDatabase(given.DB);
  return { plain, counted: { ...plain, DB: db }, costs };
}

async function record(call: string, request: Request, given: Env, ctx: ExecutionContext) {
  const { counted, costs } = (envs ??= prepare(given));
  costs.reset();
  const response = await product.fetch(request, counted, ctx);
  const body = await response.arrayBuffer();
  const { roundTrips, rowsRead, rowsWritten } = costs;
  const headers = Object.fromEntries(response.headers);
  const { status } = response;
  const answer = body.byteLength === 0 ? null : body;
  if (status === 200 || status === 304) {
    recordings.set(call, { statements: [...costs.executed], status, body: answer, headers });
  }
  const told: Costs = { roundTrips, rowsRead, rowsWritten, bytes: body.byteLength };
  return new Response(answer, {
    status,
    headers: { ...headers, [COSTS_HEADER]: JSON.stringify(told) },
  });
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const call = request.headers.get(RECORD_HEADER);
    if (call !== null) return record(call, request, env, ctx);
    return new URL(request.url).pathname.startsWith("/api/")
      ? product.fetch(request, (envs ??= prepare(env)).plain, ctx)
      : floor.fetch(request, env, ctx);
  },
};
