import { Hono } from "hono";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { rateLimit } from "#worker/http/rate-limit.ts";
import { registerFromSetup } from "./setup.ts";

const limitDiscord = rateLimit<SignedIn>("DISCORD_LIMIT", (c) => c.get("actor").userId);

/** `/api/admin/discord`, for system administrators. */
export const commandRoutes = new Hono<SignedIn>().post("/commands", limitDiscord, async (c) =>
  c.json(await registerFromSetup(c.get("context"), new URL(c.req.url).origin)),
);
