import { Hono } from "hono";
import { declineAllSchema, inviteSchema } from "#shared/groups/invitations.ts";
import { pageQuerySchema } from "#shared/page.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { listBlocks, removeBlock } from "./blocks.ts";
import { listMyInvitations } from "./service.ts";
import * as service from "./service.ts";
import { declineInvitations } from "./settle.ts";

export const invitationRoutes = new Hono<App>()
  .get("/invitations", users({ reads: "replica" }), async (c) =>
    c.json(await listMyInvitations(c.get("context"), c.get("actor"))),
  )
  .post(
    "/invitations/decline-all",
    users({ lasts: STAYS.ownMembership, takes: TAKES.own, cost: { paidBy: "the invitations" } }),
    validate("json", declineAllSchema),
    async (c) => {
      const { ids } = c.req.valid("json");
      const declined = await declineInvitations(c.get("context"), c.get("actor"), ids);
      return c.json({ declined });
    },
  )
  .get(
    "/invitations/blocked",
    users({ reads: "replica" }),
    validate("query", pageQuerySchema),
    async (c) => {
      const { cursor } = c.req.valid("query");
      return c.json(await listBlocks(c.get("context"), c.get("actor"), cursor));
    },
  )
  .delete(
    "/invitations/blocked/:id",
    users({ lasts: STAYS.ownChoice, takes: TAKES.own, cost: { paidBy: "the invitation" } }),
    byId,
    async (c) => {
      await removeBlock(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .post(
    "/invitations/:id/block",
    users({ lasts: STAYS.ownChoice, takes: TAKES.own, cost: { paidBy: "the invitation" } }),
    byId,
    async (c) => {
      await service.blockGroup(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .post(
    "/invitations/:id/accept",
    users({ lasts: STAYS.ownMembership, takes: TAKES.own, cost: { act: "joins" } }),
    byId,
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await service.acceptInvitation(c.get("context"), c.get("actor"), id));
    },
  )
  .post(
    "/invitations/:id/decline",
    users({ lasts: STAYS.ownMembership, takes: TAKES.own, cost: { paidBy: "the invitation" } }),
    byId,
    async (c) => {
      await service.declineInvitation(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .post(
    "/invitations/:id/revoke",
    users({
      lasts: STAYS.takesAway,
      takes: { undo: "The player is invited again." },
      cost: { paidBy: "the invitation" },
    }),
    byId,
    async (c) => {
      await service.revokeInvitation(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .get(
    "/:id/invitations",
    users({ reads: "replica" }),
    byId,
    validate("query", pageQuerySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor } = c.req.valid("query");
      return c.json(await service.listInvitations(c.get("context"), c.get("actor"), id, cursor));
    },
  )
  .post(
    "/:id/invitations",
    users({ lasts: PROOF_WHEN.letsIn, takes: TAKES.gives, cost: { act: "invitations" } }),
    byId,
    validate("json", inviteSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const invited = await service.inviteCharacter(
        c.get("context"),
        c.get("actor"),
        id,
        c.req.valid("json"),
      );
      return c.json(invited, 201);
    },
  );
