import { and, eq, sql } from "drizzle-orm";
import type { ApplicationAccess } from "#shared/pilots/access.ts";
import { applicationConsents, applications } from "#worker/db/schema/applications.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isVisibleToMember } from "#worker/access/visibility.ts";

type ConsentRow = RowOfStatement<typeof selectConsents>;

/** The applications that a user has allowed. `isAdmin` (0 or 1) reads the names of groups that the user may not know. */
export const selectConsents = prepare(
  {
    applicationId: applications.id,
    applicationName: applications.name,
    isOn: applications.isOn,
    claims: applicationConsents.claims,
    since: applicationConsents.createdAt,
    lastSignInAt: applicationConsents.lastSignInAt,
    requiredGroupId: applications.requiredGroupId,
    isMember: sql<number>`${groupMembers.userId} is not null`,
    groupName: sql<string | null>`iif(${sql.placeholder("isAdmin")} = 1
      or (${groupMembers.userId} is not null and ${isVisibleToMember}), ${groups.name}, null)`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationConsents)
      .innerJoin(applications, eq(applications.id, applicationConsents.applicationId))
      .leftJoin(groups, eq(groups.id, applications.requiredGroupId))
      .leftJoin(
        groupMembers,
        and(
          eq(groupMembers.groupId, applications.requiredGroupId),
          eq(groupMembers.userId, applicationConsents.userId),
        ),
      )
      .where(eq(applicationConsents.userId, sql.placeholder("userId")))
      .orderBy(applications.name, applications.id),
);

export function presentConsent(row: ConsentRow): ApplicationAccess {
  return {
    applicationId: row.applicationId,
    applicationName: row.applicationName,
    isOn: row.isOn,
    claims: row.claims,
    since: row.since.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    requires:
      row.requiredGroupId === null
        ? null
        : { groupName: row.groupName, isMember: row.isMember === 1 },
  };
}
