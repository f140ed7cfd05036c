import { Hono } from "hono";
import {
  createCategorySchema,
  deletionSchema,
  updateCategorySchema,
} from "#shared/groups/categories.ts";
import { idParamSchema } from "#shared/page.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

export const categoryRoutes = new Hono<SignedIn>()
  .get("/", async (c) => c.json(await service.listCategories(c.get("context"), c.get("actor"))))
  .post("/", validate("json", createCategorySchema), async (c) => {
    const input = c.req.valid("json");
    return c.json(await service.createCategory(c.get("context"), c.get("actor"), input), 201);
  })
  .get("/:id", validate("param", idParamSchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.getCategory(c.get("context"), c.get("actor"), id));
  })
  .patch(
    "/:id",
    validate("param", idParamSchema),
    validate("json", updateCategorySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.updateCategory(c.get("context"), c.get("actor"), id, input));
    },
  )
  .delete("/:id", validate("param", idParamSchema), validate("json", deletionSchema), async (c) => {
    const { id } = c.req.valid("param");
    await service.deleteCategory(c.get("context"), c.get("actor"), id, c.req.valid("json").name);
    return c.body(null, 204);
  });
