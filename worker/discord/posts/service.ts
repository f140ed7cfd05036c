import { BUDGETS } from "#worker/config.ts";
import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { enqueue } from "#worker/job-queue.ts";
import type { JobMessage } from "#worker/job-queue.ts";
import { openBot } from "#worker/discord/bot/bot.ts";
import { NO_BUCKETS } from "#worker/discord/bot/buckets.ts";
import { sendDirectMessage } from "./direct-messages.ts";
import { selectDue } from "./feed-store.ts";
import { postFeed } from "./post-feed.ts";

/** Statement of the cron of every minute, on two indexes: whether the log has something to post. */
export const duePosts = (now: number) => selectDue({ now, limit: 1 });

export function postMessages(due: object[]): JobMessage[] {
  return due.length > 0 ? [{ kind: "discord-posts" }] : [];
}

/** The same behind a request. */
export async function startDuePosts({ db, queue }: Context): Promise<void> {
  await enqueue(queue, postMessages(await run(db, duePosts(Date.now()))));
}

/** Posts what is due, for some channels and users. Returns whether there is more. */
export async function postNext(context: Context): Promise<boolean> {
  const { db, config, requestId } = context;
  const { posts } = BUDGETS[config.PLAN];
  const due = await run(db, selectDue({ now: Date.now(), limit: posts + 1 }));
  const bot = openBot(config, NO_BUCKETS);
  for (const { kind, id } of due.slice(0, posts)) {
    try {
      await (kind === "feed" ? postFeed(context, bot, id) : sendDirectMessage(context, bot, id));
    } catch (error) {
      // The lease ends within a minute, and the cron tries again.
      logError(requestId, error);
    }
  }
  return due.length > posts;
}
