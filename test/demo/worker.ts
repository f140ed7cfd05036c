import { env as bindings } from "cloudflare:workers";
import type { ExecutionContext, MessageBatch } from "@cloudflare/workers-types";
import { app } from "#worker/app/app.ts";
import { runQueue } from "#worker/app/queue.ts";
import { runScheduled } from "#worker/app/scheduled.ts";
import { askNewEden, seedIfDue } from "./new-eden.ts";
import { demoVars, isCalled, NEW_EDEN_PATH } from "./vars.ts";

/** Where jobs call New Eden: no request tells them the address of the demo. */
const NO_ORIGIN = "https://demo.invalid";
/** What browsers may visit of New Eden: not its switches, which would break it for everybody else. */
const FOR_VISITORS = /^\/(?:sso\/v2\/oauth\/authorize|images\/|discord\/(?:oauth2|api|channels)\/)/;
const MARK = `<p style="margin:0;padding:.25rem 1rem;text-align:center;background:#3a2c05">Demo: this EVE and this Discord are simulated.</p>`;

/** The ordinary Worker with New Eden in place of EVE and Discord, and with no other network. */
export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    await seeded(env);
    const url = new URL(request.url);
    if (url.pathname.startsWith(`${NEW_EDEN_PATH}/`)) return visitNewEden(request, url, env);
    return app.fetch(request, productEnv(env, url.origin), context);
  },

  async queue(batch: MessageBatch, env: Env) {
    await runQueue(batch, productEnv(env));
  },

  async scheduled(event: { cron: string; scheduledTime: number }, env: Env) {
    await seedIfDue(env.DB, event.scheduledTime);
    await runScheduled(event, productEnv(env));
  },
};

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  if (!isCalled(url, products)) {
    throw new TypeError(`The demo has no network: ${url.origin}`);
  }
  return visit(request, url, bindings);
};

function visit(request: Request, url: URL, env: Env): Promise<Response> {
  const inside = new URL(url.pathname.slice(NEW_EDEN_PATH.length) + url.search, url.origin);
  return askNewEden(env.DB, new Request(inside, request));
}

let seeding: Promise<void> | undefined;

/** Before the first request of an isolate, so that a new demo never shows an empty community. */
async function seeded(env: Env) {
  seeding ??= seedIfDue(env.DB, Date.now());
  try {
    await seeding;
  } catch (error) {
    seeding = undefined;
    throw error;
  }
}

const products = new Map<string, Env>();

/** Kept, because Muster parses the configuration of an environment once. */
function productEnv(env: Env, origin = NO_ORIGIN): Env {
  const found = products.get(origin) ?? { ...env, ...demoVars(origin) };
  products.set(origin, found);
  return found;
}

async function visitNewEden(request: Request, url: URL, env: Env): Promise<Response> {
  const path = url.pathname.slice(NEW_EDEN_PATH.length);
  const back = url.searchParams.get("redirect_uri");
  const isElsewhere = back !== null && URL.parse(back)?.origin !== url.origin;
  if (!FOR_VISITORS.test(path) || isElsewhere) {
    return new Response("The demo does not have this page.", { status: 404 });
  }
  const response = await visit(request, url, env);
  if (response.headers.get("content-type")?.startsWith("text/html") !== true) return response;
  const html = (await response.text()).replace("<body>", `<body>${MARK}`);
  return new Response(html, response);
}
