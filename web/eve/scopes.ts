import { msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { joined } from "#web/lib/sentence.ts";
import type { Message } from "#shared/language/messages.ts";
import { FLEET_SCOPE, STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";

const [ROLES, TITLES] = STEP_UP_SCOPES;

/** Labels of the character scopes. */
const LABELS: Record<string, Message> = {
  "esi-assets.read_assets.v1": msg`assets`,
  "esi-location.read_location.v1": msg`location`,
  "esi-location.read_online.v1": msg`online status`,
  "esi-location.read_ship_type.v1": msg`ship`,
  "esi-skills.read_skillqueue.v1": msg`skill queue`,
  "esi-skills.read_skills.v1": msg`skills`,
  "esi-universe.read_structures.v1": msg`names of structures`,
  "esi-wallet.read_character_wallet.v1": msg`wallet`,
  [ROLES]: msg`in-game roles`,
  [TITLES]: msg`titles`,
  [FLEET_SCOPE]: msg`fleet`,
};

/** The scopes of characters that have a label. */
export const KNOWN_SCOPES = Object.keys(LABELS);

/** "assets, ship, and wallet" */
export function describeScopes(scopes: readonly string[]): string {
  return joined(
    scopes.map((scope) => {
      const label = LABELS[scope];
      return label ? say(label) : scope;
    }),
  );
}
