import { Hono } from "hono";
import { consequencesQuerySchema } from "#shared/consequences.ts";
import { idParamSchema } from "#shared/page.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { ofDeletedGroup } from "./deleted-group.ts";
import { readConsequences } from "./service.ts";

/** `/api/admin/consequences`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const consequenceRoutes = new Hono<SignedIn>().get(
  "/",
  validate("query", consequencesQuerySchema),
  async (c) =>
    c.json(await readConsequences(c.get("context"), c.get("actor"), c.req.valid("query"))),
);

/** `/api/groups/:id/consequences`, for those who may delete the group. */
export const groupConsequenceRoutes = new Hono<SignedIn>().get(
  "/:id/consequences",
  validate("param", idParamSchema),
  async (c) =>
    c.json(await ofDeletedGroup(c.get("context"), c.get("actor"), c.req.valid("param").id)),
);
