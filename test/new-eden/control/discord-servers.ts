import { Hono } from "hono";
import type { Context } from "hono";
import type { AuditEntry } from "#test/new-eden/discord/servers/audit-log.ts";
import { changeRole, editMember, expel } from "#test/new-eden/discord/servers/by-hand.ts";
import type { HandEdit } from "#test/new-eden/discord/servers/by-hand.ts";
import type { Permission } from "#test/new-eden/discord/servers/permissions.ts";
import { finishScheduledEdits } from "#test/new-eden/discord/servers/scheduled-edits.ts";
import {
  addBot,
  addMember,
  buildRole,
  buildServer,
  deleteRole,
  insertRole,
  removeMember,
  topPosition,
} from "#test/new-eden/discord/servers/server.ts";
import type { ScheduledEvent } from "#test/new-eden/discord/servers/events.ts";
import type { Member, Role, Server } from "#test/new-eden/discord/servers/server.ts";
import { createChannel } from "#test/new-eden/discord/channels/channel.ts";
import type { NewChannel } from "#test/new-eden/discord/channels/channel.ts";
import { newDiscordUser } from "#test/new-eden/discord/people.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { now } from "#test/new-eden/world.ts";
import type { NewEdenApp, World } from "#test/new-eden/world.ts";

const MUSTER = localVars(0).DISCORD_CLIENT_ID;

export type NewRole = Partial<Omit<Role, "id" | "botId">>;
export type NewMember = Pick<Member, "userId"> & Partial<Member>;

export type NewServer = {
  name?: string;
  /** A new user by default, who is a member. */
  ownerId?: string;
  /** Lowest first. */
  roles?: NewRole[];
  /** The permissions of @everyone. */
  permissions?: Permission[];
  mfaLevel?: 0 | 1;
  screening?: boolean;
  /** The permissions of the bot's role; null when the bot is not on the server. */
  botPermissions?: Permission[] | null;
  /** The position of the bot's role; the roles from this position on are above it. By default all are below. */
  botRolePosition?: number;
  /** "general" by default. */
  channels?: NewChannel[];
  /** Sets the intent of Muster's application, for all its servers. */
  membersIntent?: boolean;
};

/** A server as a test reads it. */
export type ServerState = Omit<Server, "roles" | "members" | "bans" | "events" | "auditLog"> & {
  /** Highest first, without @everyone. */
  roles: Role[];
  members: Member[];
  bans: string[];
  events: ScheduledEvent[];
  /** Newest first. */
  auditLog: AuditEntry[];
};

const ALL_THAT_MUSTER_NEEDS: Permission[] = [
  "CREATE_INSTANT_INVITE",
  "MANAGE_NICKNAMES",
  "MANAGE_ROLES",
  "VIEW_AUDIT_LOG",
  "CREATE_EVENTS",
];

function createServer(world: World, seed: NewServer): Server {
  const { discord } = world;
  const id = newSnowflake(now(world));
  const { name = `Server ${id}`, ownerId = createUser(world), mfaLevel = 0, screening } = seed;
  const server = buildServer({ id, name, ownerId, mfaLevel, screening: screening ?? false });
  discord.servers.set(id, server);
  const everyone = server.roles.get(id);
  if (everyone !== undefined && seed.permissions !== undefined) {
    everyone.permissions = seed.permissions;
  }
  for (const role of seed.roles ?? []) createRole(world, server, role);
  addMember(server, { userId: ownerId, joinedAt: now(world), pending: false });
  for (const channel of seed.channels ?? [{}]) createChannel(world, id, channel);
  const { botPermissions = ALL_THAT_MUSTER_NEEDS, botRolePosition, membersIntent } = seed;
  if (botPermissions !== null) {
    installBot(world, server, { permissions: botPermissions, position: botRolePosition });
  }
  const muster = discord.applications.get(MUSTER);
  if (membersIntent !== undefined && muster !== undefined) muster.membersIntent = membersIntent;
  return server;
}

function createUser(world: World): string {
  const user = newDiscordUser({});
  world.discord.users.set(user.id, user);
  return user.id;
}

function installBot(
  world: World,
  server: Server,
  bot: { permissions: Permission[]; position: number | undefined },
) {
  addBot(server, {
    userId: MUSTER,
    name: "Muster",
    permissions: bot.permissions,
    position: bot.position ?? topPosition(server),
    roleId: newSnowflake(now(world)),
    joinedAt: now(world),
  });
}

function createRole(world: World, server: Server, role: NewRole): Role {
  const id = newSnowflake(now(world));
  const position = role.position ?? topPosition(server);
  const created = buildRole({ ...role, id, name: role.name ?? `Role ${id}`, position });
  insertRole(server, created);
  return created;
}

function stateOf(server: Server): ServerState {
  const roles = [...server.roles.values()].filter(({ id }) => id !== server.id);
  return {
    ...server,
    roles: roles.toSorted((one, other) => other.position - one.position),
    members: [...server.members.values()],
    bans: [...server.bans],
    events: [...server.events.values()],
    auditLog: server.auditLog.toReversed(),
  };
}

function find(c: Context<NewEdenApp>): Server {
  const id = c.req.param("id") ?? "";
  const server = c.env.world.discord.servers.get(id);
  if (server === undefined) throw new Error(`No Discord server has the id ${id}.`);
  return server;
}

function findMember(c: Context<NewEdenApp>, server: Server): Member {
  const id = c.req.param("user") ?? "";
  const member = server.members.get(id);
  if (member === undefined) throw new Error(`${server.name} has no member ${id}.`);
  return member;
}

function findRole(c: Context<NewEdenApp>, server: Server): Role {
  const id = c.req.param("role") ?? "";
  const role = server.roles.get(id);
  if (role === undefined) throw new Error(`${server.name} has no role ${id}.`);
  return role;
}

/** The switches for Discord servers: what people do there by hand. */
export const discordServerControl = new Hono<NewEdenApp>()
  .post("/", async (c) => c.json(stateOf(createServer(c.env.world, await c.req.json())), 201))
  .get("/", (c) => c.json([...c.env.world.discord.servers.values()].map(stateOf)))
  .post("/finish-edits", (c) => c.json({ made: finishScheduledEdits(c.env.world) }))
  .get("/:id", (c) => c.json(stateOf(find(c))))
  .patch("/:id", async (c) => {
    const { name, ownerId, mfaLevel, screening } = await c.req.json<NewServer>();
    const change = { name, ownerId, mfaLevel, screening };
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    return c.json(stateOf(Object.assign(find(c), Object.fromEntries(given))));
  })
  .post("/:id/members", async (c) => {
    const server = find(c);
    const members = await c.req.json<NewMember[]>();
    for (const member of members) addMember(server, { joinedAt: now(c.env.world), ...member });
    return c.json(stateOf(server), 201);
  })
  .patch("/:id/members/:user", async (c) => {
    const server = find(c);
    const member = findMember(c, server);
    editMember(c.env.world, server, member, await c.req.json<HandEdit>());
    return c.json(member);
  })
  .post("/:id/members/:user/schedule", async (c) => {
    const { edit, afterRequests } = await c.req.json<{ edit: HandEdit; afterRequests: number }>();
    c.env.world.discord.scheduledEdits.push({
      serverId: find(c).id,
      userId: c.req.param("user"),
      edit,
      afterRequests,
    });
    return c.body(null, 204);
  })
  .post("/:id/members/:user/leave", (c) => {
    const server = find(c);
    removeMember(server, findMember(c, server).userId);
    return c.body(null, 204);
  })
  .on("POST", ["/:id/members/:user/kick", "/:id/members/:user/ban"], (c) => {
    const server = find(c);
    const how = c.req.path.endsWith("/ban") ? "ban" : "kick";
    expel(c.env.world, server, findMember(c, server), how);
    return c.body(null, 204);
  })
  .post("/:id/roles", async (c) =>
    c.json(createRole(c.env.world, find(c), await c.req.json()), 201),
  )
  .patch("/:id/roles/:role", async (c) => {
    const server = find(c);
    const role = findRole(c, server);
    changeRole(server, role, await c.req.json());
    return c.json(role);
  })
  .delete("/:id/roles/:role", (c) => {
    const server = find(c);
    deleteRole(server, findRole(c, server).id);
    return c.body(null, 204);
  })
  .post("/:id/bot", async (c) => {
    const server = find(c);
    const { permissions, position } = await c.req.json<Partial<Role>>();
    removeMember(server, MUSTER);
    installBot(c.env.world, server, {
      permissions: permissions ?? ALL_THAT_MUSTER_NEEDS,
      position,
    });
    return c.json(stateOf(server), 201);
  })
  .delete("/:id/bot", (c) => {
    removeMember(find(c), MUSTER);
    return c.body(null, 204);
  });
