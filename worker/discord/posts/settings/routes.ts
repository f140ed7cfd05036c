import { Hono } from "hono";
import type { Context as HonoContext } from "hono";
import { saveAlarmsSchema, testAlarmSchema } from "#shared/corporations/alarms.ts";
import { corporationParamSchema } from "#shared/corporations/corporations.ts";
import {
  directMessagesSchema,
  saveCorporationFeedSchema,
  saveGroupFeedSchema,
  saveWholeFeedSchema,
} from "#shared/discord/feeds.ts";
import { idParamSchema } from "#shared/page.ts";
import { administrators, limitUser, users } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { originOf } from "#worker/http/cross-site.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { acceptedLanguages } from "#worker/language/words.ts";
import { readAlarmsPage, saveAlarmSettings, testAlarm } from "./alarms.ts";
import { listChannelChoices } from "./channels.ts";
import {
  deleteFeed,
  listAlarmChoices,
  listCorporationChannels,
  listGroupChannels,
  readCorporationFeed,
  readDirectMessages,
  readGroupFeed,
  readLogFeed,
  requireManagedCorporation,
  requireOwnGroup,
  saveFeed,
  setDirectMessages,
} from "./service.ts";

const read = administrators({ reads: PRIMARY.administration });
const byCorporation = validate("param", corporationParamSchema);
const byId = validate("param", idParamSchema);
const readByOwner = users({ reads: PRIMARY.leaders });

/** All users share this site's rate limits at Discord. */
const limitDiscord = limitUser("DISCORD_LIMIT");
const languagesOf = (c: HonoContext) => acceptedLanguages(c.req.header("accept-language"));

/** `/api/groups`, for the owners of groups. */
export const groupFeedRoutes = new Hono<App>()
  .get("/:id/discord-feed", readByOwner, byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await readGroupFeed(c.get("context"), c.get("actor"), id));
  })
  .get("/:id/discord-channels", readByOwner, limitDiscord, byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await listGroupChannels(c.get("context"), c.get("actor"), id));
  })
  .put(
    "/:id/discord-feed",
    users({ lasts: "proof", takes: TAKES.again, cost: COSTS.after }),
    limitDiscord,
    byId,
    validate("json", saveGroupFeedSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const subject = await requireOwnGroup(context, actor, c.req.valid("param").id);
      return c.json(await saveFeed(context, actor, subject, c.req.valid("json"), originOf(c)));
    },
  )
  .delete(
    "/:id/discord-feed",
    users({ lasts: STAYS.takesAway, takes: TAKES.again, cost: COSTS.after }),
    byId,
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const subject = await requireOwnGroup(context, actor, c.req.valid("param").id);
      await deleteFeed(context, actor, subject);
      return c.body(null, 204);
    },
  );

/** `/api/corporations`. */
export const corporationFeedRoutes = new Hono<App>()
  .get("/:id/discord-feed", read, byCorporation, async (c) =>
    c.json(await readCorporationFeed(c.get("context"), c.req.valid("param").id)),
  )
  .get("/:id/discord-channels", read, limitDiscord, byCorporation, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await listCorporationChannels(c.get("context"), c.get("actor"), id));
  })
  .put(
    "/:id/discord-feed",
    administrators({ lasts: "proof", takes: TAKES.again, cost: COSTS.after }),
    limitDiscord,
    byCorporation,
    validate("json", saveCorporationFeedSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const subject = await requireManagedCorporation(context, c.req.valid("param").id);
      return c.json(await saveFeed(context, actor, subject, c.req.valid("json"), originOf(c)));
    },
  )
  .get("/:id/alarms", read, byCorporation, async (c) => {
    const { id } = c.req.valid("param");
    const [context, actor] = [c.get("context"), c.get("actor")];
    return c.json(await readAlarmsPage(context, actor, id, languagesOf(c)));
  })
  .get("/:id/alarms/choices", read, limitDiscord, byCorporation, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await listAlarmChoices(c.get("context"), c.get("actor"), id));
  })
  .put(
    "/:id/alarms",
    administrators({ lasts: "proof", takes: TAKES.again, cost: COSTS.after }),
    limitDiscord,
    byCorporation,
    validate("json", saveAlarmsSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const { id } = c.req.valid("param");
      const reader = { origin: originOf(c), languages: languagesOf(c) };
      return c.json(await saveAlarmSettings(context, actor, id, c.req.valid("json"), reader));
    },
  )
  .post(
    "/:id/alarms/test",
    administrators({
      lasts: { stays: "A message that says that it is a test, where alarms are posted." },
      takes: TAKES.reads,
      cost: COSTS.after,
    }),
    limitDiscord,
    byCorporation,
    validate("json", testAlarmSchema),
    async (c) => {
      const [{ id }, { group }] = [c.req.valid("param"), c.req.valid("json")];
      return c.json(await testAlarm(c.get("context"), c.get("actor"), id, group));
    },
  )
  .delete(
    "/:id/discord-feed",
    administrators({ lasts: STAYS.takesAway, takes: TAKES.again, cost: COSTS.after }),
    byCorporation,
    async (c) => {
      const subject = await requireManagedCorporation(c.get("context"), c.req.valid("param").id);
      await deleteFeed(c.get("context"), c.get("actor"), subject);
      return c.body(null, 204);
    },
  );

const LOG = { isLog: true } as const;

/** `/api/admin/log`. */
export const logFeedRoutes = new Hono<App>()
  .get("/discord-feed", read, async (c) => c.json(await readLogFeed(c.get("context"))))
  .get("/discord-channels", read, limitDiscord, async (c) =>
    c.json(await listChannelChoices(c.get("context"), c.get("actor"))),
  )
  .put(
    "/discord-feed",
    administrators({ lasts: "proof", takes: TAKES.again, cost: COSTS.after }),
    limitDiscord,
    validate("json", saveWholeFeedSchema),
    async (c) => {
      const input = { ...c.req.valid("json"), topics: [] };
      return c.json(await saveFeed(c.get("context"), c.get("actor"), LOG, input, originOf(c)));
    },
  )
  .delete(
    "/discord-feed",
    administrators({ lasts: STAYS.takesAway, takes: TAKES.again, cost: COSTS.after }),
    async (c) => {
      await deleteFeed(c.get("context"), c.get("actor"), LOG);
      return c.body(null, 204);
    },
  );

/** `/api/discord/messages`, for the signed-in user. */
export const directMessageRoutes = new Hono<App>()
  .get("/", users({ reads: "replica" }), async (c) =>
    c.json(await readDirectMessages(c.get("context"), c.get("actor"))),
  )
  .put(
    "/",
    users({ lasts: STAYS.ownChoice, takes: TAKES.own, cost: COSTS.after }),
    validate("json", directMessagesSchema),
    async (c) => {
      const [context, actor, input] = [c.get("context"), c.get("actor"), c.req.valid("json")];
      return c.json(await setDirectMessages(context, actor, input, originOf(c)));
    },
  );
