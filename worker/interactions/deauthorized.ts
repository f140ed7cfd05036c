import type { Context } from "#worker/env.ts";
import { forgetAccount } from "#worker/discord/link/service.ts";
import type { webhookEventSchema } from "./payload.ts";
import type * as z from "zod/mini";

type WebhookEvent = z.infer<ReturnType<typeof webhookEventSchema>>;

/**
 * A user has removed Muster's authorization at Discord: the link ends here at once. Discord repeats events and does not order
 * them, so a link that is newer than the event stays. Returns whether a link has ended.
 */
export async function takeEvent(context: Context, message: WebhookEvent): Promise<boolean> {
  if (message.type === 0) return false;
  const { type, timestamp, data } = message.event;
  const at = new Date(timestamp);
  if (type !== "APPLICATION_DEAUTHORIZED" || data?.user === undefined) return false;
  if (Number.isNaN(at.getTime())) return false;
  return forgetAccount(context, data.user.id, at);
}
