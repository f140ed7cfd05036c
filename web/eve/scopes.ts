import { STEP_UP_SCOPES } from "#shared/requirements/step-up-scopes.ts";

const [ROLES, TITLES] = STEP_UP_SCOPES;

/** Labels of the character scopes. */
const LABELS: Record<string, string> = {
  "esi-assets.read_assets.v1": "assets",
  "esi-location.read_location.v1": "location",
  "esi-location.read_online.v1": "online status",
  "esi-location.read_ship_type.v1": "ship",
  "esi-skills.read_skillqueue.v1": "skill queue",
  "esi-skills.read_skills.v1": "skills",
  "esi-universe.read_structures.v1": "names of structures",
  "esi-wallet.read_character_wallet.v1": "wallet",
  [ROLES]: "in-game roles",
  [TITLES]: "titles",
};

/** The scopes of characters that have a label. */
export const KNOWN_SCOPES = Object.keys(LABELS);

const list = new Intl.ListFormat("en");

/** "assets, ship, and wallet" */
export function describeScopes(scopes: readonly string[]): string {
  return list.format(scopes.map((scope) => LABELS[scope] ?? scope));
}
