import { Hono } from "hono";
import { heldDecisionSchema } from "#shared/requirements/held.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

/** `/api/admin/held`, for system administrators. */
export const heldRoutes = new Hono<App>()
  .get("/", administrators({ reads: PRIMARY.administration }), async (c) =>
    c.json(await service.listHeld(c.get("context"))),
  )
  .get("/:id", administrators({ reads: PRIMARY.administration }), byId, async (c) =>
    c.json(await service.getHeld(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/release",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        previews: "GET /api/admin/held/:id",
        undo: "Removed members are added again by their groups, or by the requirements when they meet them.",
      },
      cost: COSTS.after,
    }),
    byId,
    validate("json", heldDecisionSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const decision = c.req.valid("json");
      return c.json(await service.releaseHeld(c.get("context"), c.get("actor"), id, decision));
    },
  )
  .post(
    "/:id/discard",
    administrators({
      lasts: { proofWhen: "the group gives its members what outlives the session" },
      takes: { nothing: "Everybody stays." },
      cost: COSTS.after,
    }),
    byId,
    validate("json", heldDecisionSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const decision = c.req.valid("json");
      return c.json(await service.discardHeld(c.get("context"), c.get("actor"), id, decision));
    },
  )
  .post(
    "/:id/compute",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.after }),
    byId,
    async (c) => c.json(await service.computeHeld(c.get("context"), c.req.valid("param").id)),
  );
