import { localVars } from "#test/new-eden/local-vars.ts";
import { snowflakeAt } from "#test/new-eden/discord/snowflake.ts";
import type { AuditEntry } from "./audit-log.ts";
import { addBot, addMember, buildRole, buildServer } from "./server.ts";
import type { Role, Server } from "./server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The Discord server of Sable Meridian. */
const SABLE_MERIDIAN_SERVER_ID = "790000000000000100";
const roleId = (number: number) => String(BigInt(SABLE_MERIDIAN_SERVER_ID) + BigInt(number));

/** Lowest first. The bot is added below the last. */
const ROLES: (Pick<Role, "name"> & Partial<Role>)[] = [
  { name: "Patreon Supporter", managed: true, color: 0xe7_5480 },
  { name: "Newbro", color: 0x8f_d19e },
  { name: "Logistics Wing", color: 0x4f_b3bf },
  { name: "Sable Meridian", hoist: true, color: 0x7f_a7ff },
  { name: "Capital Pilot", color: 0xc9_a227 },
  { name: "Fleet Commander", hoist: true, color: 0xe0_8e45 },
  { name: "Director", hoist: true, color: 0xd0_5353, permissions: ["ADMINISTRATOR"] },
  { name: "High Command", hoist: true, color: 0xb0_7ce8 },
];
const BOT_POSITION = ROLES.length;

type Seeded = { username: string; roles: string[]; nick?: string; daysAgo: number; pending?: true };

const MEMBERS: Seeded[] = [
  { username: "voss", roles: ["High Command", "Director"], nick: "Aurelia Voss", daysAgo: 900 },
  { username: "miratal", roles: ["Sable Meridian", "Fleet Commander"], daysAgo: 610 },
  { username: "kestrel.ansgar", roles: ["Sable Meridian"], daysAgo: 95 },
  { username: "Oskar", roles: ["Director", "Sable Meridian"], nick: "Oskar", daysAgo: 420 },
  { username: "a_name_of_thirty_two_characters_", roles: ["Newbro"], daysAgo: 12 },
  { username: "halvard.lys", roles: ["Sable Meridian", "Patreon Supporter"], daysAgo: 340 },
  { username: "quietengine", roles: [], daysAgo: 2, pending: true },
];

/** `userId` returns the id of a seeded user by username. */
export function seedServer(userId: (username: string) => string): Server {
  const now = Date.now();
  const server = buildServer({
    id: SABLE_MERIDIAN_SERVER_ID,
    name: "Sable Meridian",
    ownerId: userId("voss"),
    screening: true,
  });
  for (const [index, role] of ROLES.entries()) {
    const id = roleId(index + 1);
    server.roles.set(id, buildRole({ ...role, id, position: index + 1 }));
  }
  addBot(server, {
    userId: localVars(0).DISCORD_CLIENT_ID,
    roleId: roleId(ROLES.length + 1),
    name: "Muster",
    permissions: ["CREATE_INSTANT_INVITE", "MANAGE_NICKNAMES", "MANAGE_ROLES", "VIEW_AUDIT_LOG"],
    position: BOT_POSITION,
    joinedAt: now - DAY_MS,
  });
  const findRole = (name: string) =>
    [...server.roles.values()].find((role) => role.name === name)?.id ?? "";
  for (const { username, roles, nick = null, daysAgo, pending = false } of MEMBERS) {
    addMember(server, {
      userId: userId(username),
      roles: roles.map(findRole),
      nick,
      pending,
      joinedAt: now - daysAgo * DAY_MS,
    });
  }
  const gift = (number: bigint, to: string, role: string, daysAgo: number): AuditEntry => ({
    id: snowflakeAt(now - daysAgo * DAY_MS, number),
    action: "member_role_update",
    actorId: server.ownerId,
    targetId: userId(to),
    changes: [{ key: "$add", new_value: [{ id: findRole(role), name: role }] }],
    reason: undefined,
  });
  server.auditLog.push(
    gift(1n, "halvard.lys", "Sable Meridian", 30),
    gift(2n, "Oskar", "Director", 8),
  );
  return server;
}
