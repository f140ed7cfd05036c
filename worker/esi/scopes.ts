/** Asked at every sign-in and link. `publicData` guards no route; without any scope EVE's SSO misbehaves. */
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

/** Asked beside these only of those who grant director access: what corporation data and its health checks need. */
export const DIRECTOR_SCOPES = [
  "esi-assets.read_corporation_assets.v1",
  "esi-characters.read_corporation_roles.v1",
  "esi-contracts.read_corporation_contracts.v1",
  "esi-corporations.read_corporation_membership.v1",
  "esi-corporations.read_divisions.v1",
  "esi-corporations.read_structures.v1",
  "esi-corporations.track_members.v1",
  "esi-killmails.read_corporation_killmails.v1",
  "esi-markets.read_corporation_orders.v1",
  "esi-wallet.read_corporation_wallets.v1",
];

/**
 * What to ask of a character that granted `granted` before. A new grant with another set of scopes kills
 * the old tokens, so nothing granted may be left out.
 */
export function scopesToAsk(granted: string[] = [], { forDirector = false } = {}): string[] {
  const director = forDirector ? DIRECTOR_SCOPES : [];
  return [...new Set([...CHARACTER_SCOPES, ...director, ...granted])];
}

export function coversDirectorAccess(scopes: readonly string[]): boolean {
  return DIRECTOR_SCOPES.every((scope) => scopes.includes(scope));
}
