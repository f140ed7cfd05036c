import * as z from "zod/mini";
import { apiError, invalidBody } from "#test/new-eden/discord/error.ts";
import { describeUser, findUser } from "#test/new-eden/discord/people.ts";
import { bySnowflake } from "#test/new-eden/discord/snowflake.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { recordAudit } from "./audit-log.ts";
import type { Author } from "./audit-log.ts";
import { requireBelow, requirePermission } from "./bot.ts";
import type { BotCall } from "./bot.ts";
import { removeMember } from "./server.ts";
import type { Server } from "./server.ts";

const MOST_LISTED = 1_000;
const MOST_DELETED_SECONDS = 7 * 24 * 60 * 60;

const banSchema = z.object({
  delete_message_seconds: z.nullish(z.int().check(z.gte(0), z.lte(MOST_DELETED_SECONDS))),
});

/** Bans a user, who may be no member. */
export function banUser(world: World, server: Server, author: Author, userId: string) {
  removeMember(server, userId);
  server.bans.add(userId);
  recordAudit(world, server, author, { action: "member_ban", targetId: userId });
}

/** `PUT /guilds/{guild}/bans/{user}`: for a user who is banned already, nothing happens. */
export function ban(call: BotCall, author: Author, userId: string, body: unknown) {
  const { world, server } = call;
  const parsed = banSchema.safeParse(body);
  if (!parsed.success) {
    const message = `int value should be between 0 and ${MOST_DELETED_SECONDS}.`;
    throw invalidBody("delete_message_seconds", "NUMBER_TYPE_MAX", message);
  }
  requirePermission(call, "BAN_MEMBERS");
  if (findUser(world, userId) === undefined) throw apiError(10_013);
  const member = server.members.get(userId);
  if (member !== undefined) requireBelow(call, member);
  if (server.bans.has(userId)) return;
  banUser(world, server, author, userId);
  const since = now(world) - (parsed.data.delete_message_seconds ?? 0) * 1_000;
  for (const channel of world.discord.channels.values()) {
    if (channel.serverId !== server.id) continue;
    channel.messages = channel.messages.filter(
      ({ authorId, createdAt }) => authorId !== userId || createdAt <= since,
    );
  }
}

/** `DELETE /guilds/{guild}/bans/{user}` */
export function unban(call: BotCall, author: Author, userId: string) {
  requirePermission(call, "BAN_MEMBERS");
  const { world, server } = call;
  if (!server.bans.delete(userId)) throw apiError(10_026);
  recordAudit(world, server, author, { action: "member_unban", targetId: userId });
}

/** `GET /guilds/{guild}/bans/{user}` */
export function readBan(call: BotCall, userId: string) {
  requirePermission(call, "BAN_MEMBERS");
  const found = describeBan(call, userId);
  if (found === undefined) throw apiError(10_026);
  return found;
}

/** `GET /guilds/{guild}/bans`, by the id of the user. */
export function listBans(call: BotCall, query: URLSearchParams) {
  requirePermission(call, "BAN_MEMBERS");
  const [before, after] = [query.get("before"), query.get("after")];
  const limit = Number(query.get("limit") ?? MOST_LISTED);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED) {
    throw invalidBody("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 1000.");
  }
  const found = [...call.server.bans]
    .filter((id) => before === null || bySnowflake(id, before) < 0)
    .filter((id) => before !== null || after === null || bySnowflake(id, after) > 0)
    .toSorted(bySnowflake);
  return (before === null ? found.slice(0, limit) : found.slice(-limit)).flatMap(
    (id) => describeBan(call, id) ?? [],
  );
}

function describeBan({ world, server }: BotCall, userId: string) {
  const user = findUser(world, userId);
  if (user === undefined || !server.bans.has(userId)) return undefined;
  const entry = server.auditLog.findLast(
    ({ action, targetId }) => action === "member_ban" && targetId === userId,
  );
  return { user: describeUser(user), reason: entry?.reason ?? null };
}
