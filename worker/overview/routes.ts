import { Hono } from "hono";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { getOverview } from "./service.ts";

/** `/api/admin/overview`. */
export const overviewRoutes = new Hono<App>().get(
  "/",
  administrators({ reads: PRIMARY.administration }),
  async (c) => c.json(await getOverview(c.get("context"))),
);
