import { and, eq, sql } from "drizzle-orm";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications/applications.ts";
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

/** The named users, and those of the named characters, with their membership: of mains alone, where a grant of characters is missing. */
export const selectNamed = prepare(
  {
    userId: sql<string>`userId`,
    characterId: sql<number | null>`characterId`,
    role: groupMembers.role,
    emergencyId: groupMembers.emergencyId,
  },
  (fields) => sql`with named(userId, characterId) as (
      select ${users.id}, null from ${users}
        where ${users.id} in (select value from json_each(${sql.placeholder("userIds")}))
      union all
      select ${users.id}, ${characters.id} from ${characters} cross join ${users}
        where ${characters.id} in (select value from json_each(${sql.placeholder("characterIds")}))
          and ${users.id} = ${characters.userId} and ${characters.unconfirmedSince} is null
          and (${sql.placeholder("seesCharacters")} = 1 or ${characters.id} = ${users.mainCharacterId}))
    select ${columns(fields)} from named
    left join ${groupMembers} on ${groupMembers.groupId} = ${groupId} and ${groupMembers.userId} = named.userId`,
);

export const selectUser = prepare({ id: users.id }, (fields) =>
  orm
    .select(fields)
    .from(users)
    .where(eq(users.id, sql.placeholder("userId"))),
);
