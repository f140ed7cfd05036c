import { Hono } from "hono";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY, visitors } from "#worker/http/route-declaration.ts";
import { acceptedLanguages, wordsIn } from "#worker/language/words.ts";
import type { App } from "#worker/env.ts";
import { checkHealth, readDetails } from "./service.ts";

export const healthRoutes = new Hono<App>()
  .get("/", visitors({ reads: PRIMARY.administration }), async (c) =>
    c.json(await checkHealth(c.get("context"), c.env.DB)),
  )
  .get("/details", administrators({ reads: PRIMARY.administration }), async (c) => {
    const { origin } = new URL(c.req.url);
    const words = await wordsIn(...acceptedLanguages(c.req.header("accept-language")));
    const { VERSION: version, DB } = c.env;
    return c.json(await readDetails(c.get("context"), { origin, version, DB }, words));
  });
