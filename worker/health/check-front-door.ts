import { msg, ph, plural } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import type { HealthCheck } from "#shared/health.ts";
import { isAddressedTo } from "#worker/discord/commands/check.ts";
import type { FrontDoor } from "#worker/discord/commands/check.ts";

/** The commands at Discord, and whether Discord knows where this Muster is. `origin` is where the browser sees this site. */
export function checkDiscordCommands(door: FrontDoor, origin: string, words: Words): HealthCheck {
  const { say } = words;
  const line = { id: "discord-commands", title: say(msg`Discord commands`), values: [] };
  switch (door.state) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: say(
          msg`Not configured: they need a bot. Groups can post to a channel by a webhook.`,
        ),
        fix: null,
      };
    case "no_key":
      return {
        ...line,
        state: "warning",
        words: say(msg`DISCORD_PUBLIC_KEY is not set, so Muster refuses all commands and buttons.`),
        fix: say(
          msg`Copy the public key of the application (General Information) to wrangler.jsonc, and run npm run deploy.`,
        ),
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: say(msg`Discord does not answer, so the commands could not be checked.`),
        fix: say(msg`Nothing to do: the outage is Discord's.`),
      };
    case "read":
      return { ...line, ...judge(door, origin, words) };
  }
}

function judge(
  door: Extract<FrontDoor, { state: "read" }>,
  origin: string,
  words: Words,
): Pick<HealthCheck, "state" | "words" | "fix" | "action"> {
  const { say } = words;
  if (!isAddressedTo(door, origin)) {
    return {
      state: "warning",
      words:
        door.interactionsUrl === null
          ? say(
              msg`Discord does not know where this Muster is, so commands and buttons do not work.`,
            )
          : say(
              msg`Discord sends commands and buttons to ${ph({ address: door.interactionsUrl })}, or events elsewhere.`,
            ),
      fix: say(msg`Register the commands.`),
      action: "register-commands",
    };
  }
  if (door.without.length > 0) {
    return {
      state: "warning",
      words: say(msg`Commands are missing on ${ph({ servers: words.list(door.without) })}.`),
      fix: say(msg`Register the commands.`),
      action: "register-commands",
    };
  }
  return {
    state: "ok",
    words:
      door.servers === 0
        ? say(msg`Discord knows where this Muster is. The bot is on no server.`)
        : say(
            msg`${plural(
              { count: door.servers },
              {
                one: "Commands are registered on # server, and Discord knows where this Muster is.",
                other:
                  "Commands are registered on # servers, and Discord knows where this Muster is.",
              },
            )}`,
          ),
    fix: null,
    action: "register-commands",
  };
}
