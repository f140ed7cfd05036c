import type { Definitions } from "./definition.ts";

/** Events of Discord servers. */
export const discordEvents = {
  server_added: { isByHand: true },
  server_updated: { isByHand: true },
  server_removed: { isByHand: true },
  server_switched_on: { isByHand: true },
  server_switched_off: { isByHand: true },
  server_joined: {},
  roles_changed: { isByHand: true },
  drift_decided: { isByHand: true },
  role_removals_held: { isByHand: true },
  role_removals_released: { isByHand: true },
  role_removals_discarded: { isByHand: true },
} as const satisfies Definitions;
