import { Hono } from "hono";
import { idParamSchema } from "#shared/page.ts";
import { characterParamSchema, suspendSchema } from "#shared/session.ts";
import { confirmAdministrator } from "#worker/auth/administrators/service.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { liftSuspension, suspendUser } from "#worker/auth/suspensions/service.ts";
import { validate } from "#worker/http/validate.ts";

/** For system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const adminRoutes = new Hono<SignedIn>()
  .post("/administrators/:id/confirm", validate("param", characterParamSchema), async (c) => {
    await confirmAdministrator(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  })
  .put(
    "/users/:id/suspension",
    validate("param", idParamSchema),
    validate("json", suspendSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await suspendUser(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .delete("/users/:id/suspension", validate("param", idParamSchema), async (c) => {
    await liftSuspension(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  });
