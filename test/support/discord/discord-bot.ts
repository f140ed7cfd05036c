import { DISCORD_BOT } from "#test/new-eden/local-vars.ts";
import type { NewServer } from "#test/new-eden/control/discord-servers.ts";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";

type BotRequest = { token?: string; reason?: string; body?: object };

/** Calls Discord's API in a world as Muster's bot does. */
export function discordBot({ send }: Eden) {
  return async function ask(
    method: string,
    path: string,
    { token = DISCORD_BOT.DISCORD_BOT_TOKEN, reason, body }: BotRequest = {},
  ) {
    const response = await send(`https://new-eden.test/discord/api/v10${path}`, {
      method,
      headers: {
        Authorization: `Bot ${token}`,
        "User-Agent": "DiscordBot (tests, 1.0)",
        ...(reason !== undefined && { "X-Audit-Log-Reason": encodeURIComponent(reason) }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
    const json: unknown = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };
}

/** A server with a member, and the bot above the roles "low" and "high". */
export async function openServer(seed: NewServer = {}) {
  const eden = openEden();
  const { discord } = eden.control;
  const { servers } = discord;
  const { id, ownerId, roles } = await servers.create({
    roles: [{ name: "low" }, { name: "high" }],
    ...seed,
  });
  const user = await discord.createUser();
  await servers.addMembers(id, [{ userId: user.id, pending: false }]);
  const ask = discordBot(eden);
  return {
    eden,
    discord,
    servers,
    ask,
    id,
    ownerId,
    userId: user.id,
    guild: `/guilds/${id}`,
    member: `/guilds/${id}/members/${user.id}`,
    roleId: (name: string) => roles.find((role) => role.name === name)?.id ?? "",
    read: () => servers.read(id),
    memberNow: async () =>
      (await servers.read(id)).members.find(({ userId }) => userId === user.id),
  };
}
