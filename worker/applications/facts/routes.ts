import { Hono } from "hono";
import { changeFactSchema, declareFactSchema, factParamSchema } from "#shared/facts.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

/** `/api/admin/applications/:id/facts`. */
export const factRoutes = new Hono<App>()
  .get("/:id/facts", administrators({ reads: PRIMARY.administration }), byId, async (c) =>
    c.json(await service.listFacts(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/facts",
    administrators({ lasts: STAYS.seenByAdministrators, takes: TAKES.gives, cost: COSTS.after }),
    byId,
    validate("json", declareFactSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await service.declareFact(context, actor, id, c.req.valid("json")), 201);
    },
  )
  .patch(
    "/:id/facts/:key",
    administrators({ lasts: PROOF_WHEN.decides, takes: TAKES.again, cost: COSTS.after }),
    validate("param", factParamSchema),
    validate("json", changeFactSchema),
    async (c) => {
      const { id, key } = c.req.valid("param");
      const place = { applicationId: id, key };
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await service.changeFact(context, actor, place, c.req.valid("json")));
    },
  )
  .delete(
    "/:id/facts/:key",
    administrators({
      lasts: STAYS.seenByAdministrators,
      takes: {
        undo: "Declared again, and the application writes it again. Until then it is unknown: nobody loses a membership by it.",
      },
      cost: COSTS.after,
    }),
    validate("param", factParamSchema),
    async (c) => {
      const { id, key } = c.req.valid("param");
      await service.removeFact(c.get("context"), c.get("actor"), { applicationId: id, key });
      return c.body(null, 204);
    },
  );
