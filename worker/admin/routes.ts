import { Hono } from "hono";
import { characterParamSchema } from "#shared/session.ts";
import { confirmAdministrator } from "#worker/auth/administrators/service.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";

/** For system administrators: `app.ts` lets nobody else pass. */
export const adminRoutes = new Hono<SignedIn>().post(
  "/administrators/:id/confirm",
  validate("param", characterParamSchema),
  async (c) => {
    await confirmAdministrator(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  },
);
