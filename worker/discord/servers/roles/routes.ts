import { Hono } from "hono";
import { roleParamSchema } from "#shared/discord/servers.ts";
import { idParamSchema } from "#shared/page.ts";
import { pastQuerySchema } from "#shared/pilots/past.ts";
import { administrators, users } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { listGroupRoles } from "./group-roles.ts";
import { readPastHolders, readRoleHolders } from "./role-holders.ts";

const read = administrators({ reads: PRIMARY.administration });
const byRole = validate("param", roleParamSchema);

/** `/api/groups/:id/discord-roles`. */
export const groupRoleRoutes = new Hono<App>().get(
  "/:id/discord-roles",
  users({ reads: "replica" }),
  validate("param", idParamSchema),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await listGroupRoles(c.get("context"), c.get("actor"), id));
  },
);

/** `/api/admin/discord/:id/roles/:roleId`, for system administrators. */
export const roleHolderRoutes = new Hono<App>()
  .get("/:id/roles/:roleId/holders", read, byRole, async (c) => {
    const { id, roleId } = c.req.valid("param");
    return c.json(await readRoleHolders(c.get("context"), id, roleId));
  })
  .get("/:id/roles/:roleId/past", read, byRole, validate("query", pastQuerySchema), async (c) => {
    const { id, roleId } = c.req.valid("param");
    const { on } = c.req.valid("query");
    return c.json(await readPastHolders(c.get("context"), id, roleId, on));
  });
