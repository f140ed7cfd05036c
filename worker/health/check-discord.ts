import { msg, ph, plural } from "#shared/language/macros.ts";
import type { Config } from "#worker/ground/config.ts";
import type { BotCheck } from "#worker/discord/bot/read-facts.ts";
import { isAddressedTo } from "#worker/discord/commands/check.ts";
import type { FrontDoor } from "#worker/discord/commands/check.ts";
import type { Words } from "#worker/language/words.ts";
import type { HealthLine, Finding } from "./format.ts";

const APPLICATIONS = "https://discord.com/developers/applications";
const PUT_TOKEN = "npx wrangler secret put DISCORD_BOT_TOKEN";

/** The bot token, the members intent and the public key. */
export function checkDiscordBot({ DISCORD_CLIENT_ID }: Config, bot: BotCheck): HealthLine {
  const line = { id: "discord-bot", title: msg`Discord bot` };
  switch (bot.state) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: msg`Not configured: Discord servers do not follow the groups. Everything else works.`,
        fix: msg`To use it, open the application at ${ph({ address: APPLICATIONS })}, copy the token of its bot, run ${ph({ command: PUT_TOKEN })}, set DISCORD_PUBLIC_KEY in wrangler.jsonc, and run npm run deploy.`,
      };
    case "refused":
      return {
        ...line,
        state: "failed",
        words: msg`Discord does not accept the bot token. Roles do not change; none is lost.`,
        fix: msg`Reset the token at ${ph({ address: APPLICATIONS })} (Bot), then: ${ph({ command: PUT_TOKEN })}`,
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: msg`Discord does not answer. Roles follow when it does.`,
        fix: msg`Nothing to do: the outage is Discord's.`,
      };
    case "accepted":
      return { ...line, ...judgeBot(bot, DISCORD_CLIENT_ID) };
  }
}

function judgeBot(
  { isOfApplication, hasMembersIntent, isKeyRight }: Extract<BotCheck, { state: "accepted" }>,
  clientId: string,
): Finding {
  if (!isOfApplication) {
    return {
      state: "failed",
      words: msg`The bot token belongs to another application than ${ph({ clientId: clientId || "DISCORD_CLIENT_ID" })}, so pilots cannot join servers through Muster.`,
      fix: msg`Use the bot of the same application at ${ph({ address: APPLICATIONS })}, then: ${ph({ command: PUT_TOKEN })}`,
    };
  }
  if (isKeyRight === false) {
    return {
      state: "failed",
      words: msg`Discord accepts the bot token, but DISCORD_PUBLIC_KEY is not the application's.`,
      fix: msg`Copy the public key at ${ph({ address: APPLICATIONS })} (General Information) to wrangler.jsonc, and run npm run deploy.`,
    };
  }
  if (!hasMembersIntent) {
    return {
      state: "warning",
      words: msg`Discord accepts the bot token. It does not tell the member lists of servers, so people without a linked account are not seen.`,
      fix: msg`Switch Server Members Intent on at ${ph({ address: APPLICATIONS })} (Bot).`,
    };
  }
  return {
    state: "ok",
    words: isKeyRight
      ? msg`Discord accepts the bot token and tells the member lists; the public key is the application's.`
      : msg`Discord accepts the bot token and tells the member lists.`,
  };
}

/** The commands at Discord, and whether Discord knows where this Muster is. `origin` is where the browser sees this site. */
export function checkDiscordCommands(door: FrontDoor, origin: string, words: Words): HealthLine {
  const line = { id: "discord-commands", title: msg`Discord commands` };
  switch (door.state) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: msg`Not configured: they need a bot. Groups can post to a channel by a webhook.`,
      };
    case "no_key":
      return {
        ...line,
        state: "warning",
        words: msg`DISCORD_PUBLIC_KEY is not set, so Muster refuses all commands and buttons.`,
        fix: msg`Copy the public key of the application (General Information) to wrangler.jsonc, and run npm run deploy.`,
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: msg`Discord does not answer, so the commands could not be checked.`,
        fix: msg`Nothing to do: the outage is Discord's.`,
      };
    case "read":
      return { ...line, ...judge(door, origin, words) };
  }
}

function judge(door: Extract<FrontDoor, { state: "read" }>, origin: string, words: Words): Finding {
  if (!isAddressedTo(door, origin)) {
    return {
      state: "warning",
      words:
        door.interactionsUrl === null
          ? msg`Discord does not know where this Muster is, so commands and buttons do not work.`
          : msg`Discord sends commands and buttons to ${ph({ address: door.interactionsUrl })}, or events elsewhere.`,
      fix: msg`Register the commands.`,
      action: "register-commands",
    };
  }
  if (door.without.length > 0) {
    return {
      state: "warning",
      words: msg`Commands are missing on ${ph({ servers: words.list(door.without) })}.`,
      fix: msg`Register the commands.`,
      action: "register-commands",
    };
  }
  return {
    state: "ok",
    words:
      door.servers === 0
        ? msg`Discord knows where this Muster is. The bot is on no server.`
        : msg`${plural(
            { count: door.servers },
            {
              one: "Commands are registered on # server, and Discord knows where this Muster is.",
              other:
                "Commands are registered on # servers, and Discord knows where this Muster is.",
            },
          )}`,
    action: "register-commands",
  };
}
