import type { ExecutionContext } from "@cloudflare/workers-types";
import { Hono } from "hono";
import { countingDatabase } from "#test/support/workerd/counting-database.ts";
import type { Executed } from "#test/support/workerd/counting-database.ts";
import { UNLIMITED } from "#test/support/workerd/unlimited.ts";
import product from "#worker/index.ts";
import { COSTS_HEADER, RECORD_HEADER } from "./protocol.ts";
import type { Costs } from "./protocol.ts";

/**
 * The built product and its floor in one Worker. `product` is the file that is
 * deployed (see build.ts), and a plain request reaches it unchanged. A request that names a call is
 * executed on a counting database and recorded; its floor then returns the same bytes after the same SQL.
 */
type Recording = {
  statements: Executed[];
  status: 200 | 304;
  body: ArrayBuffer | null;
  headers: Record<string, string>;
};

/**
 * In production a log line is added to the trace of its request. Here it would go through a pipe to the
 * process that sends the requests, and workerd would wait for it: up to half of the throughput.
 * The lines are formatted and dropped.
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

/** One for all requests, as in production: the product caches by environment. */
function prepare(given: Env) {
  // Simulated rate limits call another process; Cloudflare's are counted on the machine of the Worker.
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
    return /^\/(floor\/|hello$)/.test(new URL(request.url).pathname)
      ? floor.fetch(request, env, ctx)
      : product.fetch(request, (envs ??= prepare(env)).plain, ctx);
  },
};
