import { Hono } from "hono";
import {
  directMessagesSchema,
  saveCorporationFeedSchema,
  saveGroupFeedSchema,
  saveWholeFeedSchema,
} from "#shared/discord/feeds.ts";
import { idParamSchema } from "#shared/page.ts";
import { corporationParamSchema } from "#shared/corporations/params.ts";
import { requireUser } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { rateLimit } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { listChannelChoices } from "./channels.ts";
import { readDirectMessages, setDirectMessages } from "./direct-settings.ts";
import {
  deleteFeed,
  listCorporationChannels,
  listGroupChannels,
  readCorporationFeed,
  readGroupFeed,
  readLogFeed,
  requireCorporation,
  requireOwnGroup,
  saveFeed,
} from "./service.ts";

/** All users share this site's rate limits at Discord. */
const limitDiscord = rateLimit<SignedIn>("DISCORD_LIMIT", (c) => c.get("actor").userId);
const originOf = (c: { req: { url: string } }) => new URL(c.req.url).origin;

/** `/api/groups`, for the owners of groups. */
export const groupFeedRoutes = new Hono<SignedIn>()
  .get("/:id/discord-feed", validate("param", idParamSchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await readGroupFeed(c.get("context"), c.get("actor"), id));
  })
  .get("/:id/discord-channels", limitDiscord, validate("param", idParamSchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await listGroupChannels(c.get("context"), c.get("actor"), id));
  })
  .put(
    "/:id/discord-feed",
    limitDiscord,
    validate("param", idParamSchema),
    validate("json", saveGroupFeedSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const subject = await requireOwnGroup(context, actor, c.req.valid("param").id);
      return c.json(await saveFeed(context, actor, subject, c.req.valid("json"), originOf(c)));
    },
  )
  .delete("/:id/discord-feed", validate("param", idParamSchema), async (c) => {
    const [context, actor] = [c.get("context"), c.get("actor")];
    const subject = await requireOwnGroup(context, actor, c.req.valid("param").id);
    await deleteFeed(context, actor, subject);
    return c.body(null, 204);
  });

/** `/api/corporations`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const corporationFeedRoutes = new Hono<SignedIn>()
  .get("/:id/discord-feed", validate("param", corporationParamSchema), async (c) => {
    return c.json(await readCorporationFeed(c.get("context"), c.req.valid("param").id));
  })
  .get(
    "/:id/discord-channels",
    limitDiscord,
    validate("param", corporationParamSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await listCorporationChannels(c.get("context"), c.get("actor"), id));
    },
  )
  .put(
    "/:id/discord-feed",
    limitDiscord,
    validate("param", corporationParamSchema),
    validate("json", saveCorporationFeedSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const subject = await requireCorporation(context, c.req.valid("param").id);
      return c.json(await saveFeed(context, actor, subject, c.req.valid("json"), originOf(c)));
    },
  )
  .delete("/:id/discord-feed", validate("param", corporationParamSchema), async (c) => {
    const subject = await requireCorporation(c.get("context"), c.req.valid("param").id);
    await deleteFeed(c.get("context"), c.get("actor"), subject);
    return c.body(null, 204);
  });

const LOG = { isLog: true } as const;

/** `/api/admin/log`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const logFeedRoutes = new Hono<SignedIn>()
  .get("/discord-feed", async (c) => c.json(await readLogFeed(c.get("context"))))
  .get("/discord-channels", limitDiscord, async (c) =>
    c.json(await listChannelChoices(c.get("context"), c.get("actor"))),
  )
  .put("/discord-feed", limitDiscord, validate("json", saveWholeFeedSchema), async (c) => {
    const input = { ...c.req.valid("json"), topics: [] };
    return c.json(await saveFeed(c.get("context"), c.get("actor"), LOG, input, originOf(c)));
  })
  .delete("/discord-feed", async (c) => {
    await deleteFeed(c.get("context"), c.get("actor"), LOG);
    return c.body(null, 204);
  });

/** `/api/discord/messages`, for the signed-in user. */
export const directMessageRoutes = new Hono<SignedIn>()
  .use(requireUser)
  .get("/", async (c) => c.json(await readDirectMessages(c.get("context"), c.get("actor"))))
  .put("/", validate("json", directMessagesSchema), async (c) => {
    const { isOn } = c.req.valid("json");
    return c.json(await setDirectMessages(c.get("context"), c.get("actor"), isOn, originOf(c)));
  });
