import { Hono } from "hono";
import { idParamSchema } from "#shared/page.ts";
import { whoCanQuerySchema } from "#shared/pilots/who-can.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { whoCan } from "./service.ts";

/** `/api/groups/:id/who-can`. */
export const whoCanRoutes = new Hono<SignedIn>().get(
  "/:id/who-can",
  validate("param", idParamSchema),
  validate("query", whoCanQuerySchema),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await whoCan(c.get("context"), c.get("actor"), id, c.req.valid("query")));
  },
);
