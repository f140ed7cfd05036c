import { createMiddleware } from "hono/factory";
import { run } from "#worker/db/batch.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import type { App } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { beginDue } from "#worker/work/begin-due.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { sendDirectMessage } from "./direct-messages.ts";
import { selectDue } from "./feed-store.ts";
import { postFeed } from "./post-feed.ts";

/** Posts at Discord what the log has. */
export const postWork = defineWork({
  kind: "discord-posts",
  // Each channel or user takes a few requests and round trips.
  budget: { free: 2, paid: 4 },
  due: (_context, now) => [selectDue({ now, limit: 1 })],
  async slice(context, _message, limit) {
    const { db, config, requestId } = context;
    const due = await run(db, selectDue({ now: Date.now(), limit: limit + 1 }));
    const bot = openBot(config, NO_BUCKETS);
    for (const { kind, id } of due.slice(0, limit)) {
      try {
        await (kind === "feed" ? postFeed(context, bot, id) : sendDirectMessage(context, bot, id));
      } catch (error) {
        // The lease ends within a minute, and the cron tries again.
        logError(requestId, error);
      }
    }
    return due.length > limit;
  },
});

/** A request to join is posted at once, behind its response, and not with the next cron. */
export const postAfterRequest = createMiddleware<App>(async (c, next) => {
  await next();
  if (c.res.ok) runBehind(c, () => beginDue(c.get("context"), postWork));
});
