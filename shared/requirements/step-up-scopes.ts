// Without zod: the dashboard needs this.

/** Scopes that a character is asked for only if requirements need them: of its own in-game roles and titles. */
export const STEP_UP_SCOPES = [
  "esi-characters.read_corporation_roles.v1",
  "esi-characters.read_titles.v1",
] as const;
export type StepUpScope = (typeof STEP_UP_SCOPES)[number];
