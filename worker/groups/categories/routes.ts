import { Hono } from "hono";
import {
  createCategorySchema,
  deletionSchema,
  updateCategorySchema,
} from "#shared/groups/categories.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

export const categoryRoutes = new Hono<App>()
  .get("/", users({ reads: "replica" }), async (c) =>
    c.json(await service.listCategories(c.get("context"), c.get("actor"))),
  )
  .post(
    "/",
    users({ lasts: STAYS.seenByAdministrators, takes: TAKES.gives, cost: COSTS.edit }),
    validate("json", createCategorySchema),
    async (c) => {
      const input = c.req.valid("json");
      return c.json(await service.createCategory(c.get("context"), c.get("actor"), input), 201);
    },
  )
  .get("/:id", users({ reads: "replica" }), byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.getCategory(c.get("context"), c.get("actor"), id));
  })
  .patch(
    "/:id",
    users({ lasts: PROOF_WHEN.opens, takes: TAKES.again, cost: COSTS.edit }),
    byId,
    validate("json", updateCategorySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.updateCategory(c.get("context"), c.get("actor"), id, input));
    },
  )
  .delete(
    "/:id",
    users({
      lasts: STAYS.takesAway,
      takes: {
        undo: "Only an empty category can be deleted: it is made again.",
      },
      cost: COSTS.edit,
    }),
    byId,
    validate("json", deletionSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.deleteCategory(c.get("context"), c.get("actor"), id, c.req.valid("json").name);
      return c.body(null, 204);
    },
  );
