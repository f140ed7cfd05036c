import { and, asc, eq, sql } from "drizzle-orm";
import { NAMED } from "#shared/consequences.ts";
import type { Consequences } from "#shared/consequences.ts";
import { runNamed } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  discordAccounts,
  discordMembers,
  discordRoles,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { consequence, counted, namesOf, peopleOf } from "./consequence.ts";

const id = sql.placeholder("id");
const hasRoles = sql`${discordMembers.serverId} = ${id} and ${discordMembers.given} <> '[]'`;

const selectServer = prepare(
  {
    facts: discordServers.facts,
    joinGroup: groups.name,
    removals: discordServers.removals,
    removalCount: discordServers.removalCount,
    people: sql<number>`(select count(*) from ${discordMembers} where ${hasRoles})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordServers)
      .leftJoin(groups, eq(groups.id, discordServers.joinGroupId))
      .where(eq(discordServers.id, id)),
);

const selectRoles = prepare({ roleId: discordRoles.roleId }, (fields) =>
  orm.select(fields).from(discordRoles).where(eq(discordRoles.serverId, id)),
);

/** The groups whose requirements ask who is on the server. */
const selectRules = prepare({ name: groups.name }, (fields) =>
  orm
    .selectDistinct(fields)
    .from(ruleConditions)
    .innerJoin(groups, eq(groups.id, ruleConditions.ruleId))
    .where(and(eq(ruleConditions.type, "on_discord_server"), eq(ruleConditions.subject, id)))
    .orderBy(asc(groups.nameFolded)),
);

/** The members to whom Muster has given roles. */
const selectPeople = prepare({ name: discordMembers.name, main: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(discordMembers)
    .leftJoin(discordAccounts, eq(discordAccounts.discordId, discordMembers.discordId))
    .leftJoin(users, eq(users.id, discordAccounts.userId))
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .where(hasRoles)
    .orderBy(asc(discordMembers.discordId))
    .limit(NAMED),
);

/** Who keeps roles that nothing takes away any more, and what Muster forgets of a Discord server. */
export async function ofServer({ db }: Context, serverId: string): Promise<Consequences> {
  const values = { id: serverId };
  const read = await runNamed(db, {
    server: [selectServer(values)],
    roles: [selectRoles(values)],
    people: [selectPeople(values)],
    rules: [selectRules(values)],
  });
  const [[server]] = read.server;
  if (server === undefined) throw new ApiError("no_such_server");
  const mapped = new Set(read.roles[0].map(({ roleId }) => roleId));
  const roles = server.facts.roles.filter((role) => mapped.has(role.id));
  const held = server.removals === "held" ? server.removalCount : 0;
  return {
    people: peopleOf(
      read.people[0].map(({ name, main }) => main ?? name),
      server.people,
    ),
    follows: [
      ...consequence("mapped_roles", namesOf(roles), mapped.size),
      ...consequence("unread_rules", namesOf(read.rules[0])),
      ...consequence("joining", server.joinGroup === null ? [] : [server.joinGroup]),
      ...counted("held_removals", held),
    ],
  };
}
