import { Hono } from "hono";
import { discordTokensSchema } from "#shared/discord/link.ts";
import { limitUser, users } from "#worker/auth/sessions/require-user.ts";
import { originOf } from "#worker/http/cross-site.ts";
import { STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { finishLink, startDiscordLink, unlink } from "./service.ts";

/** All users share this site's rate limits at Discord. */
const limitDiscord = limitUser("DISCORD_LIMIT");

export const discordRoutes = new Hono<App>()
  .post(
    "/link/start",
    users({ lasts: "proof", takes: TAKES.own, cost: { act: "links" } }),
    limitDiscord,
    async (c) => c.json(await startDiscordLink(c.get("context"), c.get("actor"), originOf(c))),
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
