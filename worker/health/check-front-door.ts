import type { HealthCheck } from "#shared/health.ts";
import { isAddressedTo } from "#worker/discord/commands/check.ts";
import type { FrontDoor } from "#worker/discord/commands/check.ts";

/** The commands at Discord, and whether Discord knows where this Muster is. `origin` is where the browser sees this site. */
export function checkDiscordCommands(door: FrontDoor, origin: string): HealthCheck {
  const line = { id: "discord-commands", title: "Discord commands", values: [] };
  switch (door.state) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: "Not configured: they need a bot. Groups can post to a channel by a webhook.",
        fix: null,
      };
    case "no_key":
      return {
        ...line,
        state: "warning",
        words: "DISCORD_PUBLIC_KEY is not set, so Muster refuses all commands and buttons.",
        fix: "Copy the public key of the application (General Information) to wrangler.jsonc, and run npm run deploy.",
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: "Discord does not answer, so the commands could not be checked.",
        fix: "Nothing to do: the outage is Discord's.",
      };
    case "read":
      return { ...line, ...judge(door, origin) };
  }
}

function judge(
  door: Extract<FrontDoor, { state: "read" }>,
  origin: string,
): Pick<HealthCheck, "state" | "words" | "fix" | "action"> {
  if (!isAddressedTo(door, origin)) {
    return {
      state: "warning",
      words:
        door.interactionsUrl === null
          ? "Discord does not know where this Muster is, so commands and buttons do not work."
          : `Discord sends commands and buttons to ${door.interactionsUrl}, or events elsewhere.`,
      fix: "Register the commands.",
      action: "register-commands",
    };
  }
  if (door.without.length > 0) {
    return {
      state: "warning",
      words: `Commands are missing on ${door.without.join(", ")}.`,
      fix: "Register the commands.",
      action: "register-commands",
    };
  }
  return {
    state: "ok",
    words:
      door.servers === 0
        ? "Discord knows where this Muster is. The bot is on no server."
        : `Commands are registered on ${door.servers === 1 ? "1 server" : `${door.servers} servers`}, and Discord knows where this Muster is.`,
    fix: null,
    action: "register-commands",
  };
}
