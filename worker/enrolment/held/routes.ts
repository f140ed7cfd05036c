import { Hono } from "hono";
import { idParamSchema } from "#shared/page.ts";
import { heldDecisionSchema } from "#shared/requirements/held.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

/** `/api/admin/held`, for system administrators. */
export const heldRoutes = new Hono<SignedIn>()
  .get("/", async (c) => c.json(await service.listHeld(c.get("context"))))
  .get("/:id", validate("param", idParamSchema), async (c) =>
    c.json(await service.getHeld(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/release",
    validate("param", idParamSchema),
    validate("json", heldDecisionSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const decision = c.req.valid("json");
      return c.json(await service.releaseHeld(c.get("context"), c.get("actor"), id, decision));
    },
  )
  .post(
    "/:id/discard",
    validate("param", idParamSchema),
    validate("json", heldDecisionSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const decision = c.req.valid("json");
      return c.json(await service.discardHeld(c.get("context"), c.get("actor"), id, decision));
    },
  )
  .post("/:id/compute", validate("param", idParamSchema), async (c) =>
    c.json(await service.computeHeld(c.get("context"), c.req.valid("param").id)),
  );
