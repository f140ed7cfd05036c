import { Hono } from "hono";
import { createTokenSchema, tokenParamSchema } from "#shared/applications/tokens.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { createToken, listTokens, revokeToken } from "./tokens.ts";

/** `/api/admin/applications/:id/tokens`. */
export const apiTokenRoutes = new Hono<App>()
  .get("/:id/tokens", administrators({ reads: PRIMARY.administration }), byId, async (c) =>
    c.json(await listTokens(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/tokens",
    administrators({ lasts: "proof", takes: TAKES.gives, cost: COSTS.after }),
    byId,
    validate("json", createTokenSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const token = c.req.valid("json");
      return c.json(await createToken(c.get("context"), c.get("actor"), id, token), 201);
    },
  )
  .delete(
    "/:id/tokens/:tokenId",
    administrators({ lasts: STAYS.takesAway, takes: TAKES.madeAgain, cost: COSTS.after }),
    validate("param", tokenParamSchema),
    async (c) => {
      const { id, tokenId } = c.req.valid("param");
      await revokeToken(c.get("context"), c.get("actor"), id, tokenId);
      return c.body(null, 204);
    },
  );
