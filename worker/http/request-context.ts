import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { API_PATH } from "#shared/applications/api.ts";
import { READ_ONLY_HEADER } from "#shared/errors/error.ts";
import { openContext } from "#worker/env.ts";
import type { App, Context } from "#worker/env.ts";
import { logRequest } from "./log.ts";
import { withReplicas } from "./read-replicas.ts";

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
