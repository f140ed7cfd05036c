import { Hono } from "hono";
import {
  changeFactSchema,
  declareFactSchema,
  factParamSchema,
} from "#shared/applications/facts.ts";
import { idParamSchema } from "#shared/page.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

const param = validate("param", idParamSchema);

/** `/api/admin/applications/:id/facts`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const factRoutes = new Hono<SignedIn>()
  .get("/:id/facts", param, async (c) =>
    c.json(await service.listFacts(c.get("context"), c.req.valid("param").id)),
  )
  .post("/:id/facts", param, validate("json", declareFactSchema), async (c) => {
    const { id } = c.req.valid("param");
    const [context, actor] = [c.get("context"), c.get("actor")];
    return c.json(await service.declareFact(context, actor, id, c.req.valid("json")), 201);
  })
  .patch(
    "/:id/facts/:key",
    validate("param", factParamSchema),
    validate("json", changeFactSchema),
    async (c) => {
      const { id, key } = c.req.valid("param");
      const place = { applicationId: id, key };
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await service.changeFact(context, actor, place, c.req.valid("json")));
    },
  )
  .delete("/:id/facts/:key", validate("param", factParamSchema), async (c) => {
    const { id, key } = c.req.valid("param");
    await service.removeFact(c.get("context"), c.get("actor"), { applicationId: id, key });
    return c.body(null, 204);
  });
