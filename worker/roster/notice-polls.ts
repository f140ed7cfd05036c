import * as z from "zod/mini";
import { MINUTE_MS } from "#shared/time.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { nextPolls, pollable, pollNotices, selectPollable } from "./notices.ts";

/** Reads the notices that are due until this time: in each delivery those that are due by then. */
export const noticeWork = defineWork({
  kind: "notices",
  message: z.object({ until: z.int() }),
  // Polls of an invocation without new access tokens.
  budget: { free: 4, paid: 40 },
  due: (_context, now) => [selectPollable({ until: now + MINUTE_MS })],
  /**
   * A message for the polls that are due before the next minute: it comes when the first is, and again for the others, which costs a
   * third of a message of its own. After other work, the cron has sent one for those to come: a new director's is due now.
   */
  begin(_context, [directors], message, isAfter) {
    const now = Date.now();
    const until = now + MINUTE_MS;
    const [first] = nextPolls(pollable(directors, now));
    const isDue = first !== undefined && (isAfter ? first.at <= now : first.at < until);
    return { messages: isDue ? [message({ until }, secondsUntil(first.at, now))] : [] };
  },
  // What a poll has found does not wait for the cron.
  async slice(context, { until }, budget) {
    const { hasChanged, delaySeconds } = await pollDue(context, until, budget);
    return { state: delaySeconds === undefined ? "done" : "more", delaySeconds, hasChanged };
  },
});

/**
 * Reads the notices that are due, the longest first, until an answer has news: what follows from it takes the rest of the invocation.
 * Returns whether somebody left or joined, and in how many seconds the next are due, if that is before `until`.
 */
async function pollDue(
  context: Context,
  until: number,
  budget: number,
): Promise<{ hasChanged: boolean; delaySeconds: number | undefined }> {
  const { db, config } = context;
  const now = Date.now();
  const [directors, cooldowns] = await runBatch(db, [
    selectPollable({ until: Math.max(until, now + 1) }),
    selectCooldowns(config, new Date(now)),
  ]);
  const waiting = nextPolls(pollable(directors, now));
  const esi = openEsi(config, { priority: "background", cooldowns });
  let [left, hasChanged] = [budget, false];
  while (left > 0 && esi.affordedCalls() > 0) {
    const [first] = waiting;
    if (first === undefined || first.at > Date.now()) break;
    waiting.shift();
    // One at a time: each answer takes processor time.
    // oxlint-disable-next-line no-await-in-loop
    const polled = await pollNotices(context, esi, first.director);
    ({ hasChanged } = polled);
    left -= polled.hasNews ? budget : polled.cost;
  }
  await runBatch(db, upsertCooldowns(config, esi.newCooldowns()));
  const [next] = waiting;
  const isNextDue = next !== undefined && next.at < until;
  return { hasChanged, delaySeconds: isNextDue ? secondsUntil(next.at, Date.now()) : undefined };
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}
