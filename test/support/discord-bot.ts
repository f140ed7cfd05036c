import { DISCORD_BOT } from "#test/new-eden/local-vars.ts";
import type { Eden } from "#test/support/open-eden.ts";

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
