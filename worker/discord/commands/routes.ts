import { Hono } from "hono";
import type { CommandsRegistered } from "#shared/discord/feeds.ts";
import { administrators, limitUser } from "#worker/auth/sessions/require-user.ts";
import type { Config } from "#worker/ground/config.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { getApplication } from "#worker/discord/bot/endpoints.ts";
import type { App, Context } from "#worker/env.ts";
import { originOf } from "#worker/http/cross-site.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { COSTS, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { acceptedLanguages, translations, wordsIn } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";
import { explain, problemIn, register } from "./register.ts";

const limitDiscord = limitUser("DISCORD_LIMIT");

/** `/api/admin/discord`, for system administrators. `forget`: what was known of Discord has changed. */
export const commandRoutes = (forget: (config: Config) => void) =>
  new Hono<App>().post(
    "/commands",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.gives, cost: COSTS.after }),
    limitDiscord,
    async (c) => {
      const context = c.get("context");
      const words = await wordsIn(...acceptedLanguages(c.req.header("accept-language")));
      const registered = await registerFromSetup(context, originOf(c), words);
      forget(context.config);
      return c.json(registered);
    },
  );

/** From the self-diagnosis: tells Discord where this Muster is, and registers the commands on every server of the bot. */
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
