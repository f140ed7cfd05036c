import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, names } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import {
  discordAccounts,
  discordMembers,
  discordRoleGroups,
} from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { Fields, RowOfStatement } from "#worker/db/statements.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import type { Person } from "./rules.ts";

export const personColumns = {
  discordId: sql<string>`ids.value`,
  userId: discordAccounts.userId,
  username: discordAccounts.username,
  mainCharacterId: users.mainCharacterId,
  main: characters.name,
  ticker: corporations.ticker,
  alliance: names.name,
  name: discordMembers.name,
  nickname: discordMembers.nickname,
  roles: discordMembers.roles,
  given: discordMembers.given,
  accepted: discordMembers.accepted,
  attempt: discordMembers.attempt,
  losing: discordMembers.losing,
  drifted: discordMembers.drifted,
  problem: discordMembers.problem,
  readAt: discordMembers.readAt,
};
type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };
type FoundRow = RowOfStatement<ReturnType<typeof preparePeople>>;
/** A person whom Discord or Muster knows: `userId` is null without a link, and `roles` unless Muster knows the member. */
export type PersonRow = Nullable<FoundRow> & { discordId: string };

const serverId = sql.placeholder("serverId");

/** What Muster knows of these Discord accounts. `ids` is a query of one column, `value`, in which `serverId` is a placeholder. */
export function preparePeople(ids: () => SQL) {
  return prepare(personColumns, (fields) => peopleQuery(fields, sql`${serverId}`, ids()));
}

export function peopleQuery(fields: Fields, serverId: SQL, ids: SQL): SQL {
  return sql`select ${columns(fields)} from (${ids}) ids
    left join ${discordAccounts} on ${discordAccounts.discordId} = ids.value
    left join ${users} on ${users.id} = ${discordAccounts.userId}
    left join ${characters} on ${characters.id} = ${users.mainCharacterId}
    left join ${characterAffiliations} on ${characterAffiliations.characterId} = ${characters.id}
    left join ${corporations} on ${corporations.id} = ${characterAffiliations.corporationId}
    left join ${names} on ${names.id} = ${characterAffiliations.allianceId}
    left join ${discordMembers} on ${discordMembers.serverId} = ${serverId} and ${discordMembers.discordId} = ids.value`;
}

export const giftColumns = {
  discordId: discordAccounts.discordId,
  roleIds: sql<JsonText<string[]>>`mapping.roleIds`,
  groupId: groups.id,
  groupName: groups.name,
};

/**
 * The groups of these accounts that give roles, each with its roles: a row for each role would be a hundred times as many.
 * `mapping` is a query of `roleId` and `groupId`. The memberships of a suspended user give nothing.
 */
export function prepareGifts(ids: () => SQL, mapping = () => storedMapping(serverId)) {
  const statement = prepare(giftColumns, (fields) =>
    giftsQuery(fields, ids(), mapping(), sql.placeholder("now")),
  );
  return (values: { serverId: string; roles?: string }) =>
    statement({ ...values, now: Date.now() });
}

export function giftsQuery(fields: Fields, ids: SQL, mapping: SQL, now: number | Placeholder): SQL {
  return sql`with mapping as materialized (
      select groupId, json_group_array(roleId) as roleIds from (${mapping}) group by groupId)
    select ${columns(fields)} from (${ids}) ids
    cross join ${discordAccounts} on ${discordAccounts.discordId} = ids.value
    cross join ${users} on ${users.id} = ${discordAccounts.userId} and not ${isSuspended(now)}
    cross join ${groupMembers} on ${groupMembers.userId} = ${users.id}
    cross join mapping on mapping.groupId = ${groupMembers.groupId}
    cross join ${groups} on ${groups.id} = ${groupMembers.groupId}`;
}
export type GiftRow = RowOfStatement<ReturnType<typeof prepareGifts>>;

/** The mapping as it is stored. */
export function storedMapping(serverId: string | Placeholder): SQL {
  return orm
    .select({
      roleId: sql`${discordRoleGroups.roleId}`.as("roleId"),
      groupId: sql`${discordRoleGroups.groupId}`.as("groupId"),
    })
    .from(discordRoleGroups)
    .where(eq(discordRoleGroups.serverId, serverId))
    .getSQL();
}

/** The ids of the members that Muster knows. */
export function knownMembers(): SQL {
  return orm
    .select({ value: sql`${discordMembers.discordId}`.as("value") })
    .from(discordMembers)
    .where(and(eq(discordMembers.serverId, serverId), isNotNull(discordMembers.roles)))
    .getSQL();
}

/** A person with what Discord has told, or what Muster remembers of it. */
export function toPerson(
  row: PersonRow,
  gifts: readonly GiftRow[],
  actual: { roles: readonly string[]; nickname: string | null } = {
    roles: row.roles ?? [],
    nickname: row.nickname,
  },
): Person {
  return {
    discordId: row.discordId,
    ...actual,
    given: row.given ?? [],
    accepted: row.accepted ?? [],
    attempt: row.attempt,
    gifts: gifts.flatMap(({ roleIds, groupName }) =>
      parseJsonText(roleIds).map((roleId) => ({ roleId, groupName })),
    ),
    names: { main: row.main, ticker: row.ticker, alliance: row.alliance },
  };
}

/** The people whom Muster knows on a server. */
export const selectKnown = preparePeople(knownMembers);
