import { Hono } from "hono";
import { idParamSchema } from "#shared/page.ts";
import { characterParamSchema } from "#shared/session.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { COSTS, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { confirmAdministrator } from "#worker/auth/administrators/service.ts";
import type { App } from "#worker/env.ts";
import { liftSuspension, suspendUser } from "#worker/auth/suspensions/service.ts";
import { validate } from "#worker/http/validate.ts";
import { suspendSchema } from "#shared/account/suspension.ts";

export const adminRoutes = new Hono<App>()
  .post(
    "/administrators/:id/confirm",
    administrators({ lasts: "proof", takes: TAKES.gives, cost: COSTS.after }),
    validate("param", characterParamSchema),
    async (c) => {
      await confirmAdministrator(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .put(
    "/users/:id/suspension",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        shows: "suspension",
        undo: "An administrator lifts it.",
      },
      cost: COSTS.edit,
    }),
    validate("param", idParamSchema),
    validate("json", suspendSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await suspendUser(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .delete(
    "/users/:id/suspension",
    administrators({ lasts: "proof", takes: TAKES.gives, cost: COSTS.after }),
    validate("param", idParamSchema),
    async (c) => {
      await liftSuspension(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  );
