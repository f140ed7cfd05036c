import { Hono } from "hono";
import { saveFormSchema } from "#shared/groups/forms.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PROOF_WHEN, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

/** `/api/groups/:id/form`. */
export const formRoutes = new Hono<App>()
  .get("/:id/form", users({ reads: "replica" }), byId, async (c) =>
    c.json(await service.getForm(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .get("/:id/form/own", users({ reads: "replica" }), byId, async (c) =>
    c.json(await service.previewSharing(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .put(
    "/:id/form",
    users({ lasts: PROOF_WHEN.readers, takes: TAKES.again, cost: COSTS.edit }),
    byId,
    validate("json", saveFormSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.saveForm(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  );
