import type { VerifyResult } from "#shared/corporations/corporations.ts";
import { DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import type { DirectorFeature } from "#worker/esi/scopes.ts";

const DIRECTOR = "Director";
const ACCOUNTANTS = ["Accountant", "Junior_Accountant"];

/**
 * In-game roles, of which each list of ESI needs one, as CCP's OpenAPI document states them
 * (`x-required-roles`). `Director` includes every role.
 */
export const ROLES = {
  members: [],
  tracking: [DIRECTOR],
  divisions: [DIRECTOR],
  wallets: ACCOUNTANTS,
  journal: ACCOUNTANTS,
  assets: [DIRECTOR],
  structures: ["Station_Manager"],
  orders: ["Accountant", "Trader"],
  contracts: [],
  killmails: [DIRECTOR],
  roles: [],
  rolesHistory: [DIRECTOR],
  titles: [DIRECTOR],
  contacts: [],
  allianceContacts: [],
  notices: [DIRECTOR],
  // A director reads only the lists that they manage, so no role is needed.
  accessLists: [],
} satisfies Record<Exclude<DirectorFeature, "health">, string[]>;

/**
 * Whether these in-game roles suffice for everything. A requirement that is met is named by the role that meets it, and
 * one that is not by the first role that would. ESI lists all roles for some directors, and only `Director` for others.
 */
export function judgeRoles(roles: readonly string[]): Omit<VerifyResult, "problems"> {
  const isDirector = roles.includes(DIRECTOR);
  const verified = new Set<string>();
  const missing = new Set<string>();
  for (const anyOf of Object.values<string[]>(ROLES)) {
    const [first] = anyOf;
    if (first === undefined) continue;
    const held = anyOf.find((role) => roles.includes(role)) ?? (isDirector ? first : undefined);
    if (held === undefined) missing.add(first);
    else verified.add(held);
  }
  return {
    hasAccess: missing.size === 0,
    verifiedRoles: [...verified],
    missingRoles: [...missing],
  };
}

/** What a director's authorization lacks. */
export function missingDirectorScopes(scopes: readonly string[]): string[] {
  return DIRECTOR_SCOPES.filter((scope) => !scopes.includes(scope));
}
