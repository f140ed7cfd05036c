import { Hono } from "hono";
import { every } from "hono/combine";
import { createInviteCodeSchema, redeemSchema } from "#shared/groups/invitations.ts";
import { limitUser, users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, STAYS, TAKES, visitors } from "#worker/http/route-declaration.ts";
import { addressAndPath, rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

/** One limit for both: either would tell whether a code exists. */
const limitRedeem = limitUser("REDEEM_LIMIT");

export const codeRoutes = new Hono<App>()
  // A POST, because addresses with a code in them would be logged.
  .post(
    "/invite-codes/preview",
    users({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.reads }),
    limitRedeem,
    validate("json", redeemSchema),
    async (c) => {
      const { code } = c.req.valid("json");
      return c.json(await service.previewCode(c.get("context"), c.get("actor"), code));
    },
  )
  .post(
    "/invite-codes/redeem",
    users({ lasts: STAYS.ownMembership, takes: TAKES.own, cost: { act: "joins" } }),
    limitRedeem,
    validate("json", redeemSchema),
    async (c) => {
      const { code } = c.req.valid("json");
      return c.json(await service.redeemCode(c.get("context"), c.get("actor"), code));
    },
  )
  .post(
    "/invite-codes/:id/revoke",
    users({
      lasts: STAYS.takesAway,
      takes: TAKES.madeAgain,
      cost: { paidBy: "creating the code" },
    }),
    byId,
    async (c) => {
      await service.revokeCode(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .get("/:id/invite-codes", users({ reads: PRIMARY.secrets }), byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.listCodes(c.get("context"), c.get("actor"), id));
  })
  .post(
    "/:id/invite-codes",
    users({ lasts: "proof", takes: TAKES.gives, cost: { act: "codes" } }),
    byId,
    validate("json", createInviteCodeSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.createCode(c.get("context"), c.get("actor"), id, input), 201);
    },
  );

const limitVisits = every(
  rateLimit<App>("REDEEM_LIMIT", addressAndPath),
  rateLimit<App>("READ_LIMIT", subscriberOf),
);

/** `/api/invite-links`, for visitors without a session. */
export const inviteLinkRoutes = new Hono<App>().post(
  "/",
  visitors({ lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.reads }),
  limitVisits,
  validate("json", redeemSchema),
  async (c) => c.json(await service.openLink(c.get("context"), c.req.valid("json").code)),
);
