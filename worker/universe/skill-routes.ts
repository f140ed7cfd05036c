import { Hono } from "hono";
import { onceEach } from "#shared/once.ts";
import { SKILL_CATALOGUE_VERSION, skillsQuerySchema } from "#shared/training.ts";
import type { App } from "#worker/env.ts";
import { sendJson, toJsonText } from "#worker/http/json-text.ts";
import { PRIMARY, visitors } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { readCatalogue } from "./skills.ts";

/** The catalogue is public game data and changes with a deployment only. */
const CURRENT = "public, max-age=31536000, immutable";
const ANY = "public, max-age=3600";

/** At most 27 KB each. The pages ask for the whole catalogue, or for the skills of one character. */
const catalogueText = onceEach((ids: number[] | undefined) => toJsonText(readCatalogue(ids)));

export const skillRoutes = new Hono<App>().get(
  "/",
  visitors({ reads: PRIMARY.withoutDatabase }),
  validate("query", skillsQuerySchema),
  (c) => {
    const { ids, version } = c.req.valid("query");
    c.header("Cache-Control", version === SKILL_CATALOGUE_VERSION ? CURRENT : ANY);
    return sendJson(c, catalogueText(ids));
  },
);
