import { and, eq, sql } from "drizzle-orm";
import { namedFields, withNamed } from "#worker/applications/named-pilots.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";

const applicationId = sql.placeholder("applicationId");
const groupId = sql.placeholder("groupId");

/** A group that was granted to the application. */
export const selectGranted = prepare(
  {
    id: groups.id,
    name: groups.name,
    isWritable: applicationGroups.isWritable,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationGroups)
      .innerJoin(groups, eq(groups.id, applicationGroups.groupId))
      .where(
        and(
          eq(applicationGroups.applicationId, applicationId),
          eq(applicationGroups.groupId, groupId),
        ),
      ),
);

/** The pilots whom a token names, with their membership. */
export const selectNamed = prepare(
  { ...namedFields, role: groupMembers.role, emergencyId: groupMembers.emergencyId },
  (fields) => sql`${withNamed} select ${columns(fields)} from named
    left join ${groupMembers} on ${groupMembers.groupId} = ${groupId} and ${groupMembers.userId} = named.userId`,
);

export const selectUser = prepare({ id: users.id }, (fields) =>
  orm
    .select(fields)
    .from(users)
    .where(eq(users.id, sql.placeholder("userId"))),
);
