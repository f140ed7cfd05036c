import type { Director, DirectorProblem } from "#shared/corporations.ts";
import { DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import type { DirectorRow } from "./store.ts";
import { judgeRoles } from "./requirements.ts";

/** What a director's authorization lacks. */
export function missingDirectorScopes(scopes: readonly string[]): string[] {
  return DIRECTOR_SCOPES.filter((scope) => !scopes.includes(scope));
}

export function presentDirector(row: DirectorRow): Director {
  const { problem, characterName } = row;
  const roles = JSON.parse(row.roles) as string[];
  return {
    directorId: row.id,
    characterId: row.characterId,
    characterName,
    priority: row.priority,
    isHealthy: row.isHealthy === 1,
    failureCount: row.failureCount,
    lastHealthCheck: isoOrNull(row.checkedAt),
    lastUsed: isoOrNull(row.lastUsedAt),
    isAssigned: row.isAssigned === 1,
    problem,
    problemText: problem && problemText(problem, characterName, roles),
    roles,
    missingScopes: missingDirectorScopes(JSON.parse(row.scopes ?? "[]") as string[]),
    tokenState: row.tokenState ?? "revoked",
  };
}

export function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** "Station_Manager", as EVE's client writes it. */
function inWords(role: string): string {
  return role.replaceAll("_", " ");
}

function problemText(problem: DirectorProblem, name: string, roles: string[]): string {
  switch (problem) {
    case "token_revoked":
      return `EVE no longer accepts ${name}'s authorization. Grant director access again.`;
    case "missing_scope":
      return `${name} has not granted director access. Grant it from the dashboard.`;
    case "missing_role": {
      const { missingRoles } = judgeRoles(roles);
      return missingRoles.length === 0
        ? `EVE refused ${name} for want of a role. The next health check asks for the roles again.`
        : `${name} lacks in-game roles: ${missingRoles.map(inWords).join(", ")}.`;
    }
    case "not_in_corporation":
      return `${name} is no longer in this corporation.`;
  }
}
