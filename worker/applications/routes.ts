import { Hono } from "hono";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { originOf } from "#worker/http/cross-site.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import {
  claimsQuerySchema,
  createApplicationSchema,
  saveApplicationSchema,
  signInsQuerySchema,
  switchApplicationSchema,
} from "#shared/applications/applications.ts";
import { createTokenSchema, tokenParamSchema } from "#shared/applications/tokens.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { testSignIn } from "#worker/applications/oidc/test-sign-in.ts";
import * as service from "./service.ts";
import { listSignIns } from "./store.ts";
import { createToken, listTokens, revokeToken } from "./tokens.ts";

/** `/api/admin/applications`, for system administrators. */
export const applicationRoutes = new Hono<App>()
  .get("/", administrators({ reads: PRIMARY.administration }), async (c) =>
    c.json(await service.listApplications(c.get("context"), originOf(c))),
  )
  .post(
    "/",
    administrators({ lasts: "proof", takes: TAKES.gives, cost: COSTS.after }),
    validate("json", createApplicationSchema),
    async (c) => {
      const input = c.req.valid("json");
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await service.createApplication(context, actor, input, originOf(c)), 201);
    },
  )
  .post(
    "/keys/rotate",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        undo: "The former key stays valid until the next rotation.",
      },
      cost: COSTS.after,
    }),
    async (c) => c.json(await service.rotateKeys(c.get("context"), c.get("actor")), 202),
  )
  .get("/:id", administrators({ reads: PRIMARY.administration }), byId, async (c) =>
    c.json(await service.readApplication(c.get("context"), c.req.valid("param").id, originOf(c))),
  )
  .patch(
    "/:id",
    administrators({ lasts: "proof", takes: TAKES.again, cost: COSTS.after }),
    byId,
    validate("json", saveApplicationSchema),
    async (c) => {
      const place = { id: c.req.valid("param").id, origin: originOf(c) };
      const input = c.req.valid("json");
      return c.json(await service.saveApplication(c.get("context"), c.get("actor"), place, input));
    },
  )
  .delete(
    "/:id",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        shows: "application",
        undo: "Never: ids and secrets are not given twice. The dialog leads to switching off.",
      },
      cost: COSTS.after,
    }),
    byId,
    async (c) => {
      await service.removeApplication(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .post(
    "/:id/switch",
    administrators({
      lasts: "proof",
      takes: {
        shows: "application_off",
        undo: "Switched on again with all settings.",
      },
      cost: COSTS.after,
    }),
    byId,
    validate("json", switchApplicationSchema),
    async (c) => {
      const place = { id: c.req.valid("param").id, origin: originOf(c) };
      const input = c.req.valid("json");
      return c.json(
        await service.switchApplication(c.get("context"), c.get("actor"), place, input),
      );
    },
  )
  .post(
    "/:id/secret",
    administrators({
      lasts: "proof",
      takes: {
        undo: "The former secret works for another day.",
      },
      cost: COSTS.after,
    }),
    byId,
    async (c) => {
      const place = { id: c.req.valid("param").id, origin: originOf(c) };
      return c.json(await service.replaceSecret(c.get("context"), c.get("actor"), place));
    },
  )
  .post(
    "/:id/end-sessions",
    administrators({
      lasts: STAYS.takesAway,
      takes: { undo: "The players sign in again." },
      cost: COSTS.after,
    }),
    byId,
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await service.endSessions(c.get("context"), c.get("actor"), id));
    },
  )
  .post(
    "/:id/test-sign-in",
    // It shows what an application may learn of the administrator, in one answer.
    administrators({ lasts: "proof", takes: TAKES.reads, cost: COSTS.after }),
    byId,
    async (c) => {
      const place = { id: c.req.valid("param").id, origin: originOf(c) };
      return c.json(await testSignIn(c.get("context"), c.get("actor"), place));
    },
  )
  .get(
    "/:id/sign-ins",
    administrators({ reads: PRIMARY.administration }),
    byId,
    validate("query", signInsQuerySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await listSignIns(c.get("context"), id, c.req.valid("query").cursor));
    },
  )
  .get(
    "/:id/claims",
    administrators({ reads: PRIMARY.administration }),
    byId,
    validate("query", claimsQuerySchema),
    async (c) => {
      const place = { id: c.req.valid("param").id, origin: originOf(c) };
      const { userId = c.get("actor").userId } = c.req.valid("query");
      return c.json(await service.previewClaims(c.get("context"), place, userId));
    },
  );

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
