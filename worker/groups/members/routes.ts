import { Hono } from "hono";
import { setEndsSchema, takeEmergencyAccessSchema } from "#shared/groups/ends.ts";
import {
  appointAdminSchema,
  memberParamSchema,
  memberQuerySchema,
  transferSchema,
} from "#shared/groups/groups.ts";
import { pageQuerySchema } from "#shared/page.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { takeEmergencyAccess } from "./emergency.ts";
import { setEnds } from "./ends.ts";
import { listMembers } from "./members.ts";
import { listMyGroups } from "./my-groups.ts";
import * as service from "./service.ts";
import { readWaiting } from "./waiting.ts";

export const memberRoutes = new Hono<App>()
  .get("/my-groups", users({ reads: "replica" }), validate("query", pageQuerySchema), async (c) => {
    const { cursor } = c.req.valid("query");
    return c.json(await listMyGroups(c.get("context"), c.get("actor"), cursor));
  })
  .get("/waiting", users({ reads: "replica" }), async (c) =>
    c.json(await readWaiting(c.get("context"), c.get("actor"))),
  )
  .post(
    "/:id/join",
    users({ lasts: STAYS.ownMembership, takes: TAKES.own, cost: { act: "joins" } }),
    byId,
    async (c) =>
      c.json(await service.joinGroup(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .post(
    "/:id/leave",
    users({ lasts: STAYS.ownMembership, takes: TAKES.own, cost: { paidBy: "joining" } }),
    byId,
    async (c) => {
      await service.leaveGroup(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .get(
    "/:id/members",
    users({ reads: "replica" }),
    byId,
    validate("query", memberQuerySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const query = c.req.valid("query");
      return c.json(await listMembers(c.get("context"), c.get("actor"), id, query));
    },
  )
  .delete(
    "/:id/members/:userId",
    users({ lasts: STAYS.seenInActivity, takes: TAKES.byUndo, cost: { paidBy: "joining" } }),
    validate("param", memberParamSchema),
    async (c) => {
      const { id, userId } = c.req.valid("param");
      await service.removeMember(c.get("context"), c.get("actor"), id, userId);
      return c.body(null, 204);
    },
  )
  .post(
    "/:id/admins",
    users({ lasts: "proof", takes: TAKES.gives, cost: { act: "roles" } }),
    byId,
    validate("json", appointAdminSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { userId } = c.req.valid("json");
      await service.appointAdmin(c.get("context"), c.get("actor"), id, userId);
      return c.body(null, 204);
    },
  )
  .delete(
    "/:id/admins/:userId",
    users({ lasts: STAYS.takesAway, takes: TAKES.byUndo, cost: { act: "roles" } }),
    validate("param", memberParamSchema),
    async (c) => {
      const { id, userId } = c.req.valid("param");
      await service.dismissAdmin(c.get("context"), c.get("actor"), id, userId);
      return c.body(null, 204);
    },
  )
  .post(
    "/:id/transfer",
    users({ lasts: "proof", takes: TAKES.byUndo, cost: { act: "roles" } }),
    byId,
    validate("json", transferSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { newOwnerId } = c.req.valid("json");
      return c.json(
        await service.transferOwnership(c.get("context"), c.get("actor"), id, newOwnerId),
      );
    },
  )
  .put(
    "/:id/members/ends",
    users({ lasts: PROOF_WHEN.letsIn, takes: TAKES.byUndo, cost: { act: "edits", each: 12 } }),
    byId,
    validate("json", setEndsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await setEnds(c.get("context"), c.get("actor"), id, c.req.valid("json")));
    },
  )
  .post(
    "/:id/emergency-access",
    users({ lasts: "proof", takes: TAKES.gives, cost: { act: "edits" } }),
    byId,
    validate("json", takeEmergencyAccessSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await takeEmergencyAccess(c.get("context"), c.get("actor"), id, input), 201);
    },
  );
