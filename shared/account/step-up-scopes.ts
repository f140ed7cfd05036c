// Without zod: the dashboard needs this.

/** Asked for when an operation is to be read: the fleet that a character is in, and the members of its own. */
export const FLEET_SCOPE = "esi-fleets.read_fleet.v1";

/**
 * Scopes that a character is asked for only if something needs them: requirements its own in-game roles and titles, operations its
 * fleet.
 */
export const STEP_UP_SCOPES = [
  "esi-characters.read_corporation_roles.v1",
  "esi-characters.read_titles.v1",
  FLEET_SCOPE,
] as const;
export type StepUpScope = (typeof STEP_UP_SCOPES)[number];
