import { msg, ph } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import type { HealthCheck } from "#shared/health.ts";
import type { Config } from "#worker/config.ts";
import type { BotCheck } from "#worker/discord/bot/check-bot.ts";

const APPLICATIONS = "https://discord.com/developers/applications";
const PUT_TOKEN = "npx wrangler secret put DISCORD_BOT_TOKEN";

/** The bot token, the members intent and the public key. */
export function checkDiscordBot(
  { DISCORD_CLIENT_ID }: Config,
  bot: BotCheck,
  words: Words,
): HealthCheck {
  const { say } = words;
  const line = { id: "discord-bot", title: say(msg`Discord bot`), values: [] };
  switch (bot.state) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: say(
          msg`Not configured: Discord servers do not follow the groups. Everything else works.`,
        ),
        fix: say(
          msg`To use it, open the application at ${ph({ address: APPLICATIONS })}, copy the token of its bot, run ${ph({ command: PUT_TOKEN })}, set DISCORD_PUBLIC_KEY in wrangler.jsonc, and run npm run deploy.`,
        ),
      };
    case "refused":
      return {
        ...line,
        state: "failed",
        words: say(msg`Discord does not accept the bot token. Roles do not change; none is lost.`),
        fix: say(
          msg`Reset the token at ${ph({ address: APPLICATIONS })} (Bot), then: ${ph({ command: PUT_TOKEN })}`,
        ),
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: say(msg`Discord does not answer. Roles follow when it does.`),
        fix: say(msg`Nothing to do: the outage is Discord's.`),
      };
    case "accepted":
      return { ...line, ...judge(bot, DISCORD_CLIENT_ID, words) };
  }
}

function judge(
  { isOfApplication, hasMembersIntent, isKeyRight }: Extract<BotCheck, { state: "accepted" }>,
  clientId: string,
  { say }: Words,
): Pick<HealthCheck, "state" | "words" | "fix"> {
  if (!isOfApplication) {
    return {
      state: "failed",
      words: say(
        msg`The bot token belongs to another application than ${ph({ clientId: clientId || "DISCORD_CLIENT_ID" })}, so pilots cannot join servers through Muster.`,
      ),
      fix: say(
        msg`Use the bot of the same application at ${ph({ address: APPLICATIONS })}, then: ${ph({ command: PUT_TOKEN })}`,
      ),
    };
  }
  if (isKeyRight === false) {
    return {
      state: "failed",
      words: say(
        msg`Discord accepts the bot token, but DISCORD_PUBLIC_KEY is not the application's.`,
      ),
      fix: say(
        msg`Copy the public key at ${ph({ address: APPLICATIONS })} (General Information) to wrangler.jsonc, and run npm run deploy.`,
      ),
    };
  }
  if (!hasMembersIntent) {
    return {
      state: "warning",
      words: say(
        msg`Discord accepts the bot token. It does not tell the member lists of servers, so people without a linked account are not seen.`,
      ),
      fix: say(msg`Switch Server Members Intent on at ${ph({ address: APPLICATIONS })} (Bot).`),
    };
  }
  return {
    state: "ok",
    words: isKeyRight
      ? say(
          msg`Discord accepts the bot token and tells the member lists; the public key is the application's.`,
        )
      : say(msg`Discord accepts the bot token and tells the member lists.`),
    fix: null,
  };
}
