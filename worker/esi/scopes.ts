import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";
import type { StepUpScope } from "#shared/account/step-up-scopes.ts";
import type { EvidenceSection } from "#worker/db/schema/characters.ts";

/**
 * Requested at every sign-in and link. `publicData` protects no route, but EVE's SSO has failed for requests without a
 * scope: https://github.com/ccpgames/sso-issues/issues/40
 */
export const CHARACTER_SCOPES = [
  "publicData",
  "esi-assets.read_assets.v1",
  "esi-location.read_location.v1",
  "esi-location.read_online.v1",
  "esi-location.read_ship_type.v1",
  "esi-skills.read_skillqueue.v1",
  "esi-skills.read_skills.v1",
  "esi-universe.read_structures.v1",
  "esi-wallet.read_character_wallet.v1",
];

/**
 * The scopes that each feature of director access needs. A grant that lacks those of one feature goes on serving the others: a
 * feature that is added here switches off no director.
 */
export const DIRECTOR_FEATURES = {
  /** Without it, a director cannot be checked and is of no use. */
  health: ["esi-characters.read_corporation_roles.v1"],
  members: ["esi-corporations.read_corporation_membership.v1"],
  tracking: ["esi-corporations.track_members.v1"],
  divisions: ["esi-corporations.read_divisions.v1"],
  wallets: ["esi-wallet.read_corporation_wallets.v1"],
  journal: ["esi-wallet.read_corporation_wallets.v1"],
  assets: ["esi-assets.read_corporation_assets.v1"],
  structures: ["esi-corporations.read_structures.v1"],
  orders: ["esi-markets.read_corporation_orders.v1"],
  contracts: ["esi-contracts.read_corporation_contracts.v1"],
  killmails: ["esi-killmails.read_corporation_killmails.v1"],
  roles: ["esi-corporations.read_corporation_membership.v1"],
  rolesHistory: ["esi-corporations.read_corporation_membership.v1"],
  titles: ["esi-corporations.read_titles.v1"],
  contacts: ["esi-corporations.read_contacts.v1"],
  allianceContacts: ["esi-alliances.read_contacts.v1"],
  notices: ["esi-characters.read_notifications.v1"],
  /** The access lists that the director manages in game. */
  accessLists: ["esi-access.read_lists.v1"],
} satisfies Features;

/** Features that only rules or the roster need. A director who lacks them lacks nothing that every corporation needs. */
export const OPTIONAL_FEATURES = [
  "titles",
  "contacts",
  "allianceContacts",
  "notices",
  "accessLists",
] as const;

type Features = { health: string[]; [feature: string]: string[] };
export type DirectorFeature = keyof typeof DIRECTOR_FEATURES;

const ALL_DIRECTOR_SCOPES = [...new Set(Object.values(DIRECTOR_FEATURES).flat())];
const OPTIONAL_SCOPES = new Set(OPTIONAL_FEATURES.flatMap((feature) => DIRECTOR_FEATURES[feature]));

/** What a director should have granted; a grant of director access also requests what is optional. */
export const DIRECTOR_SCOPES = ALL_DIRECTOR_SCOPES.filter((scope) => !OPTIONAL_SCOPES.has(scope));

/** The scope of a section that only rules need. */
export function scopeOfEvidence(section: EvidenceSection): StepUpScope {
  return section === "roles"
    ? "esi-characters.read_corporation_roles.v1"
    : "esi-characters.read_titles.v1";
}

/** The scopes of those of these sections that only rules need. */
export function stepUpScopes(sections: readonly string[]): StepUpScope[] {
  return (["roles", "titles"] as const)
    .filter((section) => sections.includes(section))
    .map(scopeOfEvidence);
}

/** All that Muster may ever request: an application at EVE needs them. */
export function applicationScopes(): string[] {
  return [...new Set([...CHARACTER_SCOPES, ...ALL_DIRECTOR_SCOPES, ...STEP_UP_SCOPES])];
}

type Requested = { forDirector?: boolean; stepUp?: readonly StepUpScope[] };

/**
 * The scopes to request for a character with a grant of `granted`. EVE may end the earlier grants at one with another set of
 * scopes, so none is left out.
 */
export function scopesToRequest(
  granted: string[] = [],
  { forDirector = false, stepUp = [] }: Requested = {},
): string[] {
  const director = forDirector ? ALL_DIRECTOR_SCOPES : [];
  return [...new Set([...CHARACTER_SCOPES, ...director, ...stepUp, ...granted])];
}

/**
 * Whether a grant makes a director, who may lack features. A pilot may have granted the scope of the health check alone, to
 * show their own roles.
 */
export function coversDirectorAccess(
  scopes: readonly string[],
  features: Features = DIRECTOR_FEATURES,
): boolean {
  const covers = (needed: readonly string[]) => needed.every((scope) => scopes.includes(scope));
  const { health, ...others } = features;
  return covers(health) && Object.values(others).some(covers);
}

/** The features that a director with this grant does not serve: all of them, if it is no grant of director access. */
export function missingFeatures(
  scopes: readonly string[],
  features: Features = DIRECTOR_FEATURES,
): string[] {
  if (!coversDirectorAccess(scopes, features)) return Object.keys(features);
  return Object.keys(features).filter(
    (feature) => !features[feature]?.every((scope) => scopes.includes(scope)),
  );
}

/** Whether a director with this grant, which may be none, serves the feature. */
export function servesFeature(scopes: readonly string[] | null, feature: DirectorFeature): boolean {
  return !missingFeatures(scopes ?? []).includes(feature);
}
