import * as z from "zod/mini";

export const applicationEventKindSchema = z.enum([
  "application_added",
  "application_updated",
  "application_removed",
  "application_switched_on",
  "application_switched_off",
  "application_secret_replaced",
  "application_sessions_ended",
  "application_signed_in",
  "application_refused",
  "application_cancelled",
  "application_consented",
  "application_consent_ended",
  "signing_keys_rotated",
  "api_token_created",
  "api_token_revoked",
  "webhook_added",
  "webhook_updated",
  "webhook_secret_replaced",
  "webhook_removed",
  "webhook_disabled",
]);
export type ApplicationEventKind = z.infer<typeof applicationEventKindSchema>;

/** What an event of an application says. */
export type ApplicationEventDetail = {
  /** Of an update: each changed field, before and after. */
  changes?: Record<string, { from: string | null; to: string | null }> | undefined;
  /** Why a sign-in was refused. */
  reason?: string | undefined;
  /** Of sessions that were ended. */
  count?: number | undefined;
  /** Of an API token, or the host of a webhook. */
  label?: string | undefined;
};

/** An actor of null is Muster itself. Without an application: about the keys of all. */
export type ApplicationEvent = {
  id: string;
  kind: ApplicationEventKind;
  createdAt: string;
  actor: { userId: string | null; name: string | null } | null;
  /** Who signed in, or whose consent ended. */
  subject: { userId: string | null; name: string | null } | null;
  applicationId: string | null;
  applicationName: string | null;
  detail: ApplicationEventDetail;
  requestId: string;
};
