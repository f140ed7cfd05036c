import type { Definitions } from "./definition.ts";

/** Events of applications: their settings, and the sign-ins of users. */
export const applicationEvents = {
  application_added: { isByHand: true },
  application_updated: { isByHand: true },
  application_removed: { isByHand: true },
  application_switched_on: { isByHand: true },
  application_switched_off: { isByHand: true },
  application_secret_replaced: { isByHand: true },
  application_sessions_ended: { isByHand: true },
  application_tested: {},
  application_signed_in: {},
  application_refused: {},
  application_cancelled: {},
  application_consented: {},
  application_consent_ended: {},
  signing_keys_rotated: { isByHand: true },
  api_token_created: { isByHand: true },
  api_token_revoked: { isByHand: true },
  fact_declared: { isByHand: true },
  fact_changed: { isByHand: true },
  fact_removed: { isByHand: true },
  webhook_added: { isByHand: true },
  webhook_updated: { isByHand: true },
  webhook_secret_replaced: { isByHand: true },
  webhook_removed: { isByHand: true },
  webhook_disabled: { isByHand: true },
} as const satisfies Definitions;
