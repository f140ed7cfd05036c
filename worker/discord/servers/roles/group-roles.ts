import { and, eq, sql } from "drizzle-orm";
import type { GroupDiscordRoles, RoleOfUser } from "#shared/discord/roles.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { discordRoleGroups, discordServers } from "#worker/db/schema/discord-servers.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { colorOf } from "#worker/discord/servers/present-server.ts";
import { selectUserRoles, toUserRoles } from "./user-roles.ts";

/** The roles that a group gives, on servers that are on. */
export const selectRolesOfGroup = prepare(
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
      .where(
        and(
          eq(discordRoleGroups.groupId, sql.placeholder("groupId")),
          eq(discordServers.isOn, true),
        ),
      )
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
      const isThis = (one: RoleOfUser) => one.serverId === serverId && one.roleId === roleId;
      return { serverId, serverName, roleName, color, state: ownRoles.find(isThis)?.state ?? null };
    }),
  };
}

/** Nothing for a role that Discord no longer has. */
export function presentRole({
  serverId,
  roleId,
  facts,
}: RowOfStatement<typeof selectRolesOfGroup>) {
  const role = facts.roles.find(({ id }) => id === roleId);
  if (role === undefined) return [];
  return [{ serverId, serverName: facts.name, roleId, roleName: role.name, color: colorOf(role) }];
}
