import { Hono } from "hono";
import { createJoinRequestSchema } from "#shared/groups/invitations.ts";
import { idParamSchema, pageQuerySchema } from "#shared/page.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

export const requestRoutes = new Hono<SignedIn>()
  .post("/join-requests/:id/approve", validate("param", idParamSchema), async (c) => {
    await service.approveRequest(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  })
  .post("/join-requests/:id/reject", validate("param", idParamSchema), async (c) => {
    await service.rejectRequest(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  })
  .post("/join-requests/:id/withdraw", validate("param", idParamSchema), async (c) => {
    await service.withdrawRequest(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  })
  .get(
    "/:id/join-requests",
    validate("param", idParamSchema),
    validate("query", pageQuerySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor } = c.req.valid("query");
      return c.json(await service.listRequests(c.get("context"), c.get("actor"), id, cursor));
    },
  )
  .post(
    "/:id/join-requests",
    validate("param", idParamSchema),
    validate("json", createJoinRequestSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { reason } = c.req.valid("json");
      return c.json(await service.requestToJoin(c.get("context"), c.get("actor"), id, reason), 201);
    },
  );
