import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { startDuePosts } from "./service.ts";

/** A request to join is posted at once, behind its response, and not with the next cron. */
export const postAfterRequest = createMiddleware<App>(async (c, next) => {
  await next();
  if (c.res.ok) runBehind(c, startDuePosts(c.get("context")));
});
