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
]);
export type WebhookTopic = z.infer<typeof webhookTopicSchema>;
/** `webhook.test`: sent by a click of an administrator. */
export type DeliveryTopic = WebhookTopic | "webhook.test";

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

export type Webhook = {
  id: string;
  url: string;
  topics: WebhookTopic[];
  isOn: boolean;
  /** Why the last try failed; null if it did not. */
  failure: string | null;
  lastFour: string;
  /** Until then, the secret before this one signs too. Null: there is none. */
  formerEndsAt: string | null;
  createdAt: string;
};

/** `GET /admin/applications/:id/webhooks`. */
export type Webhooks = { items: Webhook[] };

/** `POST …/webhooks` and `POST …/webhooks/:webhookId/secret`: the only answers with a secret, `whsec_…` (standard-webhooks). */
export type WebhookWithSecret = { webhook: Webhook; secret: string };

export const deliveryStateSchema = z.enum(["waiting", "delivered", "failed"]);
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

/** `GET /admin/applications/:id/deliveries`. */
export const deliveriesQuerySchema = z.extend(pageQuerySchema, {
  state: z.optional(deliveryStateSchema),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuerySchema>;

export type Delivery = {
  id: string;
  webhookId: string;
  topic: DeliveryTopic;
  /** Whom and which group it is about, in words; null after the account was deleted. */
  subject: string | null;
  state: DeliveryState;
  /** The status of the answer, and how long it took; null without one. */
  status: number | null;
  durationMs: number | null;
  /** In words, such as "No answer within 10 s". */
  error: string | null;
  tries: number;
  /** When a waiting delivery is tried next; null while its webhook is off. */
  nextAt: string | null;
  at: string;
};

/** `GET /admin/applications/:id/deliveries/:deliveryId`: with the body as it is signed. */
export type DeliveryWithBody = Delivery & { body: string };

/** The newest first. `counts`: of the last seven days. */
export type Deliveries = {
  items: Delivery[];
  counts: Record<DeliveryState, number>;
  maxTries: number;
  nextCursor: string | null;
};
