import type { Definitions } from "./definition.ts";

/** Events of corporations and their directors. */
export const corporationEvents = {
  corporation_added: { limit: "edits", isByHand: true },
  corporation_updated: { limit: "edits", isByHand: true },
  corporation_removed: { limit: "edits", isByHand: true },
  director_added: { limit: "edits", isByHand: true },
  director_updated: { limit: "edits", isByHand: true },
  director_removed: { limit: "edits", isByHand: true },
  director_healthy: {},
  /** Posted as `token_lost` if EVE has revoked the authorization. */
  director_unhealthy: { post: "director_unhealthy" },
  roster_viewed: {},
} as const satisfies Definitions;
