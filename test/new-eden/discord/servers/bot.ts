import type { Context } from "hono";
import type { Application } from "#test/new-eden/discord/applications.ts";
import { apiError, DiscordError, invalidBody, UNAUTHORIZED } from "#test/new-eden/discord/error.ts";
import { findUser } from "#test/new-eden/discord/people.ts";
import type { NewEdenApp, World } from "#test/new-eden/world.ts";
import type { Author } from "./audit-log.ts";
import { highestRole, isAbove, isElevated, permissionsOf } from "./permissions.ts";
import type { Permission } from "./permissions.ts";
import type { Member, Role, Server } from "./server.ts";

/** The application of a bot token; throws Discord's 401. */
export function authorizeBot(world: World, authorization: string | undefined): Application {
  const [scheme, token = ""] = (authorization ?? "").split(" ");
  const application = [...world.discord.applications.values()].find(
    ({ botToken }) => botToken === token,
  );
  if (scheme !== "Bot" || application === undefined) throw new DiscordError(401, UNAUTHORIZED);
  return application;
}

/** What a request of a bot to a server acts on. */
export type BotCall = { world: World; application: Application; server: Server; bot: Member };

/** The server of the path; throws when there is none, or the bot is not a member of it. */
export function readBotCall(c: Context<NewEdenApp>): BotCall {
  const { world } = c.env;
  const application = authorizeBot(world, c.req.header("authorization"));
  const server = world.discord.servers.get(readId(c, "guild"));
  if (server === undefined) throw apiError(10_004);
  const bot = server.members.get(application.id);
  if (bot === undefined) throw apiError(50_001);
  return { world, application, server, bot };
}

/** An id of the path. */
export function readId(c: Context<NewEdenApp>, name: "guild" | "user" | "role" | "event"): string {
  const id = c.req.param(name) ?? "";
  if (/^\d{1,20}$/.test(id)) return id;
  throw invalidBody(`${name}_id`, "NUMBER_TYPE_COERCE", `Value "${id}" is not snowflake.`);
}

/** Throws unless the bot has the permission, and its owner the two-factor authentication that it may need. */
export function requirePermission({ server, bot, application }: BotCall, permission: Permission) {
  if (!permissionsOf(server, bot).has(permission)) throw apiError(50_013);
  const needsTwoFactor = server.mfaLevel === 1 && isElevated(permission);
  if (needsTwoFactor && !application.ownerHasTwoFactor) throw apiError(60_003);
}

export function getMember({ world, server }: BotCall, userId: string): Member {
  if (findUser(world, userId) === undefined) throw apiError(10_013);
  const member = server.members.get(userId);
  if (member === undefined) throw apiError(10_007);
  return member;
}

/** A bot gives and takes roles below its highest role, except managed ones. */
export function requireAssignable({ server, bot }: BotCall, role: Role) {
  if (role.id === server.id) throw apiError(50_028);
  if (role.managed || !isBelowBot(server, bot, role)) throw apiError(50_013);
}

/** A bot renames and bans members whose highest role is below its own, and never the owner. */
export function requireBelow({ server, bot }: BotCall, member: Member) {
  const highest = highestRole(server, member);
  const isBelow = highest === undefined || isBelowBot(server, bot, highest);
  if (member.userId === server.ownerId || !isBelow) throw apiError(50_013);
}

function isBelowBot(server: Server, bot: Member, role: Role): boolean {
  const highest = highestRole(server, bot);
  return bot.userId === server.ownerId || (highest !== undefined && isAbove(highest, role));
}

const LONGEST_REASON = 512;

/** The bot as the author of a change, with the reason of the request. */
export function authorOf(c: Context<NewEdenApp>, { bot }: BotCall): Author {
  const header = c.req.header("x-audit-log-reason");
  const reason = header === undefined ? undefined : decodeURIComponent(header);
  if (reason !== undefined && reason.length > LONGEST_REASON) {
    throw invalidBody("reason", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 512 in length.");
  }
  return { actorId: bot.userId, reason };
}
