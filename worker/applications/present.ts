import type { Application } from "#shared/applications/applications.ts";
import { endpointsOf } from "#worker/applications/oidc/protocol/endpoints.ts";
import type { ApplicationRow, GroupRow, SecretRow } from "./store.ts";

export function presentApplication(
  row: ApplicationRow,
  { granted, secrets, origin }: { granted: GroupRow[]; secrets: SecretRow[]; origin: string },
): Application {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isOn: row.isOn,
    isPublic: row.isPublic,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    createdBy:
      row.createdBy === null
        ? null
        : { userId: row.createdBy, mainCharacterId: row.creatorId, name: row.creatorName },
    redirectUris: row.redirectUris,
    postLogoutUris: row.postLogoutUris,
    backchannelLogoutUri: row.backchannelLogoutUri,
    tellsLostGroups: row.tellsLostGroups,
    errorsNameIssuer: row.errorsNameIssuer,
    claimsByScope: row.claimsByScope,
    requiredGroup:
      row.requiredGroupId === null
        ? null
        : {
            id: row.requiredGroupId,
            name: row.requiredGroupName,
            memberCount: row.requiredGroupMembers ?? 0,
          },
    grantedGroups: granted,
    claims: row.claims,
    secrets: secrets.map(({ lastFour, createdAt, endsAt }) => ({
      lastFour,
      createdAt: createdAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    })),
    endpoints: endpointsOf(origin),
    people: row.people,
    people30Days: row.people30Days,
    sessions: row.sessions,
    logouts: { waiting: row.waitingLogouts, failure: row.logoutFailure },
  };
}
