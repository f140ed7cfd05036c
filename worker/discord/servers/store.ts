import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  discordAccounts,
  discordMarks,
  discordMembers,
  discordRoleGroups,
  discordRoles,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { scheduledEvents, operationRules } from "#worker/db/schema/operations.ts";
import { columns, excluded, insertWhere, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import { prepareGifts, preparePeople } from "#worker/discord/servers/plan/people-store.ts";

const PROBLEMS_LISTED = 100;
const SAMPLES = 3;

const id = sql.placeholder("id");

const serverColumns = {
  id: discordServers.id,
  name: discordServers.name,
  facts: discordServers.facts,
  isOn: discordServers.isOn,
  nicknameTemplate: discordServers.nicknameTemplate,
  keepsOwnPart: discordServers.keepsOwnPart,
  joinGroupId: discordServers.joinGroupId,
  joinGroupName: groups.name,
  drift: discordServers.drift,
  version: discordServers.version,
  halt: discordServers.halt,
  waitsUntil: discordServers.waitsUntil,
  outages: discordServers.outages,
  sweepAfter: discordServers.sweepAfter,
  sweptAt: discordServers.sweptAt,
  removals: discordServers.removals,
  removalCount: discordServers.removalCount,
  removalsAt: discordServers.removalsAt,
};
export type ServerRow = RowOfStatement<typeof selectServer>;

export const selectServer = prepare(serverColumns, (fields) =>
  orm
    .select(fields)
    .from(discordServers)
    .leftJoin(groups, eq(groups.id, discordServers.joinGroupId))
    .where(eq(discordServers.id, id)),
);

export const selectServers = prepare(
  { id: discordServers.id, name: discordServers.name, isOn: discordServers.isOn },
  (fields) => orm.select(fields).from(discordServers),
);

/** The servers whose removals wait for a person. */
export const selectHeldServers = prepare(
  {
    serverId: discordServers.id,
    serverName: discordServers.name,
    count: discordServers.removalCount,
    at: discordServers.removalsAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordServers)
      .where(eq(discordServers.removals, "held"))
      .orderBy(discordServers.removalsAt),
);

/** Each mapped role, with a row for each of its groups. */
export const selectMapping = prepare(
  { roleId: discordRoles.roleId, groupId: groups.id, groupName: groups.name },
  (fields) =>
    orm
      .select(fields)
      .from(discordRoles)
      .leftJoin(
        discordRoleGroups,
        and(
          eq(discordRoleGroups.serverId, discordRoles.serverId),
          eq(discordRoleGroups.roleId, discordRoles.roleId),
        ),
      )
      .leftJoin(groups, eq(groups.id, discordRoleGroups.groupId))
      .where(eq(discordRoles.serverId, id))
      .orderBy(discordRoles.roleId, groups.nameFolded),
);
export type MappingRow = RowOfStatement<typeof selectMapping>;

/** How many members have each role. */
export const selectRoleCounts = prepare(
  { roleId: sql<string>`role.value`, count: sql<number>`count(*)` },
  (
    fields,
  ) => sql`select ${columns(fields)} from ${discordMembers}, json_each(${discordMembers.roles}) role
    where ${discordMembers.serverId} = ${id} group by role.value`,
);

export const selectCounts = prepare(
  {
    linked: sql<number>`(select count(*) from ${discordMembers}
      cross join ${discordAccounts} on ${discordAccounts.discordId} = ${discordMembers.discordId}
      where ${discordMembers.serverId} = ${id} and ${discordMembers.problem} is not 'left')`,
    waiting: sql<number>`(select count(*) from ${discordMarks} where ${discordMarks.serverId} = ${id})`,
    hasEvents: sql<number>`exists (select 1 from ${discordRoleGroups} cross join ${operationRules}
      on ${operationRules.groupId} = ${discordRoleGroups.groupId} and ${operationRules.isOnDiscord} = 1
      where ${discordRoleGroups.serverId} = ${id})`,
    areEventsRefused: sql<number>`exists (select 1 from ${scheduledEvents}
      where ${scheduledEvents.serverId} = ${id} and ${scheduledEvents.refusal} is not null)`,
  },
  (fields) => sql`select ${columns(fields)}`,
);

export const selectProblems = prepare(
  {
    discordId: discordMembers.discordId,
    name: discordMembers.name,
    mainCharacterName: characters.name,
    problem: discordMembers.problem,
    at: discordMembers.problemAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordMembers)
      .leftJoin(discordAccounts, eq(discordAccounts.discordId, discordMembers.discordId))
      .leftJoin(users, eq(users.id, discordAccounts.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(and(eq(discordMembers.serverId, id), isNotNull(discordMembers.problem)))
      .orderBy(desc(discordMembers.problemAt))
      .limit(PROBLEMS_LISTED),
);

/** The name of the server's owner, as Muster knows it best. */
export const selectOwnerName = prepare(
  { name: sql<string | null>`coalesce(${characters.name}, ${discordMembers.name})` },
  (fields) => sql`select ${columns(fields)} from ${discordServers}
    left join ${discordAccounts} on ${discordAccounts.discordId} = ${discordServers.facts} ->> 'ownerId'
    left join ${users} on ${users.id} = ${discordAccounts.userId}
    left join ${characters} on ${characters.id} = ${users.mainCharacterId}
    left join ${discordMembers} on ${discordMembers.serverId} = ${discordServers.id}
      and ${discordMembers.discordId} = ${discordServers.facts} ->> 'ownerId'
    where ${discordServers.id} = ${id}`,
);

/** The pilots with the longest names: whether a template fits, they show. */
const longestNames = sql`select ${discordMembers.discordId} as value from ${discordMembers}
  cross join ${discordAccounts} on ${discordAccounts.discordId} = ${discordMembers.discordId}
  cross join ${users} on ${users.id} = ${discordAccounts.userId}
  cross join ${characters} on ${characters.id} = ${users.mainCharacterId}`;

const samples =
  () => sql`${longestNames} where ${discordMembers.serverId} = ${sql.placeholder("serverId")}
  order by length(${characters.name}) desc, ${discordMembers.discordId} limit ${SAMPLES}`;

export const selectSamples = preparePeople(samples);
export const selectGiftsOfSamples = prepareGifts(samples);

export function selectGroupNames(ids: readonly string[]) {
  return rows({ id: groups.id, name: groups.name }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(sql`${groups.id} in (select value from json_each(${JSON.stringify(ids)}))`),
  );
}

/** Looks at these members at once. */
export function markMembers(serverId: string, ids: SQL, condition: SQL): Statement {
  return insertWhere(
    discordMarks,
    { serverId, discordId: sql`value`, mark: sql`lower(hex(randomblob(8)))` },
    condition,
    sql`(${ids})`,
  ).onConflictDoUpdate({
    target: [discordMarks.serverId, discordMarks.discordId],
    set: { mark: excluded(discordMarks.mark) },
  });
}
