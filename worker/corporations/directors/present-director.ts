import type { Director, DirectorProblem } from "#shared/corporations.ts";
import { judgeRoles, missingDirectorScopes } from "./requirements.ts";
import type { DirectorRow } from "./store.ts";

export function presentDirector(row: DirectorRow): Director {
  const { problem, characterName, roles, lastUsedAt } = row;
  return {
    directorId: row.id,
    characterId: row.characterId,
    characterName,
    priority: row.priority,
    isHealthy: row.isHealthy,
    failureCount: row.failureCount,
    lastHealthCheck: row.checkedAt?.toISOString() ?? null,
    lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    isAssigned: row.isAssigned === 1,
    problem,
    problemText: problem && problemText(problem, characterName, roles),
    roles,
    missingScopes: missingDirectorScopes(row.scopes ?? []),
    tokenState: row.tokenState ?? "revoked",
  };
}

function problemText(problem: DirectorProblem, name: string, roles: string[]): string {
  switch (problem) {
    case "token_revoked":
      return `EVE no longer accepts ${name}'s authorization. Grant director access again.`;
    case "missing_scope":
      return `${name} has not granted director access. Grant it from the dashboard.`;
    case "missing_role": {
      const { missingRoles } = judgeRoles(roles);
      // EVE's client writes "Station Manager" where ESI has "Station_Manager".
      const names = missingRoles.map((role) => role.replaceAll("_", " "));
      return names.length === 0
        ? `EVE refused ${name} for want of a role. The next health check asks for the roles again.`
        : `${name} lacks in-game roles: ${names.join(", ")}.`;
    }
    case "not_in_corporation":
      return `${name} is no longer in this corporation.`;
  }
}
