import { countSchema, instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { addressSchema } from "./address-schema.ts";
import { calledAddressProblem, MAX_ADDRESS_LENGTH } from "./addresses.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";

/** What a webhook tells: of the groups that were granted to its application, and of users who have consented to it. */
export const webhookTopicSchema = z.enum([
  "member.joined",
  "member.left",
  "grace.started",
  "main.changed",
  "character.linked",
  "character.unlinked",
  "pilot.suspended",
  "pilot.restored",
  "operation.planned",
  "operation.changed",
  "operation.cancelled",
]);
export type WebhookTopic = z.infer<typeof webhookTopicSchema>;
/** `webhook.test`: sent by a click of an administrator. */
const deliveryTopicSchema = z.union([webhookTopicSchema, z.literal("webhook.test")]);
export type DeliveryTopic = z.infer<typeof deliveryTopicSchema>;

export const MAX_WEBHOOKS = 5;
/** A delivery is given up after so many tries, within about a day. */
export const MAX_TRIES = 12;

const urlSchema = addressSchema(
  {
    invalid: english`URL must be a valid address`,
    tooLong: english`URL must be a valid address, of at most ${MAX_ADDRESS_LENGTH} characters each.`,
  },
  calledAddressProblem,
);
const topicsSchema = z
  .array(webhookTopicSchema)
  .check(z.minLength(1, english`Choose at least one event`));

/** `POST /admin/applications/:id/webhooks`. */
export const createWebhookSchema = z.object({ url: urlSchema, topics: topicsSchema });
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

/** `PATCH /admin/applications/:id/webhooks/:webhookId`. */
export const saveWebhookSchema = z.object({
  url: z.exactOptional(urlSchema),
  topics: z.exactOptional(topicsSchema),
  isOn: z.exactOptional(z.boolean()),
});
export type SaveWebhook = z.infer<typeof saveWebhookSchema>;

export const webhookParamSchema = z.object({ id: idSchema, webhookId: idSchema });
export const deliveryParamSchema = z.object({ id: idSchema, deliveryId: idSchema });

export const webhookSchema = z.strictObject({
  id: idSchema,
  url: z.url(),
  topics: z.array(webhookTopicSchema),
  isOn: z.boolean(),
  /** Why the last try failed; null if it did not. */
  failure: z.nullable(z.string()),
  lastFour: z.string(),
  /** Until then, the secret before this one signs too. Null: there is none. */
  formerEndsAt: z.nullable(instantSchema),
  createdAt: instantSchema,
});
export type Webhook = z.infer<typeof webhookSchema>;

/** `GET /admin/applications/:id/webhooks`. */
export const webhooksSchema = z.strictObject({ items: z.array(webhookSchema) });
export type Webhooks = z.infer<typeof webhooksSchema>;

/** `POST …/webhooks` and `POST …/webhooks/:webhookId/secret`: the only answers with a secret, `whsec_…` (standard-webhooks). */
export const webhookWithSecretSchema = z.strictObject({
  webhook: webhookSchema,
  secret: z.string(),
});
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

export const deliveryStateSchema = z.enum(["waiting", "delivered", "failed"]);
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

/** `GET /admin/applications/:id/deliveries`. */
export const deliveriesQuerySchema = z.extend(pageQuerySchema, {
  state: z.optional(deliveryStateSchema),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuerySchema>;

export const deliverySchema = z.strictObject({
  id: idSchema,
  webhookId: idSchema,
  topic: deliveryTopicSchema,
  /** Whom and which group it is about, in words; null after the account was deleted. */
  subject: z.nullable(z.string()),
  state: deliveryStateSchema,
  /** The status of the answer, and how long it took; null without one. */
  status: z.nullable(z.int()),
  durationMs: z.nullable(countSchema),
  /** In words, such as "No answer within 10 s". */
  error: z.nullable(z.string()),
  tries: countSchema,
  /** When a waiting delivery is tried next; null while its webhook is off. */
  nextAt: z.nullable(instantSchema),
  at: instantSchema,
});
export type Delivery = z.infer<typeof deliverySchema>;

/** `GET /admin/applications/:id/deliveries/:deliveryId`: with the body as it is signed. */
export const deliveryWithBodySchema = z.extend(deliverySchema, { body: z.string() });
export type DeliveryWithBody = z.infer<typeof deliveryWithBodySchema>;

/** The newest first. `counts`: of the last seven days. */
export const deliveriesSchema = z.strictObject({
  items: z.array(deliverySchema),
  counts: z.record(deliveryStateSchema, countSchema),
  maxTries: countSchema,
  nextCursor: z.nullable(z.string()),
});
export type Deliveries = z.infer<typeof deliveriesSchema>;
