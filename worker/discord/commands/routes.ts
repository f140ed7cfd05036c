import { Hono } from "hono";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { COSTS, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import type { Config } from "#worker/config.ts";
import { rateLimit } from "#worker/http/rate-limit.ts";
import { acceptedLanguages, wordsIn } from "#worker/language/words.ts";
import { registerFromSetup } from "./setup.ts";

const limitDiscord = rateLimit<SignedIn>("DISCORD_LIMIT", (c) => c.get("actor").userId);

/** `/api/admin/discord`, for system administrators. `forget`: what was known of Discord has changed. */
export const commandRoutes = (forget: (config: Config) => void) =>
  new Hono<App>().post(
    "/commands",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.gives, cost: COSTS.after }),
    limitDiscord,
    async (c) => {
      const context = c.get("context");
      const words = await wordsIn(...acceptedLanguages(c.req.header("accept-language")));
      const registered = await registerFromSetup(context, new URL(c.req.url).origin, words);
      forget(context.config);
      return c.json(registered);
    },
  );
