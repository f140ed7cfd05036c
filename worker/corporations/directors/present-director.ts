import { english } from "#shared/english.ts";
import type { Director, DirectorProblem } from "#shared/corporations/corporations.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { judgeRoles, missingDirectorScopes } from "./requirements.ts";
import { healthOf } from "./rotation.ts";
import type { DirectorRow } from "./store.ts";

export function presentDirector(row: DirectorRow): Director {
  const { problem, characterName, roles, lastUsedAt } = row;
  const missingScopes = missingDirectorScopes(row.scopes ?? []);
  const tokenState = row.tokenState ?? "revoked";
  const isAccess = problem === "missing_scope" || problem === "token_revoked";
  const isGrantUnchecked = isAccess && tokenState === "ok" && missingScopes.length === 0;
  const health = healthOf(row);
  return {
    directorId: row.id,
    characterId: row.characterId,
    characterName,
    priority: row.priority,
    health,
    isHealthy: health === "healthy",
    failureCount: row.failureCount,
    lastHealthCheck: row.checkedAt?.toISOString() ?? null,
    lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    isAssigned: row.isAssigned === 1,
    problem,
    problemText: isGrantUnchecked
      ? english`${characterName} has granted director access since the last check.`
      : problem && problemText(problem, characterName, roles),
    isGrantUnchecked,
    roles,
    missingScopes,
    missingRoles: problem === "missing_role" ? judgeRoles(roles).missingRoles : [],
    tokenState,
    suspension: markOf(row),
  };
}

/** `roles` as EVE last reported them: once there are any, the director had access and was in the corporation. */
export function problemText(problem: DirectorProblem, name: string, roles: string[]): string {
  const hadAccess = roles.length > 0;
  switch (problem) {
    case "token_revoked":
      return english`EVE no longer accepts ${name}'s authorization.`;
    case "missing_scope":
      return hadAccess
        ? english`${name} signed in without director access.`
        : english`${name} has not granted director access.`;
    case "missing_role": {
      const { missingRoles } = judgeRoles(roles);
      // EVE's client writes "Station Manager" where ESI has "Station_Manager".
      const names = missingRoles.map((role) => role.replaceAll("_", " "));
      return names.length === 0
        ? english`EVE refused ${name}'s access because of a missing role. The next check reads the roles again.`
        : english`${name} lacks in-game roles: ${names.join(", ")}.`;
    }
    case "not_in_corporation":
      return hadAccess
        ? english`${name} is no longer in this corporation.`
        : english`${name} is not in this corporation.`;
  }
}
