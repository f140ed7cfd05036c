import { Hono } from "hono";
import {
  createWebhookSchema,
  deliveriesQuerySchema,
  deliveryParamSchema,
  saveWebhookSchema,
  webhookParamSchema,
} from "#shared/applications/webhooks.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { replaceSecret } from "./service.ts";
import * as service from "./service.ts";

/** `/api/admin/applications/:id/webhooks` and `…/deliveries`, for system administrators only: see `app.ts`. */
export const webhookRoutes = new Hono<App>()
  .get("/:id/webhooks", administrators({ reads: PRIMARY.administration }), byId, async (c) =>
    c.json(await service.listWebhooks(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/webhooks",
    administrators({ lasts: "proof", takes: TAKES.gives, cost: COSTS.after }),
    byId,
    validate("json", createWebhookSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const webhook = c.req.valid("json");
      return c.json(
        await service.createWebhook(c.get("context"), c.get("actor"), id, webhook),
        201,
      );
    },
  )
  .patch(
    "/:id/webhooks/:webhookId",
    administrators({ lasts: "proof", takes: TAKES.again, cost: COSTS.after }),
    validate("param", webhookParamSchema),
    validate("json", saveWebhookSchema),
    async (c) => {
      const { id, webhookId } = c.req.valid("param");
      const changes = { ...c.req.valid("json"), webhookId };
      return c.json(await service.saveWebhook(c.get("context"), c.get("actor"), id, changes));
    },
  )
  .delete(
    "/:id/webhooks/:webhookId",
    administrators({ lasts: STAYS.takesAway, takes: TAKES.madeAgain, cost: COSTS.after }),
    validate("param", webhookParamSchema),
    async (c) => {
      const { id, webhookId } = c.req.valid("param");
      await service.removeWebhook(c.get("context"), c.get("actor"), id, webhookId);
      return c.body(null, 204);
    },
  )
  .post(
    "/:id/webhooks/:webhookId/secret",
    administrators({
      lasts: "proof",
      takes: {
        undo: "The former secret signs for another day.",
      },
      cost: COSTS.after,
    }),
    validate("param", webhookParamSchema),
    async (c) => {
      const { id: applicationId, webhookId } = c.req.valid("param");
      const place = { applicationId, webhookId };
      return c.json(await replaceSecret(c.get("context"), c.get("actor"), place));
    },
  )
  .post(
    "/:id/webhooks/:webhookId/test",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.after }),
    validate("param", webhookParamSchema),
    async (c) => {
      const { id, webhookId } = c.req.valid("param");
      return c.json(await service.testWebhook(c.get("context"), id, webhookId));
    },
  )
  .get(
    "/:id/deliveries",
    administrators({ reads: PRIMARY.administration }),
    byId,
    validate("query", deliveriesQuerySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await service.listDeliveries(c.get("context"), id, c.req.valid("query")));
    },
  )
  .get(
    "/:id/deliveries/:deliveryId",
    administrators({ reads: PRIMARY.administration }),
    validate("param", deliveryParamSchema),
    async (c) => {
      const { id, deliveryId } = c.req.valid("param");
      return c.json(await service.getDelivery(c.get("context"), id, deliveryId));
    },
  )
  .post(
    "/:id/deliveries/:deliveryId/replay",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.after }),
    validate("param", deliveryParamSchema),
    async (c) => {
      const { id, deliveryId } = c.req.valid("param");
      return c.json(await service.replayDelivery(c.get("context"), id, deliveryId));
    },
  );
