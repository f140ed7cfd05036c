import { Hono } from "hono";
import { discordTokensSchema } from "#shared/discord/link.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { rateLimit } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { finishLink, startLink, unlink } from "./service.ts";

/** All users share this site's rate limits at Discord. */
const limitDiscord = rateLimit<SignedIn>("DISCORD_LIMIT", (c) => c.get("actor").userId);

export const discordRoutes = new Hono<App>()
  .post(
    "/link/start",
    users({ lasts: "proof", takes: TAKES.own, cost: { act: "links" } }),
    limitDiscord,
    async (c) =>
      c.json(await startLink(c.get("context"), c.get("actor"), new URL(c.req.url).origin)),
  )
  .post(
    "/callback/tokens",
    users({
      lasts: {
        stays: "It completes a link, which needs a proof to begin.",
      },
      takes: TAKES.own,
      cost: { paidBy: "starting the link" },
    }),
    limitDiscord,
    validate("json", discordTokensSchema),
    async (c) => c.json(await finishLink(c.get("context"), c.get("actor"), c.req.valid("json"))),
  )
  .delete(
    "/link",
    users({ lasts: STAYS.takesAway, takes: TAKES.own, cost: { paidBy: "starting the link" } }),
    limitDiscord,
    async (c) => {
      const afterwards = await unlink(c.get("context"), c.get("actor"));
      c.executionCtx.waitUntil(afterwards());
      return c.body(null, 204);
    },
  );
