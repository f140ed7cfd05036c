import { Hono } from "hono";
import { idParamSchema } from "#shared/page.ts";
import { whoCanQuerySchema } from "#shared/pilots/who-can.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { whoCan } from "./service.ts";

/** `/api/groups/:id/who-can`. */
export const whoCanRoutes = new Hono<App>().get(
  "/:id/who-can",
  users({ reads: PRIMARY.leaders }),
  validate("param", idParamSchema),
  validate("query", whoCanQuerySchema),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await whoCan(c.get("context"), c.get("actor"), id, c.req.valid("query")));
  },
);
