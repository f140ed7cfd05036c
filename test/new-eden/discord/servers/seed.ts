import { DAY_MS } from "#shared/time.ts";
import { SABLE_MERIDIAN_SERVER_ID } from "#test/new-eden/ids.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { snowflakeAt } from "#test/new-eden/discord/snowflake.ts";
import { addBot, addMember, buildRole, buildServer } from "./server.ts";
import type { Role, Server } from "./server.ts";

type SeededRole = Pick<Role, "name"> & Partial<Role>;
type SeededMember = {
  username: string;
  roles: string[];
  nick?: string;
  daysAgo: number;
  pending?: true;
};
type Seed = {
  id: string;
  name: string;
  owner: string;
  mfaLevel?: 1;
  screening?: true;
  /** Lowest first. */
  roles: SeededRole[];
  members: SeededMember[];
};

/** The corporation's server. The bot is on it, below the highest role. */
const SABLE_MERIDIAN: Seed = {
  id: SABLE_MERIDIAN_SERVER_ID,
  name: "Sable Meridian",
  owner: "voss",
  screening: true,
  roles: [
    { name: "Patreon Supporter", managed: true, color: 0xe7_5480 },
    { name: "Newbro", color: 0x8f_d19e },
    { name: "Logistics Wing", color: 0x4f_b3bf },
    { name: "Sable Meridian", hoist: true, color: 0x7f_a7ff },
    { name: "Capital Pilot", color: 0xc9_a227 },
    { name: "Fleet Commander", hoist: true, color: 0xe0_8e45 },
    { name: "Director", hoist: true, color: 0xd0_5353, permissions: ["ADMINISTRATOR"] },
    { name: "High Command", hoist: true, color: 0xb0_7ce8 },
  ],
  members: [
    { username: "voss", roles: ["High Command", "Director"], nick: "Aurelia Voss", daysAgo: 900 },
    { username: "miratal", roles: ["Sable Meridian", "Fleet Commander"], daysAgo: 610 },
    { username: "kestrel.ansgar", roles: ["Sable Meridian"], daysAgo: 95 },
    { username: "Oskar", roles: ["Director", "Sable Meridian"], nick: "Oskar", daysAgo: 420 },
    { username: "a_name_of_thirty_two_characters_", roles: ["Newbro"], daysAgo: 12 },
    { username: "halvard.lys", roles: ["Sable Meridian", "Patreon Supporter"], daysAgo: 340 },
    { username: "quietengine", roles: [], daysAgo: 2, pending: true },
  ],
};

/** The alliance's server, where the bot can be installed. */
const NULL_CONCORD: Seed = {
  id: "790000000000000200",
  name: "Null Concord",
  owner: "miratal",
  mfaLevel: 1,
  roles: [
    { name: "Concord Pilot", hoist: true, color: 0x5f_c0a8 },
    { name: "Alliance Diplomat", hoist: true, color: 0xd8_b25c },
  ],
  members: [
    { username: "miratal", roles: ["Alliance Diplomat", "Concord Pilot"], daysAgo: 700 },
    { username: "voss", roles: ["Concord Pilot"], daysAgo: 690 },
    { username: "yaroslava", roles: ["Concord Pilot"], daysAgo: 210 },
  ],
};

/** `userId` returns the id of a seeded user by username. */
export function seedServers(userId: (username: string) => string): Server[] {
  const sableMeridian = seedServer(SABLE_MERIDIAN, userId);
  addBot(sableMeridian, {
    userId: localVars(0).DISCORD_CLIENT_ID,
    roleId: roleIdOf(SABLE_MERIDIAN, SABLE_MERIDIAN.roles.length),
    name: "Muster",
    permissions: ["CREATE_INSTANT_INVITE", "MANAGE_NICKNAMES", "MANAGE_ROLES", "VIEW_AUDIT_LOG"],
    position: SABLE_MERIDIAN.roles.length,
    joinedAt: daysAgo(1),
  });
  giveByHand(sableMeridian, userId("halvard.lys"), "Sable Meridian", 30);
  giveByHand(sableMeridian, userId("Oskar"), "Director", 8);
  return [sableMeridian, seedServer(NULL_CONCORD, userId)];
}

function seedServer(seed: Seed, userId: (username: string) => string): Server {
  const { roles, members, owner, ...rest } = seed;
  const server = buildServer({ ...rest, ownerId: userId(owner) });
  for (const [index, role] of roles.entries()) {
    const id = roleIdOf(seed, index);
    server.roles.set(id, buildRole({ ...role, id, position: index + 1 }));
  }
  for (const { username, roles, nick = null, pending = false, ...member } of members) {
    addMember(server, {
      userId: userId(username),
      roles: roles.map((name) => findRole(server, name)),
      nick,
      pending,
      joinedAt: daysAgo(member.daysAgo),
    });
  }
  return server;
}

/** An entry of the audit log from before: the owner gave a role. */
function giveByHand(server: Server, targetId: string, role: string, days: number) {
  server.auditLog.push({
    id: snowflakeAt(daysAgo(days), BigInt(server.auditLog.length)),
    action: "member_role_update",
    actorId: server.ownerId,
    targetId,
    changes: [{ key: "$add", new_value: [{ id: findRole(server, role), name: role }] }],
    reason: undefined,
  });
}

const daysAgo = (days: number) => Date.now() - days * DAY_MS;
const roleIdOf = ({ id }: Seed, index: number) => String(BigInt(id) + BigInt(index + 1));

function findRole(server: Server, name: string): string {
  const role = [...server.roles.values()].find((one) => one.name === name);
  if (role === undefined) throw new Error(`${server.name} has no role ${name}.`);
  return role.id;
}
