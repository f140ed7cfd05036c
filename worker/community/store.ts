import type { EventDetail } from "#shared/events/details.ts";
import { and, eq, exists, ne, not, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Community, UpdateMembers } from "#shared/community.ts";
import { recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isOpenToGuests } from "#worker/access/guests.ts";
import { names } from "#worker/db/schema/characters.ts";
import { community } from "#worker/db/schema/installation.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { columns, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

const logoId = sql`${community.logo} ->> 'id'`;

export const selectSettings = prepare(
  {
    name: community.name,
    welcome: community.welcome,
    logo: community.logo,
    logoName: sql<string | null>`coalesce(
      (select ${names.name} from ${names} where ${names.id} = ${logoId}),
      (select ${corporations.name} from ${corporations} where ${corporations.id} = ${logoId}))`,
    memberGroupId: community.memberGroupId,
    memberGroupName: groups.name,
    graceDays: community.graceDays,
    version: community.version,
  },
  (fields) =>
    orm.select(fields).from(community).leftJoin(groups, eq(groups.id, community.memberGroupId)),
);
export type SettingsRow = RowOfStatement<typeof selectSettings>;

/** The name of an alliance or corporation, if Muster knows it. */
export function selectNameOf(id: number) {
  return rows(
    {
      name: sql<string | null>`coalesce(
        (select ${names.name} from ${names} where ${names.id} = ${id}),
        (select ${corporations.name} from ${corporations} where ${corporations.id} = ${id}))`,
    },
    (fields) => sql`select ${fields.name} as name`,
  );
}

/** Writes the settings, unless they were edited since `version` was read. */
export function updateSettings(
  context: Context,
  actor: UserActor,
  { name, welcome, logo, version }: Community & { version: number },
  changes: NonNullable<EventDetail["changes"]>,
): Promise<SettingsRow | undefined> {
  return recordApplyAndRead(
    context,
    {
      kind: "community_updated",
      actor,
      detail: { changes },
      isOfCommunity: true,
      condition: eq(community.version, version),
      statements: (applied) => [
        orm
          .update(community)
          .set({ name, welcome, logo, version: sql`${community.version} + 1` })
          .where(applied),
      ],
    },
    selectSettings(),
  );
}

const groupId = sql.placeholder("groupId");
const belonging = alias(groupMembers, "belonging");

export const selectChosen = prepare({ groupName: groups.name }, (fields) =>
  orm.select(fields).from(groups).where(eq(groups.id, groupId)),
);

const isEnding = and(not(isOpenToGuests), ne(groups.id, groupId));
const isSmall = sql`2 * chosen.members < chosen.users`;
const leftOver = sql<number>`${groups.memberCount} - 1 - coalesce(counted.people, 0)`;

/** SQL query: how many members of each group, but for owners, are among these users. */
const membersAmong = (
  people: SQL,
) => sql`(select ${groupMembers.groupId} as groupId, count(*) as people
  from ${people} as person cross join ${groupMembers} on ${groupMembers.userId} = person.id
    and ${groupMembers.rank} > 0
  group by ${groupMembers.groupId})`;

/**
 * SQL query: members of groups that are not open to guests who are not members of this group, by group and without owners:
 * what is left after its members. Reads the memberships of its members, if they are the smaller part of all users.
 */
const endingsByMembers = () => {
  const own = sql`(select ${belonging.userId} as id from chosen cross join ${groupMembers} as ${belonging}
    where ${isSmall} and ${belonging.groupId} = ${groupId})`;
  return sql`select ${groups.id} as groupId, ${groups.name} as groupName, ${leftOver} as people,
      ${groups.nameFolded} as folded
    from chosen cross join ${groups} left join ${membersAmong(own)} as counted on counted.groupId = ${groups.id}
    where ${isSmall} and ${isEnding} and ${leftOver} > 0`;
};

/** The same, from the memberships of everybody else, if these are the smaller part. */
const endingsByGuests = () => {
  const others = sql`(select ${users.id} as id from chosen cross join ${users}
    where not (${isSmall}) and not exists (select 1 from ${groupMembers} as ${belonging}
      where ${belonging.groupId} = ${groupId} and ${belonging.userId} = ${users.id}))`;
  return sql`select ${groups.id}, ${groups.name}, counted.people, ${groups.nameFolded}
    from ${membersAmong(others)} as counted cross join ${groups} on ${groups.id} = counted.groupId
    where ${isEnding}`;
};

/** The users, the members of the group, and each ending. One row without an ending if none would end; none without the group. */
export const selectMembersPreview = prepare(
  {
    users: sql<number>`chosen.users`,
    members: sql<number>`chosen.members`,
    groupId: sql<string | null>`ending.groupId`,
    groupName: sql<string | null>`ending.groupName`,
    count: sql<number | null>`ending.people`,
  },
  (fields) => sql`with chosen(users, members) as materialized (
      select (select count(*) from ${users}), ${groups.memberCount} from ${groups} where ${groups.id} = ${groupId})
    select ${columns(fields)}
    from chosen left join (${endingsByMembers()} union all ${endingsByGuests()}) as ending on true
    order by ending.people desc, ending.folded`,
);

/** Chooses the group whose members belong to the community, and opens it to guests: they must be able to join it. */
export function updateMembers(
  context: Context,
  actor: UserActor,
  { groupId: id, graceDays, version }: UpdateMembers,
  changes: NonNullable<EventDetail["changes"]>,
): Promise<SettingsRow | undefined> {
  const isChosen = id === null ? sql`false` : eq(groups.id, id);
  return recordApplyAndRead(
    context,
    {
      kind: "community_updated",
      actor,
      detail: { changes },
      isOfCommunity: true,
      condition: and(
        eq(community.version, version),
        id === null
          ? undefined
          : exists(orm.select({ id: groups.id }).from(groups).where(isChosen)),
      ),
      statements: (applied) => [
        orm
          .update(groups)
          .set({ isOpenToGuests: true, version: sql`${groups.version} + 1` })
          .where(and(isChosen, not(isOpenToGuests), applied)),
        orm
          .update(community)
          .set({ memberGroupId: id, graceDays, version: sql`${community.version} + 1` })
          .where(applied),
      ],
    },
    selectSettings(),
  );
}
