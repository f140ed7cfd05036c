import { createMiddleware } from "hono/factory";
import { readConfig } from "#worker/config.ts";
import { openDatabase } from "#worker/db/database.ts";
import type { App } from "#worker/env.ts";
import { logRequest } from "./log.ts";

/** Names the request, and logs one line when it is answered. */
export const requestLog = createMiddleware<App & { Variables: { requestId: string } }>(
  async (c, next) => {
    const requestId = crypto.randomUUID();
    const started = Date.now();
    c.set("requestId", requestId);
    c.header("X-Request-Id", requestId);
    await next();
    const { method, path } = c.req;
    logRequest({ requestId, method, path, status: c.res.status, durationMs: Date.now() - started });
  },
);

/** Gives every route what a service needs. */
export const requestContext = createMiddleware<App & { Variables: { requestId: string } }>(
  async (c, next) => {
    const config = await readConfig(c.env);
    c.set("context", {
      db: openDatabase(c.env.DB),
      config,
      queue: c.env.FETCH_QUEUE,
      requestId: c.get("requestId"),
    });
    await next();
  },
);
