import type { Director, DirectorProblem } from "#shared/corporations.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { judgeRoles, missingDirectorScopes } from "./requirements.ts";
import { healthOf } from "./rotation.ts";
import type { DirectorRow } from "./store.ts";

export function presentDirector(row: DirectorRow): Director {
  const { problem, characterName, roles, lastUsedAt } = row;
  return {
    directorId: row.id,
    characterId: row.characterId,
    characterName,
    priority: row.priority,
    health: healthOf(row),
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
    suspension: markOf(row),
  };
}

/** `roles` as EVE last reported them: once there are any, the director had access and was in the corporation. */
export function problemText(problem: DirectorProblem, name: string, roles: string[]): string {
  const hadAccess = roles.length > 0;
  switch (problem) {
    case "token_revoked":
      return `EVE no longer accepts ${name}'s authorization. Grant director access again.`;
    case "missing_scope":
      return hadAccess
        ? `${name} last signed in without director access. Grant it again from the dashboard.`
        : `${name} has not granted director access. Grant it from the dashboard.`;
    case "missing_role": {
      const { missingRoles } = judgeRoles(roles);
      // EVE's client writes "Station Manager" where ESI has "Station_Manager".
      const names = missingRoles.map((role) => role.replaceAll("_", " "));
      return names.length === 0
        ? `EVE refused ${name}'s access because of a missing role. The next check reads the roles again.`
        : `${name} lacks in-game roles: ${names.join(", ")}.`;
    }
    case "not_in_corporation":
      return `${name} is ${hadAccess ? "no longer" : "not"} in this corporation.`;
  }
}
