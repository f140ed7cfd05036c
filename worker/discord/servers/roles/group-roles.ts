import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type {
  FollowingRole,
  GroupDiscordRoles,
  RoleEffect,
  RoleOfUser,
} from "#shared/discord/roles.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import {
  discordAccounts,
  discordMembers,
  discordRoleGroups,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { roleStates, rulesOf } from "#worker/discord/servers/plan/rules.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import { presentRole } from "#worker/discord/servers/present-server.ts";
import type { Context } from "#worker/env.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { selectUserRoles, toUserRoles } from "./user-roles.ts";

const groupId = sql.placeholder("groupId");
const after = sql.placeholder("after");

/** The roles that a group gives, on servers that are on. */
const selectRolesOfGroup = prepare(
  {
    serverId: discordServers.id,
    roleId: discordRoleGroups.roleId,
    facts: discordServers.facts,
    drift: discordServers.drift,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordRoleGroups)
      .innerJoin(discordServers, eq(discordServers.id, discordRoleGroups.serverId))
      .where(and(eq(discordRoleGroups.groupId, groupId), eq(discordServers.isOn, true)))
      .orderBy(discordServers.name, discordRoleGroups.roleId),
);

/** The Discord roles of a group's members and what the reader has of them, for everybody who sees the group. */
export async function listGroupRoles(
  { db }: Context,
  actor: UserActor,
  groupId: string,
): Promise<GroupDiscordRoles> {
  const [[group], found, ...own] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    selectRolesOfGroup({ groupId }),
    ...selectUserRoles(actor.userId),
  ]);
  requireVisible(group, actor);
  const ownRoles = toUserRoles(own, { isOwn: true });
  return {
    roles: found.flatMap(presentRole).map(({ serverId, serverName, roleId, roleName, color }) => {
      const isThis = (role: RoleOfUser) => role.serverId === serverId && role.roleId === roleId;
      return { serverId, serverName, roleName, color, state: ownRoles.find(isThis)?.state ?? null };
    }),
  };
}

const own = alias(discordRoleGroups, "own_role");
const other = alias(discordRoleGroups, "other_role");
const slice = alias(users, "slice");
const leaver = alias(groupMembers, "leaver");

const linked = {
  userId: discordAccounts.userId,
  serverId: discordServers.id,
  discordId: discordMembers.discordId,
  nickname: discordMembers.nickname,
  roles: discordMembers.roles,
  given: discordMembers.given,
  accepted: discordMembers.accepted,
  attempt: discordMembers.attempt,
  problem: discordMembers.problem,
  /** Roles of the group that another group of the user gives as well. */
  kept: sql<JsonText<string[]>>`(
      select json_group_array(${own.roleId}) from ${discordRoleGroups} as ${own}
      where ${own.groupId} = ${groupId} and ${own.serverId} = ${discordServers.id} and exists (
        select 1 from ${discordRoleGroups} as ${other}
        cross join ${groupMembers} on ${groupMembers.groupId} = ${other.groupId}
          and ${groupMembers.userId} = ${discordAccounts.userId}
        where ${other.serverId} = ${own.serverId} and ${other.roleId} = ${own.roleId}
          and ${other.groupId} <> ${groupId}))`,
};

/**
 * The users for whom the condition on `discord_accounts` holds, with what Discord last told of them, for each server that is on and has roles of the group. The
 * memberships of a suspended user give nothing, so that no change of them has an effect.
 */
const prepareLinked = (isOne: SQL) =>
  prepare(
    linked,
    (fields) => sql`select ${columns(fields)} from (
      select distinct ${own.serverId} as id from ${discordRoleGroups} as ${own}
      where ${eq(own.groupId, groupId)} and ${sql.placeholder("isAdmin")} = 1) mapped
    cross join ${discordServers} on ${discordServers.id} = mapped.id and ${discordServers.isOn} = 1
    cross join ${discordAccounts} on ${isOne}
    cross join ${users} on ${users.id} = ${discordAccounts.userId} and not ${isSuspended(sql.placeholder("now"))}
    cross join ${discordMembers} on ${discordMembers.serverId} = ${discordServers.id}
      and ${discordMembers.discordId} = ${discordAccounts.discordId}`,
  );

const limit = sql.placeholder("limit");
const selectLinked =
  prepareLinked(sql`${discordAccounts.userId} > ${after} and ${discordAccounts.userId} <= (
      select max(id) from (select ${slice.id} as id from ${users} as ${slice} where ${slice.id} > ${after}
        order by ${slice.id} limit ${limit}))`);
const selectLinkedMembers = prepareLinked(sql`${discordAccounts.userId} in (
      select ${leaver.userId} from ${groupMembers} as ${leaver} where ${leaver.groupId} = ${groupId} limit ${limit})`);
type LinkedRow = RowOfStatement<typeof selectLinked>;
type RoleRow = RowOfStatement<typeof selectRolesOfGroup>;

type Slice = { groupId: string; after: string; limit: number; isAdmin: boolean; now: number };

/** The statements that `toFollowing` takes the results of: they fit into any batch. */
export function selectFollowing({ isAdmin, ...values }: Slice) {
  return [
    selectRolesOfGroup({ groupId: values.groupId }),
    selectLinked({ ...values, isAdmin: Number(isAdmin) }),
  ] as const;
}

/** The same for all members of the group, up to a limit. */
export function selectFollowingOfMembers({ isAdmin, ...values }: Omit<Slice, "after">) {
  return [
    selectRolesOfGroup({ groupId: values.groupId }),
    selectLinkedMembers({ ...values, isAdmin: Number(isAdmin) }),
  ] as const;
}

/**
 * The roles that members of the group get, with the number of people who get or lose them by these changes of memberships.
 * Without `effects`, nothing is counted: that a person keeps a role tells of groups and servers that the reader may not know.
 */
export function toFollowing(
  [roles, linked]: [RoleRow[], LinkedRow[]],
  effects: ReadonlyMap<string, RoleEffect> | null,
): FollowingRole[] {
  return roles.flatMap((row) =>
    presentRole(row).map((role) => {
      if (effects === null) return { ...role, people: null };
      const people = { gain: 0, lose: 0, lose_after_grace: 0 };
      for (const person of linked) {
        const effect = effects.get(person.userId);
        if (
          effect !== undefined &&
          person.serverId === row.serverId &&
          follows(person, row, effect)
        ) {
          people[effect] += 1;
        }
      }
      return { ...role, people };
    }),
  );
}

/** Whether the person gets or loses the role: by the plan that is applied, before and after the change. */
function follows(
  person: LinkedRow,
  { roleId, facts, drift }: RoleRow,
  effect: RoleEffect,
): boolean {
  const { problem, kept, ...member } = person;
  if (problem === "left" || problem === "deleted") return false;
  const rules = rulesOf(facts, [roleId], { drift, nickname: null });
  const isKept = parseJsonText(kept).includes(roleId);
  const stateIf = (isGiven: boolean) => {
    const gifts = isGiven ? [{ roleId, groupName: "" }] : [];
    const names = { main: null, ticker: null, alliance: null };
    return roleStates({ ...member, gifts, names }, rules, { problem, held: [] }).get(roleId);
  };
  const [without, withGroup] = [stateIf(isKept), stateIf(true)];
  return effect === "gain"
    ? without === undefined && withGroup === "coming"
    : withGroup === "given" && without === "ending";
}
