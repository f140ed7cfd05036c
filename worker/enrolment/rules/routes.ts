import { Hono } from "hono";
import { checkUserSchema, previewRuleSchema, saveRuleSchema } from "#shared/requirements/rule.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { checkUser } from "./check-user.ts";
import { previewRequirements } from "./preview.ts";
import { getRequirements, saveRequirements } from "./service.ts";

/** `/api/groups/:id/requirements`. */
export const requirementRoutes = new Hono<App>()
  .get("/:id/requirements", users({ reads: "replica" }), byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await getRequirements(c.get("context"), c.get("actor"), id));
  })
  .put(
    "/:id/requirements",
    users({
      lasts: PROOF_WHEN.opens,
      takes: {
        previews: "POST /api/groups/:id/requirements/preview",
        ...TAKES.byUndo,
      },
      cost: COSTS.edit,
    }),
    byId,
    validate("json", saveRuleSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await saveRequirements(c.get("context"), c.get("actor"), id, input));
    },
  )
  .post(
    "/:id/requirements/preview",
    users({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.look }),
    byId,
    validate("json", previewRuleSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await previewRequirements(c.get("context"), c.get("actor"), id, input));
    },
  )
  .post(
    "/:id/requirements/check",
    users({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.look }),
    byId,
    validate("json", checkUserSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await checkUser(c.get("context"), c.get("actor"), id, input));
    },
  );
