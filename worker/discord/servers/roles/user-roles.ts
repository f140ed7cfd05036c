import { eq, sql } from "drizzle-orm";
import type { RoleOfUser } from "#shared/discord/roles.ts";
import { isVisibleToMember } from "#worker/access/visibility.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { users } from "#worker/db/schema/accounts.ts";
import {
  discordAccounts,
  discordMembers,
  discordRoleGroups,
  discordRoles,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { roleStates, rulesOf } from "#worker/discord/servers/plan/rules.ts";
import { presentRole } from "#worker/discord/servers/present-server.ts";

const userId = sql.placeholder("userId");

/** The servers that are on, with what Discord last told of the user there. Without a member row the user is not there. */
const selectMemberships = prepare(
  {
    serverId: discordServers.id,
    facts: discordServers.facts,
    drift: discordServers.drift,
    removals: discordServers.removals,
    sweptAt: discordServers.sweptAt,
    discordId: discordMembers.discordId,
    nickname: discordMembers.nickname,
    roles: discordMembers.roles,
    given: discordMembers.given,
    accepted: discordMembers.accepted,
    attempt: discordMembers.attempt,
    losing: discordMembers.losing,
    problem: discordMembers.problem,
    readAt: discordMembers.readAt,
  },
  (fields) => sql`select ${columns(fields)} from ${discordAccounts}
    cross join ${discordServers}
    cross join ${discordMembers} on ${discordMembers.serverId} = ${discordServers.id}
      and ${discordMembers.discordId} = ${discordAccounts.discordId}
    where ${discordAccounts.userId} = ${userId} and ${discordServers.isOn} = 1
    order by ${discordServers.name}`,
);
type MembershipRow = RowOfStatement<typeof selectMemberships>;

const selectMapped = prepare(
  { serverId: discordRoles.serverId, roleId: discordRoles.roleId },
  (fields) =>
    orm
      .select(fields)
      .from(discordRoles)
      .innerJoin(discordServers, eq(discordServers.id, discordRoles.serverId))
      .where(eq(discordServers.isOn, true)),
);

/** As `selectGifts`: the memberships of a suspended user give nothing. */
const selectGiving = prepare(
  {
    serverId: discordRoleGroups.serverId,
    roleId: discordRoleGroups.roleId,
    groupId: groups.id,
    groupName: groups.name,
    isShown: sql<number>`(${isVisibleToMember})`,
  },
  (fields) => sql`select ${columns(fields)} from ${groupMembers}
    cross join ${discordRoleGroups} on ${discordRoleGroups.groupId} = ${groupMembers.groupId}
    cross join ${groups} on ${groups.id} = ${groupMembers.groupId}
    cross join ${users} on ${users.id} = ${groupMembers.userId}
    where ${groupMembers.userId} = ${userId} and not ${isSuspended(sql.placeholder("now"))} order by ${groups.nameFolded}`,
);
type GivingRow = RowOfStatement<typeof selectGiving>;

/** The statements that `toUserRoles` takes the results of: they fit into any batch. */
export function selectUserRoles(id: string) {
  return [
    selectMemberships({ userId: id }),
    selectMapped(),
    selectGiving({ userId: id, now: Date.now() }),
  ] as const;
}

/**
 * The mapped roles that a user has on the servers that are on, and those that their groups give, with the groups. `isOwn`: the
 * reader is the user; then groups that they cannot see are left out.
 */
export function toUserRoles(
  [memberships, mapped, giving]: [
    MembershipRow[],
    RowOfStatement<typeof selectMapped>[],
    GivingRow[],
  ],
  { isOwn }: { isOwn: boolean },
): RoleOfUser[] {
  return memberships.flatMap((row) => {
    const { serverId, facts, problem } = row;
    if (problem === "left" || problem === "deleted") return [];
    const gifts = giving.filter((gift) => gift.serverId === serverId);
    const roleIds = mapped.flatMap((role) => (role.serverId === serverId ? [role.roleId] : []));
    const rules = rulesOf(facts, roleIds, { drift: row.drift, nickname: null });
    const held = row.removals === "held" ? (row.losing ?? []) : [];
    const person = { ...row, gifts, names: { main: null, ticker: null, alliance: null } };
    const asOf = Math.max(row.readAt.getTime(), row.sweptAt?.getTime() ?? 0);
    return [...roleStates(person, rules, { problem, held })].flatMap(([roleId, state]) => {
      const groups = gifts
        .filter((gift) => gift.roleId === roleId && (!isOwn || gift.isShown === 1))
        .map(({ groupId, groupName }) => ({ id: groupId, name: groupName }));
      return presentRole({ serverId, roleId, facts }).map((role) => ({
        ...role,
        state,
        groups,
        problem,
        asOf: asOf === 0 ? null : new Date(asOf).toISOString(),
      }));
    });
  });
}

/** The roles that Muster takes from the user once no group gives any: by the plan that is applied. */
export function toLostRoles([memberships, mapped, giving]: Parameters<typeof toUserRoles>[0]) {
  const statesWith = (gifts: GivingRow[]) =>
    toUserRoles([memberships, mapped, gifts], { isOwn: false });
  const given = statesWith(giving).filter(({ state }) => state === "given");
  return statesWith([]).filter(
    ({ serverId, roleId, state, problem }) =>
      state === "ending" &&
      problem === null &&
      given.some((role) => role.serverId === serverId && role.roleId === roleId),
  );
}
