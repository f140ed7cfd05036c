import * as z from "zod/mini";
import { apiError, invalidBody } from "#test/new-eden/discord/error.ts";
import { findGrant } from "#test/new-eden/discord/grants.ts";
import { bySnowflake } from "#test/new-eden/discord/snowflake.ts";
import { now } from "#test/new-eden/world.ts";
import { changeNick, changeRoles } from "./audit-log.ts";
import type { Author } from "./audit-log.ts";
import { getMember, requireAssignable, requireBelow, requirePermission } from "./bot.ts";
import type { BotCall } from "./bot.ts";
import { addMember } from "./server.ts";
import type { Member } from "./server.ts";

const MOST_LISTED = 1_000;

/** `GET /guilds/{guild}/members`, by id; needs the Server Members intent of the developer portal. */
export function listMembers(call: BotCall, query: URLSearchParams): Member[] {
  if (!call.application.membersIntent) throw apiError(50_001);
  const limit = Number(query.get("limit") ?? 1);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED) {
    throw invalidBody("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 1000.");
  }
  const after = query.get("after") ?? "0";
  return [...call.server.members.values()]
    .filter(({ userId }) => bySnowflake(userId, after) > 0)
    .toSorted((one, other) => bySnowflake(one.userId, other.userId))
    .slice(0, limit);
}

/** `PUT|DELETE /guilds/{guild}/members/{user}/roles/{role}` */
export function changeRole(
  call: BotCall,
  author: Author,
  { userId, roleId, isGiven }: { userId: string; roleId: string; isGiven: boolean },
) {
  const { world, server } = call;
  requirePermission(call, "MANAGE_ROLES");
  const role = server.roles.get(roleId);
  if (role === undefined) throw apiError(10_011);
  const member = getMember(call, userId);
  requireAssignable(call, role);
  const others = member.roles.filter((id) => id !== roleId);
  const hasIt = others.length < member.roles.length;
  if (hasIt !== isGiven) {
    changeRoles(world, server, author, member, isGiven ? [...others, roleId] : others);
  }
}

const LONGEST_NICK = 32;
const changeSchema = z.object({
  nick: z.optional(z.nullable(z.string())),
  roles: z.optional(z.nullable(z.array(z.string()))),
});
const joinSchema = z.extend(changeSchema, { access_token: z.string() });

/** `PATCH /guilds/{guild}/members/{user}`: all of the change, or an error and nothing of it. */
export function changeMember(call: BotCall, author: Author, userId: string, body: unknown): Member {
  const { world, server } = call;
  const change = readBody(changeSchema, body);
  const nick = readNick(change.nick);
  const member = getMember(call, userId);
  const roles = change.roles === undefined ? undefined : readRoles(call, member, change.roles);
  if (nick !== undefined) {
    requirePermission(call, "MANAGE_NICKNAMES");
    requireBelow(call, member);
  }
  if (roles !== undefined) changeRoles(world, server, author, member, roles);
  if (nick !== undefined) changeNick(world, server, author, member, nick);
  return member;
}

const MOST_SERVERS = 100;

/**
 * `PUT /guilds/{guild}/members/{user}` with the user's token of the same application. Returns undefined for a member: then
 * Discord ignores the body.
 */
export function join(
  call: BotCall,
  author: Author,
  userId: string,
  body: unknown,
): Member | undefined {
  const { world, server, application } = call;
  const { access_token: token, ...change } = readBody(joinSchema, body);
  const nick = readNick(change.nick);
  requirePermission(call, "CREATE_INSTANT_INVITE");
  const user = world.discord.users.get(userId);
  if (user === undefined) throw apiError(10_013);
  const grant = findGrant(world, token);
  const isGood =
    grant?.accessToken === token &&
    grant.userId === userId &&
    grant.clientId === application.id &&
    grant.scopes.includes("guilds.join") &&
    grant.expiresAt > now(world);
  if (!isGood) throw apiError(50_025);
  if (server.members.has(userId)) return undefined;
  if (server.bans.has(userId)) throw apiError(40_007);
  const joined = [...world.discord.servers.values()].filter(({ members }) => members.has(userId));
  if (user.otherServers + joined.length >= MOST_SERVERS) throw apiError(30_001);

  const newcomer = { userId, nick: null, roles: [], pending: server.screening, joinedAt: 0 };
  const roles = change.roles == null ? [] : readRoles(call, newcomer, change.roles);
  if (nick !== undefined) requirePermission(call, "MANAGE_NICKNAMES");
  const member = addMember(server, { userId, joinedAt: now(world) });
  changeRoles(world, server, author, member, roles);
  if (nick !== undefined) changeNick(world, server, author, member, nick);
  return member;
}

/** The new roles of a member, of which the bot may change each. */
function readRoles(call: BotCall, member: Member, wanted: string[] | null): string[] {
  const roles = [...new Set(wanted)];
  requirePermission(call, "MANAGE_ROLES");
  const added = roles.filter((id) => !member.roles.includes(id));
  const removed = member.roles.filter((id) => !roles.includes(id));
  for (const id of [...added, ...removed]) {
    const role = call.server.roles.get(id);
    if (role === undefined) throw apiError(50_028);
    requireAssignable(call, role);
  }
  return roles;
}

/** Undefined when the nickname stays, null when it is removed. */
function readNick(nick: string | null | undefined): string | null | undefined {
  if (nick == null || nick === "") return nick === undefined ? undefined : null;
  if (Array.from(nick).length <= LONGEST_NICK) return nick;
  throw invalidBody(
    "nick",
    "BASE_TYPE_BAD_LENGTH",
    `Must be between 1 and ${LONGEST_NICK} in length.`,
  );
}

function readBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.infer<Schema> {
  const { data, error } = z.safeParse(schema, body);
  if (error === undefined) return data;
  const [field = ""] = error.issues[0]?.path ?? [];
  throw invalidBody(String(field), "BASE_TYPE_REQUIRED", "This field is required");
}
