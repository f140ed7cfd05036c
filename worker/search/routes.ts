import { Hono } from "hono";
import { adminSearchQuerySchema } from "#shared/admin-search.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { rateLimit } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { searchEverything } from "./service.ts";

/** `/api/admin/search`. */
export const searchRoutes = new Hono<App>().get(
  "/",
  administrators({ reads: PRIMARY.administration }),
  rateLimit<SignedIn>("SEARCH_LIMIT", (c) => c.get("actor").userId),
  validate("query", adminSearchQuerySchema),
  async (c) => c.json(await searchEverything(c.get("context"), c.req.valid("query").q ?? "")),
);
