import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { beginDue } from "#worker/work/begin-due.ts";
import { postWork } from "./service.ts";

/** A request to join is posted at once, behind its response, and not with the next cron. */
export const postAfterRequest = createMiddleware<App>(async (c, next) => {
  await next();
  if (c.res.ok) runBehind(c, () => beginDue(c.get("context"), postWork));
});
