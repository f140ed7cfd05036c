import { Hono } from "hono";
import {
  approveManySchema,
  createJoinRequestSchema,
  rejectManySchema,
  rejectSchema,
  requestsQuerySchema,
  undoDecisionsSchema,
} from "#shared/groups/requests.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

export const requestRoutes = new Hono<App>()
  .post(
    "/join-requests/:id/approve",
    users({ lasts: PROOF_WHEN.letsIn, takes: TAKES.gives, cost: { paidBy: "the request" } }),
    byId,
    async (c) => {
      await service.approveRequest(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .post(
    "/join-requests/:id/reject",
    users({
      lasts: STAYS.takesAway,
      takes: {
        undo: "The toast and the list undo it (docs/decisions/0038).",
      },
      cost: { paidBy: "the request" },
    }),
    byId,
    validate("json", rejectSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { reason } = c.req.valid("json");
      await service.rejectRequest(c.get("context"), c.get("actor"), id, reason);
      return c.body(null, 204);
    },
  )
  .post(
    "/join-requests/:id/withdraw",
    users({ lasts: STAYS.ownMembership, takes: TAKES.own, cost: { paidBy: "the request" } }),
    byId,
    async (c) => {
      await service.withdrawRequest(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .get(
    "/:id/join-requests",
    users({ reads: "replica" }),
    byId,
    validate("query", requestsQuerySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const query = c.req.valid("query");
      return c.json(await service.listRequests(c.get("context"), c.get("actor"), id, query));
    },
  )
  .post(
    "/:id/join-requests",
    users({ lasts: PROOF_WHEN.shares, takes: TAKES.own, cost: { act: "requests" } }),
    byId,
    validate("json", createJoinRequestSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.requestToJoin(c.get("context"), c.get("actor"), id, input), 201);
    },
  )
  .post(
    "/:id/join-requests/approve",
    users({
      lasts: PROOF_WHEN.letsIn,
      takes: TAKES.gives,
      cost: { paidBy: "the requests", each: 40 },
    }),
    byId,
    validate("json", approveManySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { ids, membershipDays } = c.req.valid("json");
      const decided = await service.approveRequests(
        c.get("context"),
        c.get("actor"),
        id,
        ids,
        membershipDays,
      );
      return c.json(decided);
    },
  )
  .post(
    "/:id/join-requests/reject",
    users({
      lasts: STAYS.takesAway,
      takes: {
        undo: "The toast and the list undo it (docs/decisions/0038).",
      },
      cost: { paidBy: "the requests", each: 40 },
    }),
    byId,
    validate("json", rejectManySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { ids, reason } = c.req.valid("json");
      const decided = await service.rejectRequests(
        c.get("context"),
        c.get("actor"),
        id,
        ids,
        reason,
      );
      return c.json(decided);
    },
  )
  .post(
    "/:id/join-requests/undo",
    users({
      lasts: STAYS.seenInActivity,
      takes: { undo: "The request is decided again." },
      cost: COSTS.edit,
    }),
    byId,
    validate("json", undoDecisionsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.undoDecisions(c.get("context"), c.get("actor"), id, input));
    },
  );
