import * as z from "zod/mini";
import * as api from "#shared/applications/api-answers.ts";
import { factKeySchema, factKindSchema, missingSchema } from "#shared/applications/facts.ts";
import type { Fact } from "#shared/applications/facts.ts";
import { rightSchema } from "#shared/applications/tokens.ts";
import type { ApiToken } from "#shared/applications/tokens.ts";
import { deliveryStateSchema, webhookTopicSchema } from "#shared/applications/webhooks.ts";
import type { Delivery, Webhook } from "#shared/applications/webhooks.ts";
import { OIDC_ANSWERS } from "./oidc-answers.ts";
import { count, id, NOTHING, orNull, when } from "./shapes.ts";

const token: z.ZodMiniType<ApiToken> = z.strictObject({
  id,
  name: z.string(),
  rights: z.array(rightSchema),
  lastFour: z.string(),
  createdAt: when,
  createdBy: orNull(
    z.strictObject({
      userId: orNull(id),
      mainCharacterId: orNull(z.int()),
      name: orNull(z.string()),
    }),
  ),
  lastUsedAt: orNull(when),
  expiresAt: orNull(when),
});

const fact: z.ZodMiniType<Fact> = z.strictObject({
  id,
  key: factKeySchema,
  title: z.string(),
  kind: factKindSchema,
  options: z.array(z.string()),
  maxAgeHours: count,
  missing: missingSchema,
  asOf: orNull(when),
  writtenAt: orNull(when),
  pilots: count,
  late: count,
  unknown: count,
  usedBy: z.array(z.strictObject({ id, name: z.string() })),
});

const webhook: z.ZodMiniType<Webhook> = z.strictObject({
  id,
  url: z.url(),
  topics: z.array(webhookTopicSchema),
  isOn: z.boolean(),
  failure: orNull(z.string()),
  lastFour: z.string(),
  formerEndsAt: orNull(when),
  createdAt: when,
});

const deliveryFields = {
  id,
  webhookId: id,
  topic: z.union([webhookTopicSchema, z.literal("webhook.test")]),
  subject: orNull(z.string()),
  state: deliveryStateSchema,
  status: orNull(z.int()),
  durationMs: orNull(count),
  error: orNull(z.string()),
  tries: count,
  nextAt: orNull(when),
  at: when,
};
const delivery: z.ZodMiniType<Delivery> = z.strictObject(deliveryFields);

/** The response schema of each route of tokens and webhooks, and of the API for programs. */
export const APPLICATION_ANSWERS: Record<string, z.ZodMiniType> = {
  ...OIDC_ANSWERS,
  "GET /api/admin/applications/:id/tokens": z.strictObject({ items: z.array(token) }),
  "POST /api/admin/applications/:id/tokens": z.strictObject({ token, secret: z.string() }),
  "DELETE /api/admin/applications/:id/tokens/:tokenId": NOTHING,
  "GET /api/admin/applications/:id/facts": z.strictObject({ items: z.array(fact) }),
  "POST /api/admin/applications/:id/facts": fact,
  "PATCH /api/admin/applications/:id/facts/:key": fact,
  "DELETE /api/admin/applications/:id/facts/:key": NOTHING,
  "GET /api/admin/applications/:id/webhooks": z.strictObject({ items: z.array(webhook) }),
  "POST /api/admin/applications/:id/webhooks": z.strictObject({ webhook, secret: z.string() }),
  "PATCH /api/admin/applications/:id/webhooks/:webhookId": webhook,
  "DELETE /api/admin/applications/:id/webhooks/:webhookId": NOTHING,
  "POST /api/admin/applications/:id/webhooks/:webhookId/secret": z.strictObject({
    webhook,
    secret: z.string(),
  }),
  "POST /api/admin/applications/:id/webhooks/:webhookId/test": delivery,
  "GET /api/admin/applications/:id/deliveries": z.strictObject({
    items: z.array(delivery),
    counts: z.strictObject({ waiting: count, delivered: count, failed: count }),
    maxTries: count,
    nextCursor: orNull(z.string()),
  }),
  "GET /api/admin/applications/:id/deliveries/:deliveryId": z.strictObject({
    ...deliveryFields,
    body: z.string(),
  }),
  "POST /api/admin/applications/:id/deliveries/:deliveryId/replay": delivery,

  "GET /api/v1/token": api.tokenInfoSchema,
  "GET /api/v1/pilots": api.pilotsSchema,
  "POST /api/v1/pilots/lookup": api.lookupSchema,
  "GET /api/v1/pilots/:id": api.pilotSchema,
  "GET /api/v1/pilots/:id/groups": api.pilotGroupsSchema,
  "GET /api/v1/characters/:id/pilot": api.pilotSchema,
  "GET /api/v1/groups": api.groupsSchema,
  "GET /api/v1/groups/:id/members": api.membersSchema,
  "POST /api/v1/groups/:id/members": api.changedMembersSchema,
  "GET /api/v1/facts": api.factsSchema,
  "PUT /api/v1/facts/:key": api.writtenFactsSchema,
  "GET /api/v1/corporations": api.corporationsSchema,
  "GET /api/v1/corporations/:id/roster": api.rosterSchema,
};
