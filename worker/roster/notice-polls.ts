import * as z from "zod/mini";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { pollable, pollNotices, selectPollable } from "./notices.ts";
import { nextPolls } from "./polls.ts";

const MINUTE_MS = 60 * 1000;

/** Reads the notices that are due until this time: one poll in each delivery. */
export const noticePolls = defineWork({
  kind: "notices",
  message: z.object({ until: z.int() }),
  due: (_context, now) => [selectPollable({ until: now + MINUTE_MS })],
  /**
   * A message for the polls that are due before the next minute: it comes when the first is, and again for each of the others, which
   * costs a third of a message of its own.
   */
  begin(_context, [directors], message) {
    const now = Date.now();
    const until = now + MINUTE_MS;
    const [first] = nextPolls(pollable(directors, now));
    const isDue = first !== undefined && first.at < until;
    return { messages: isDue ? [message({ until }, secondsUntil(first.at, now))] : [] };
  },
  // What a poll has found does not wait for the cron.
  async slice(context, { until }) {
    const { hasChanged, delaySeconds } = await pollNext(context, until);
    return { state: delaySeconds === undefined ? "done" : "more", delaySeconds, hasChanged };
  },
});

/**
 * Reads the notices that are due longest. Returns whether somebody left or joined, and in how many seconds the next are due, if that is
 * before `until`.
 */
async function pollNext(
  context: Context,
  until: number,
): Promise<{ hasChanged: boolean; delaySeconds: number | undefined }> {
  const { db, config } = context;
  const now = Date.now();
  const [directors, cooldowns] = await runBatch(db, [
    selectPollable({ until: Math.max(until, now + 1) }),
    selectCooldowns(config, new Date(now)),
  ]);
  const [first, second] = nextPolls(pollable(directors, now));
  const isDue = first !== undefined && first.at <= now;
  const next = isDue ? second : first;
  let hasChanged = false;
  if (isDue) {
    const esi = openEsi(config, { priority: "background", cooldowns });
    hasChanged = await pollNotices(context, esi, first.director);
    await runBatch(db, upsertCooldowns(config, esi.newCooldowns()));
  }
  const isNextDue = next !== undefined && next.at < until;
  return { hasChanged, delaySeconds: isNextDue ? secondsUntil(next.at, Date.now()) : undefined };
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}
