import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { enqueue } from "#worker/job-queue.ts";
import { openBot } from "#worker/discord/bot/bot.ts";
import { NO_BUCKETS } from "#worker/discord/bot/buckets.ts";
import { sendDirectMessage } from "./direct-messages.ts";
import { selectDue } from "./feed-store.ts";
import { postFeed } from "./post-feed.ts";

/** Channels and users of one invocation: each takes a few requests and round trips, and the free plan allows fifty. */
const MOST_AT_ONCE = 4;

/** Sends a message of the queue if the log has something to post. One statement on two indexes, every minute. */
export async function startDuePosts({ db, queue }: Context): Promise<void> {
  const due = await run(db, selectDue({ now: Date.now(), limit: 1 }));
  if (due.length > 0) await enqueue(queue, [{ kind: "discord-posts" }]);
}

/** Posts what is due, for some channels and users; another message continues. Returns whether nothing is left. */
export async function continuePosts(context: Context): Promise<boolean> {
  const { db, config, queue, requestId } = context;
  const due = await run(db, selectDue({ now: Date.now(), limit: MOST_AT_ONCE + 1 }));
  const bot = openBot(config, NO_BUCKETS);
  for (const { kind, id } of due.slice(0, MOST_AT_ONCE)) {
    try {
      await (kind === "feed" ? postFeed(context, bot, id) : sendDirectMessage(context, bot, id));
    } catch (error) {
      // The lease ends within a minute, and the cron tries again.
      logError(requestId, error);
    }
  }
  if (due.length <= MOST_AT_ONCE) return true;
  await enqueue(queue, [{ kind: "discord-posts" }]);
  return false;
}
