import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { API_PATH } from "#shared/applications/api.ts";
import { READ_ONLY_HEADER, BOOKMARK_HEADER } from "#shared/error.ts";
import { openContext } from "#worker/env.ts";
import type { App, Context } from "#worker/env.ts";
import { logRequest } from "./log.ts";
import { formatSeen, openReplicated, readSeen, renewNewest } from "#worker/db/replicas.ts";
import { declarationOf } from "./route-declaration.ts";
import { runBehind } from "./run-behind.ts";

type Visited = { Variables: { actor?: { userId: string } } };

/**
 * Answers a request of a browser with a database that may read from replicas, and tells the browser of a user what it has seen of it
 * (docs/decisions/0098-reads-from-replicas.md).
 */
async function withReplicas<Route extends App & Visited>(
  c: HonoContext<Route>,
  context: Context,
  answer: (context: Context) => Promise<void>,
): Promise<void> {
  const { keyring } = context.config;
  const declaration = declarationOf(c);
  const isFromReplica =
    declaration !== undefined && "reads" in declaration && declaration.reads === "replica";
  const presented = isFromReplica
    ? await readSeen(keyring, c.req.header(BOOKMARK_HEADER))
    : undefined;
  const { db, newlySeen, isRenewalDue } = openReplicated(c.env.DB, presented);
  await answer({ ...context, db });
  const seen = newlySeen();
  // A bookmark counts the writes of all: visitors learn no such number.
  const isVisitor = c.get("actor") === undefined;
  if (seen !== undefined && !isVisitor)
    c.res.headers.set(BOOKMARK_HEADER, await formatSeen(keyring, seen));
  if (isRenewalDue()) runBehind(c, () => renewNewest(c.env.DB));
}

type Logged = App & {
  Variables: { requestId: string; roundTrips?: () => number; actor?: { userId: string } };
};

/** Assigns the request id, and logs one line per request. */
export const requestLog = createMiddleware<Logged>(async (c, next) => {
  const requestId = crypto.randomUUID();
  const started = Date.now();
  c.set("requestId", requestId);
  await next();
  c.res.headers.set("X-Request-Id", requestId);
  const { method, path } = c.req;
  logRequest({
    requestId,
    method,
    route: routePath(c),
    path,
    status: c.res.status,
    durationMs: Date.now() - started,
    d1: c.get("roundTrips")?.() ?? 0,
    userId: c.get("actor")?.userId,
  });
});

/** Sets the context that services need. */
export const requestContext = createMiddleware<Logged>(async (c, next) => {
  const context = await openContext(c.env, c.get("requestId"));
  if (context.config.READ_REPLICAS === "off" || !isOfBrowser(c)) {
    return answerWith(c, context, next);
  }
  await withReplicas(c, context, (replicated) => answerWith(c, replicated, next));
});

async function answerWith(c: HonoContext<Logged>, context: Context, next: () => Promise<void>) {
  const { db } = context;
  c.set("roundTrips", db.roundTrips);
  c.set("context", context);
  await next();
  const readOnlyUntil = db.readOnlyUntil();
  if (readOnlyUntil !== undefined) {
    c.res.headers.set(READ_ONLY_HEADER, new Date(readOnlyUntil).toISOString());
  }
}

/** The SPA's requests. Programs and OpenID clients keep no bookmark. */
function isOfBrowser({ req: { path } }: HonoContext): boolean {
  return path.startsWith("/api/") && !path.startsWith(`${API_PATH}/`);
}
