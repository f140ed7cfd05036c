import type { CommandsRegistered } from "#shared/discord/feeds.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { openBot } from "#worker/discord/bot/bot.ts";
import { NO_BUCKETS } from "#worker/discord/bot/buckets.ts";
import { getApplication } from "#worker/discord/bot/endpoints.ts";
import { translations } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";
import { explain, problemIn, register } from "./register.ts";

/** From Setup: tells Discord where this Muster is, and registers the commands on every server of the bot. */
export async function registerFromSetup(
  { config }: Context,
  origin: string,
  inWords: Words,
): Promise<CommandsRegistered> {
  const { DISCORD_BOT_TOKEN, DISCORD_PUBLIC_KEY } = config;
  if (DISCORD_BOT_TOKEN === "" || DISCORD_PUBLIC_KEY === "") {
    throw new ApiError("discord_secrets_missing");
  }
  const bot = openBot(config, NO_BUCKETS);
  const application = await bot.call(getApplication);
  if (application.state !== "ok") throw explain(application);
  const { servers, problems } = await register(
    bot,
    application.data.id,
    origin,
    await translations(),
  );
  return { servers, problems: problems.map((problem) => problemIn(inWords, problem)) };
}
