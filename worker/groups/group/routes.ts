import { Hono } from "hono";
import { deletionSchema } from "#shared/groups/categories.ts";
import { createGroupSchema, groupQuerySchema, updateGroupSchema } from "#shared/groups/groups.ts";
import { pageQuerySchema } from "#shared/page.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { listActivity } from "./activity.ts";
import * as service from "./service.ts";

export const ownRoutes = new Hono<App>()
  .get("/", users({ reads: "replica" }), validate("query", groupQuerySchema), async (c) =>
    c.json(await service.listGroups(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .post(
    "/",
    users({ lasts: STAYS.seenInActivity, takes: TAKES.gives, cost: { act: "groups" } }),
    validate("json", createGroupSchema),
    async (c) => {
      const input = c.req.valid("json");
      return c.json(await service.createGroup(c.get("context"), c.get("actor"), input), 201);
    },
  )
  .get("/:id", users({ reads: "replica" }), byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.getGroup(c.get("context"), c.get("actor"), id));
  })
  .patch(
    "/:id",
    users({ lasts: PROOF_WHEN.opens, takes: TAKES.byUndo, cost: COSTS.edit }),
    byId,
    validate("json", updateGroupSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.updateGroup(c.get("context"), c.get("actor"), id, input));
    },
  )
  .delete(
    "/:id",
    users({
      lasts: STAYS.takesAway,
      takes: {
        shows: "group",
        undo: "Never: a deleted group does not come back. The dialog leads to hiding and closing it.",
      },
      cost: { paidBy: "creating the group" },
    }),
    byId,
    validate("json", deletionSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.deleteGroup(c.get("context"), c.get("actor"), id, c.req.valid("json").name);
      return c.body(null, 204);
    },
  )
  .get(
    "/:id/activity",
    users({ reads: "replica" }),
    byId,
    validate("query", pageQuerySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor } = c.req.valid("query");
      return c.json(await listActivity(c.get("context"), c.get("actor"), id, cursor));
    },
  );
