import type { EventKind } from "#worker/db/schema/audit.ts";

/** Actions of one user on others, or on what all use, that undoing leaves alone: they are listed, and reverted by hand. */
const BY_HAND = new Set<EventKind>([
  "category_created",
  "category_updated",
  "category_deleted",
  "group_created",
  "group_deleted",
  "request_rejected",
  "rejection_undone",
  "invitation_sent",
  "invitation_revoked",
  "code_created",
  "code_revoked",
  "removals_held",
  "removals_released",
  "removals_discarded",
  "review_opened",
  "review_finished",
  "community_updated",
  "user_suspended",
  "suspension_lifted",
  "sessions_revoked",
  "administrator_confirmed",
  "corporation_added",
  "corporation_updated",
  "corporation_removed",
  "director_added",
  "director_updated",
  "director_removed",
]);

/** Of Discord servers and applications, what users do for themselves. */
const OWN = new Set<EventKind>([
  "server_joined",
  "application_signed_in",
  "application_refused",
  "application_cancelled",
  "application_consented",
  "application_consent_ended",
]);

export function isByHand({ log, kind }: { log: string; kind: EventKind }): boolean {
  const isOfSettings = (log === "discord" || log === "applications") && !OWN.has(kind);
  return isOfSettings || BY_HAND.has(kind);
}
