import { oauthError } from "#test/new-eden/discord/error.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { recordAudit } from "./audit-log.ts";
import { readPermissions } from "./permissions.ts";
import { addBot } from "./server.ts";

/** Whether an authorization URL adds a bot to a server. */
export function isInstallation(query: URLSearchParams): boolean {
  return (query.get("scope") ?? "").split(" ").includes("bot");
}

/** Parses an install link; throws the error that Discord shows instead of its page. */
export function readInstallation(world: World, query: URLSearchParams) {
  const application = world.discord.applications.get(query.get("client_id") ?? "");
  if (application === undefined) throw oauthError("invalid_request", "Unknown Application");
  const only = query.get("guild_id");
  const servers = [...world.discord.servers.values()].filter(
    ({ id, members }) => !members.has(application.id) && (only === null || id === only),
  );
  return { application, permissions: readPermissions(query.get("permissions") ?? ""), servers };
}

/** Adds the bot to the chosen server, with its role below all others. Returns the address of the server. */
export function install(world: World, query: URLSearchParams, serverId: string): string {
  const { application, permissions, servers } = readInstallation(world, query);
  const server = servers.find(({ id }) => id === serverId);
  if (server === undefined) throw oauthError("access_denied", "Unknown Guild");
  addBot(server, {
    userId: application.id,
    name: application.name,
    permissions,
    position: 1,
    roleId: newSnowflake(now(world)),
    joinedAt: now(world),
  });
  recordAudit(
    world,
    server,
    { actorId: server.ownerId, reason: undefined },
    { action: "bot_add", targetId: application.id },
  );
  return `${world.base}/discord/channels/${server.id}`;
}
