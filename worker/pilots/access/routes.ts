import { Hono } from "hono";
import { users } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { readAccess } from "./service.ts";

/** `/api/access`. */
export const accessRoutes = new Hono<App>().get("/", users({ reads: "replica" }), async (c) =>
  c.json(await readAccess(c.get("context"), c.get("actor"))),
);
