import type { VerifyResult } from "#shared/corporations.ts";
import { SOURCES } from "#worker/corporations/fetch/sources.ts";

const DIRECTOR = "Director";

/** Each is satisfied by any of its roles. ESI lists all roles for some directors, and only `Director` for others. */
const REQUIREMENTS = SOURCES.map(({ roles }) => roles).filter(({ length }) => length > 0);

/**
 * Whether these in-game roles read everything. A requirement that is met is named by the role that meets it, one
 * that is not by the first that would.
 */
export function judgeRoles(roles: readonly string[]): VerifyResult {
  const isDirector = roles.includes(DIRECTOR);
  const verified = new Set<string>();
  const missing = new Set<string>();
  for (const anyOf of REQUIREMENTS) {
    const [first = DIRECTOR] = anyOf;
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
