import { createMiddleware } from "hono/factory";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { run } from "#worker/db/batch.ts";
import { NO_BUCKETS, openBot, withoutReset } from "#worker/discord/bot/bot.ts";
import type { App } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { beginDue } from "#worker/work/begin-due.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { sendDirectMessage, sendReminder } from "./direct-messages.ts";
import { selectDuePosts } from "./feed-store.ts";
import { postAlarms } from "./post-alarms.ts";
import { postFeed } from "./post-feed.ts";

/**
 * In the first minutes of an hour alarms of a day are looked for, though none is known to wait: nothing may have run for longer than an
 * alarm is new. Several, so that the slice that follows looks so far too.
 */
const looksBack = (now: number) => (now % HOUR_MS < 3 * MINUTE_MS ? 1 : 0);

/** Discord's limits that slices before have met in this isolate: several corporations may post in one channel. */
let learned = NO_BUCKETS;

/** Posts at Discord alarms, and what the log has. */
export const postWork = defineWork({
  kind: "discord-posts",
  // Each channel or user takes a few requests and round trips.
  budget: { free: 2, paid: 4 },
  due: (_context, now) => [selectDuePosts({ now, limit: 1, looksBack: looksBack(now) })],
  async slice(context, _message, limit) {
    const { db, config, requestId } = context;
    const now = Date.now();
    const due = await run(db, selectDuePosts({ now, limit: limit + 1, looksBack: looksBack(now) }));
    const bot = openBot(config, withoutReset(learned, now));
    let hasMore = false;
    for (const { kind, id } of due.slice(0, limit)) {
      try {
        if (kind === "alarms") hasMore = (await postAlarms(context, bot, id)) || hasMore;
        else if (kind === "feed") await postFeed(context, bot, id);
        else if (kind === "reminder") await sendReminder(context, bot, id);
        else await sendDirectMessage(context, bot, id);
      } catch (error) {
        // The lease ends within a minute, and the cron tries again.
        logError(requestId, error);
      }
    }
    learned = bot.buckets();
    return hasMore || due.length > limit;
  },
});

/** A request to join is posted at once, behind its response, and not with the next cron. */
export const postAfterRequest = createMiddleware<App>(async (c, next) => {
  await next();
  if (c.res.ok) runBehind(c, () => beginDue(c.get("context"), postWork));
});
