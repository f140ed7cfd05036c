import type { HealthCheck } from "#shared/health.ts";
import type { Config } from "#worker/config.ts";
import type { BotCheck } from "#worker/discord/bot/check-bot.ts";

const APPLICATIONS = "https://discord.com/developers/applications";
const PUT_TOKEN = "npx wrangler secret put DISCORD_BOT_TOKEN";

/** The bot token, the members intent and the public key. */
export function checkDiscordBot({ DISCORD_CLIENT_ID }: Config, bot: BotCheck): HealthCheck {
  const line = { id: "discord-bot", title: "Discord bot", values: [] };
  switch (bot.state) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: "Not configured: Discord servers do not follow the groups. Everything else works.",
        fix: `To use it, open the application at ${APPLICATIONS}, copy the token of its bot, run ${PUT_TOKEN}, set DISCORD_PUBLIC_KEY in wrangler.jsonc, and run npm run deploy.`,
      };
    case "refused":
      return {
        ...line,
        state: "failed",
        words: "Discord does not accept the bot token. Roles do not change; none is lost.",
        fix: `Reset the token at ${APPLICATIONS} (Bot), then: ${PUT_TOKEN}`,
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: "Discord does not answer. Roles follow when it does.",
        fix: "Nothing to do: the outage is Discord's.",
      };
    case "accepted":
      return { ...line, ...judge(bot, DISCORD_CLIENT_ID) };
  }
}

function judge(
  { isOfApplication, hasMembersIntent, isKeyRight }: Extract<BotCheck, { state: "accepted" }>,
  clientId: string,
): Pick<HealthCheck, "state" | "words" | "fix"> {
  if (!isOfApplication) {
    return {
      state: "failed",
      words: `The bot token belongs to another application than ${clientId || "DISCORD_CLIENT_ID"}, so pilots cannot join servers through Muster.`,
      fix: `Use the bot of the same application at ${APPLICATIONS}, then: ${PUT_TOKEN}`,
    };
  }
  if (isKeyRight === false) {
    return {
      state: "failed",
      words: "Discord accepts the bot token, but DISCORD_PUBLIC_KEY is not the application's.",
      fix: `Copy the public key at ${APPLICATIONS} (General Information) to wrangler.jsonc, and run npm run deploy.`,
    };
  }
  if (!hasMembersIntent) {
    return {
      state: "warning",
      words:
        "Discord accepts the bot token. It does not tell the member lists of servers, so people without a linked account are not seen.",
      fix: `Switch Server Members Intent on at ${APPLICATIONS} (Bot).`,
    };
  }
  return {
    state: "ok",
    words: `Discord accepts the bot token and tells the member lists${isKeyRight ? "; the public key is the application's" : ""}.`,
    fix: null,
  };
}
