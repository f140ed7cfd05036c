import { env as bindings } from "cloudflare:workers";
import type { ExecutionContext, MessageBatch } from "@cloudflare/workers-types";
import { app } from "#worker/app.ts";
import { runQueue } from "#worker/queue.ts";
import { runScheduled } from "#worker/scheduled.ts";
import { dueCrons } from "./due-crons.ts";
import type { DemoNewEden } from "./new-eden.ts";
import { demoVars, NEW_EDEN_PATH } from "./vars.ts";

export { DemoNewEden } from "./new-eden.ts";

/** Where jobs call New Eden: no request tells them the address of the demo. */
const NO_ORIGIN = "https://demo.invalid";
/** What browsers may visit of New Eden: not its switches, which would break it for everybody else. */
const FOR_VISITORS = /^\/(?:sso\/v2\/oauth\/authorize|images\/|discord\/(?:oauth2|api|channels)\/)/;
const MARK = `<p style="margin:0;padding:.25rem 1rem;text-align:center;background:#3a2c05">Demo: this EVE and this Discord are simulated.</p>`;

type DemoEnv = Env & {
  NEW_EDEN: {
    idFromName(name: string): unknown;
    get(id: unknown): Pick<DemoNewEden, "fetch" | "seedIfDue">;
  };
};

/** The ordinary Worker with New Eden in place of EVE and Discord, and with no other network. */
export default {
  async fetch(request: Request, env: DemoEnv, context: ExecutionContext): Promise<Response> {
    await seeded(env);
    const url = new URL(request.url);
    if (url.pathname.startsWith(`${NEW_EDEN_PATH}/`)) return visitNewEden(request, url, env);
    return app.fetch(request, productEnv(env, url.origin), context);
  },

  async queue(batch: MessageBatch, env: DemoEnv) {
    await runQueue(batch, productEnv(env));
  },

  async scheduled({ scheduledTime }: { scheduledTime: number }, env: DemoEnv) {
    await newEden(env).seedIfDue(scheduledTime);
    for (const cron of dueCrons(new Date(scheduledTime))) {
      await runScheduled(cron, productEnv(env));
    }
  },
};

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  if (!url.pathname.startsWith(`${NEW_EDEN_PATH}/`)) {
    throw new TypeError(`The demo has no network: ${url.origin}`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the configuration of the build has this binding
  return askNewEden(request, url, bindings as unknown as DemoEnv);
};

function newEden(env: DemoEnv) {
  return env.NEW_EDEN.get(env.NEW_EDEN.idFromName("the one"));
}

function askNewEden(request: Request, url: URL, env: DemoEnv): Promise<Response> {
  const inside = new URL(url.pathname.slice(NEW_EDEN_PATH.length) + url.search, url.origin);
  return newEden(env).fetch(new Request(inside, request));
}

let seeding: Promise<boolean> | undefined;

/** Before the first request of an isolate, so that a new demo never shows an empty community. */
async function seeded(env: DemoEnv) {
  seeding ??= newEden(env).seedIfDue(Date.now());
  try {
    await seeding;
  } catch (error) {
    seeding = undefined;
    throw error;
  }
}

const products = new Map<string, DemoEnv>();

/** Kept, because Muster parses the configuration of an environment once. */
function productEnv(env: DemoEnv, origin = NO_ORIGIN): DemoEnv {
  const found = products.get(origin) ?? { ...env, ...demoVars(origin) };
  products.set(origin, found);
  return found;
}

async function visitNewEden(request: Request, url: URL, env: DemoEnv): Promise<Response> {
  const path = url.pathname.slice(NEW_EDEN_PATH.length);
  const back = url.searchParams.get("redirect_uri");
  const isElsewhere = back !== null && URL.parse(back)?.origin !== url.origin;
  if (!FOR_VISITORS.test(path) || isElsewhere) {
    return new Response("The demo does not have this page.", { status: 404 });
  }
  const response = await askNewEden(request, url, env);
  if (response.headers.get("content-type")?.startsWith("text/html") !== true) return response;
  const html = (await response.text()).replace("<body>", `<body>${MARK}`);
  return new Response(html, response);
}
