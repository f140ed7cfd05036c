import { Hono } from "hono";
import { skillsQuerySchema } from "#shared/skills.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { readCatalogue } from "./catalogue.ts";

/** The catalogue is public game data and changes with a deployment only. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";

export const skillRoutes = new Hono<App>().get("/", validate("query", skillsQuerySchema), (c) => {
  c.header("Cache-Control", CACHE_CONTROL);
  return c.json(readCatalogue(c.req.valid("query").ids));
});
