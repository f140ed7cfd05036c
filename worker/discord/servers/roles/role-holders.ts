import { and, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { PastRoleHolders, RoleHolder, RoleHolders } from "#shared/discord/roles.ts";
import { DAY_MS, isoOrNull } from "#shared/time.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { toNotedSeal } from "#worker/audit/seals/canonical.ts";
import { loggedSince, selectLastSeal } from "#worker/audit/seals/store.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import { readMembers } from "#worker/discord/servers/decisions.ts";
import { toPerson } from "#worker/discord/servers/plan/people-store.ts";
import { roleStates } from "#worker/discord/servers/plan/rules.ts";
import { byName, presentPerson } from "#worker/discord/servers/preview.ts";
import { selectMapping, selectServer } from "#worker/discord/servers/store.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText } from "#worker/http/json-text.ts";

/** Who has a mapped role of a server, or whose groups give it, and which groups these are. For system administrators. */
export async function readRoleHolders(
  { db }: Context,
  id: string,
  roleId: string,
): Promise<RoleHolders> {
  const { server, roleIds, rules, members } = await readMembers(db, id);
  const role = server.facts.roles.find((candidate) => candidate.id === roleId);
  if (role === undefined || !roleIds.includes(roleId)) {
    throw new ApiError("role_not_mapped");
  }
  const holders = members.flatMap(({ row, given }): RoleHolder[] => {
    const held = server.removals === "held" ? (row.losing ?? []) : [];
    const known = { problem: row.problem, held };
    const state = roleStates(toPerson(row, given), rules, known).get(roleId);
    if (state === undefined) return [];
    const groups = given
      .filter(({ roleIds }) => parseJsonText(roleIds).includes(roleId))
      .map(({ groupId, groupName }) => ({ id: groupId, name: groupName }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    return [{ ...presentPerson(row), userId: row.userId, state, groups, problem: row.problem }];
  });
  return {
    roleId,
    roleName: role.name,
    asOf: server.sweptAt?.toISOString() ?? null,
    hasEverybody: server.facts.hasMembersIntent,
    holders: holders.toSorted(byName),
  };
}

/** How many people are listed. */
const MOST_PEOPLE = 5000;

const serverId = sql.placeholder("serverId");
/** The log has the names of roles: SQLite looks this one up once. */
const roleName = sql`(select role.value ->> '$.name' from ${discordServers}
  cross join json_each(${discordServers.facts}, '$.roles') as role
  where ${discordServers.id} = ${serverId} and role.value ->> '$.id' = ${sql.placeholder("roleId")})`;
const before = sql.placeholder("before");
const unlink = alias(auditEvents, "unlink");

const names = (list: "added" | "removed") =>
  sql`exists (select 1 from json_each(${auditEvents.detail}, ${sql.raw(`'$.${list}'`)}) where value = ${roleName})`;

/** The last event of each person about the role: the columns beside `max` are those of its row. */
const lastOfEach = orm
  .select({
    id: sql<string>`max(${auditEvents.id})`.as("id"),
    userId: sql<string | null>`${auditEvents.subjectId}`.as("userId"),
    discordName: sql<string | null>`${auditEvents.detail} ->> '$.discordName'`.as("discordName"),
    since: sql<number>`${auditEvents.createdAt}`.as("since"),
    isGiven: sql<number>`${names("added")}`.as("isGiven"),
  })
  .from(auditEvents)
  .where(
    and(
      eq(auditEvents.serverId, serverId),
      lt(auditEvents.id, before),
      sql`+${auditEvents.kind} = 'roles_changed'`,
      sql`(${names("added")} or ${names("removed")})`,
    ),
  )
  .groupBy(sql`coalesce(${auditEvents.subjectId}, ${auditEvents.detail} ->> '$.discordName')`)
  .as("last");

/** Who had got the role and not lost it, but for accounts that were unlinked since: their later changes have another name. */
const selectPastHolders = prepare(
  {
    userId: sql<string | null>`last.userId`,
    discordName: sql<string | null>`last.discordName`,
    since: sql<number>`last.since`,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: characters.name,
  },
  (fields) => sql`select ${columns(fields)} from ${lastOfEach}
    left join ${users} on ${users.id} = last.userId
    left join ${characters} on ${characters.id} = ${users.mainCharacterId}
    where last.isGiven = 1 and not exists (select 1 from ${auditEvents} as ${unlink}
      where ${unlink.subjectId} = last.userId and ${unlink.log} = 'accounts'
        and ${unlink.kind} = 'discord_unlinked' and ${unlink.id} > last.id and ${unlink.id} < ${before})
    order by last.since limit ${MOST_PEOPLE + 1}`,
);

const selectLoggedSince = prepare({ loggedSince }, (fields) => sql`select ${columns(fields)}`);

/** Whom Muster had given a mapped role by the end of a day, and had not taken it from. One round trip; for system administrators. */
export async function readPastHolders(
  { db }: Context,
  id: string,
  roleId: string,
  on: string,
): Promise<PastRoleHolders> {
  const before = eventIdsFrom(Date.parse(on) + DAY_MS);
  const [[server], mapping, found, [began], [seal]] = await runBatch(db, [
    selectServer({ id }),
    selectMapping({ id }),
    selectPastHolders({ serverId: id, roleId, before }),
    selectLoggedSince(),
    selectLastSeal(),
  ]);
  if (server === undefined) throw new ApiError("no_such_server");
  const isMapped = mapping.some((mapped) => mapped.roleId === roleId);
  const role = server.facts.roles.find((candidate) => candidate.id === roleId);
  if (role === undefined || !isMapped) {
    throw new ApiError("role_not_mapped");
  }
  return {
    on,
    roleName: role.name,
    holders: found.slice(0, MOST_PEOPLE).map(({ since, ...holder }) => ({
      ...holder,
      since: new Date(since).toISOString(),
    })),
    isCut: found.length > MOST_PEOPLE,
    loggedSince: isoOrNull(began?.loggedSince),
    seal: toNotedSeal(seal),
  };
}
