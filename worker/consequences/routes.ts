import { Hono } from "hono";
import { consequencesQuerySchema } from "#shared/consequences.ts";
import { idParamSchema } from "#shared/page.ts";
import { administrators, users } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { ofDeletedGroup } from "./deleted-group.ts";
import { readConsequences } from "./service.ts";

/** `/api/admin/consequences`. */
export const consequenceRoutes = new Hono<App>().get(
  "/",
  administrators({ reads: PRIMARY.beforeAnAct }),
  validate("query", consequencesQuerySchema),
  async (c) =>
    c.json(await readConsequences(c.get("context"), c.get("actor"), c.req.valid("query"))),
);

/** `/api/groups/:id/consequences`, for those who may delete the group. */
export const groupConsequenceRoutes = new Hono<App>().get(
  "/:id/consequences",
  users({ reads: PRIMARY.beforeAnAct }),
  validate("param", idParamSchema),
  async (c) =>
    c.json(await ofDeletedGroup(c.get("context"), c.get("actor"), c.req.valid("param").id)),
);
