import type { CommandsRegistered } from "#shared/discord/feeds.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { openBot } from "#worker/discord/bot/bot.ts";
import type { Answer } from "#worker/discord/bot/bot.ts";
import { NO_BUCKETS } from "#worker/discord/bot/buckets.ts";
import { getApplication } from "#worker/discord/bot/endpoints.ts";
import { register } from "./register.ts";

type Refused = Exclude<Answer<unknown>, { state: "ok" }>;

/** From Setup: tells Discord where this Muster is, and registers the commands on every server of the bot. */
export async function registerFromSetup(
  { config }: Context,
  origin: string,
): Promise<CommandsRegistered> {
  const { DISCORD_BOT_TOKEN, DISCORD_PUBLIC_KEY } = config;
  if (DISCORD_BOT_TOKEN === "" || DISCORD_PUBLIC_KEY === "") {
    throw new ApiError("conflict", "Set DISCORD_BOT_TOKEN and DISCORD_PUBLIC_KEY first.");
  }
  const bot = openBot(config, NO_BUCKETS);
  const application = await bot.call(getApplication);
  if (application.state !== "ok") throw new ApiError("upstream_unavailable", wordsOf(application));
  const { servers, failed } = await register(bot, application.data.id, origin);
  return {
    servers,
    problems: failed.map(({ name, answer }) =>
      name === "address"
        ? `Discord did not accept the address of this Muster. ${wordsOf(answer)}`
        : `${name}: ${wordsOf(answer)}`,
    ),
  };
}

function wordsOf(answer: Refused): string {
  if (answer.state !== "refused") return "Discord is not responding. Try again in a few minutes.";
  if (answer.status === 401) return "Discord does not accept the bot token.";
  if (answer.code === 50_001) {
    return "Install the bot again with the link under Discord servers: it lacks the right to add commands.";
  }
  return `Discord refused with the code ${answer.code}.`;
}
