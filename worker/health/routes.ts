import { Hono } from "hono";
import { requireAdmin, requireUser } from "#worker/auth/sessions/require-user.ts";
import { acceptedLanguages, wordsIn } from "#worker/language/words.ts";
import type { App } from "#worker/env.ts";
import { checkHealth, readDetails } from "./service.ts";

export const healthRoutes = new Hono<App>()
  .get("/", async (c) => c.json(await checkHealth(c.get("context"), c.env.DB)))
  .get("/details", requireUser, requireAdmin, async (c) => {
    const { origin } = new URL(c.req.url);
    const words = await wordsIn(...acceptedLanguages(c.req.header("accept-language")));
    const { VERSION: version, DB } = c.env;
    return c.json(await readDetails(c.get("context"), { origin, version, DB }, words));
  });
