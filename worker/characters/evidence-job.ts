import * as z from "zod/mini";
import { HOUR_MS } from "#shared/time.ts";
import * as store from "./evidence-schedule-store.ts";
import { refreshEvidence } from "#worker/characters/refresh/refresh.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { enqueue } from "#worker/work/enqueue.ts";

/** How far ahead the schedule is made. */
const SCHEDULED_MS = 24 * HOUR_MS;

/**
 * Makes the schedule of the next day when the last one ends or a rule has changed, and begins to refresh what is due. Without due
 * characters it reads a few rows. Returns whether some are due.
 */
export async function refreshDueEvidence(context: Context): Promise<number> {
  const { db, config } = context;
  const now = Date.now();
  const first = store.selectDue({ now, limit: 1 });
  const [[schedule], found] = await runBatch(db, [store.selectSchedule(), first]);
  const isMade = schedule !== undefined && now - schedule.startedAt.getTime() < SCHEDULED_MS;
  if (!isMade) await runBatch(db, store.makeSchedule(now, now + SCHEDULED_MS));
  const { length: due } = isMade ? found : await run(db, first);
  // Without it, the cron of every minute refreshes one at a time.
  if (due > 0 && BUDGETS[config.PLAN].evidenceEachMinute === 0) {
    await enqueue(context, [evidenceWork.message({ until: now + HOUR_MS })]);
  }
  return due;
}

/** Fetches what rules need of characters, before it gets too old, until this time: one character in each delivery. */
export const evidenceWork = defineWork({
  kind: "refresh-evidence",
  message: z.object({ until: z.int() }),
  isSlow: true,
  due: ({ config }, now) => [
    store.selectDue({ now, limit: BUDGETS[config.PLAN].evidenceEachMinute }),
  ],
  // A message would take three queue operations, and of most invocations the cron's does the least.
  async begin(context, [due]) {
    if (due.length > 0) await refreshNextEvidence(context);
    return { messages: [] };
  },
  // What else its queue has comes before the next character. At `until`, the job begins again.
  slice: async (context, { until }) => (await refreshNextEvidence(context)) && Date.now() < until,
});

/** Takes the character whose evidence is due longest, and refreshes it in this invocation. Returns whether there was one. */
export async function refreshNextEvidence(context: Context): Promise<boolean> {
  const { db } = context;
  const now = Date.now();
  const retryAt = now + store.RETRY_MS;
  const [taken] = await run(db, store.takeDue({ now, retryAt }));
  if (taken === undefined) return false;
  const { characterId } = taken;
  const isNext = taken.isNext === 1;
  switch (await refreshEvidenceOf(context, characterId)) {
    case "done":
      await run(db, store.deleteScheduled(characterId, retryAt));
      break;
    case "more":
      if (!isNext) await run(db, store.makeNext(characterId, retryAt));
      break;
    case "failed":
      if (isNext) await run(db, store.postpone(characterId, retryAt));
  }
  return true;
}

/** Fetches what rules need of a character. What fails is tried again some hours later. */
async function refreshEvidenceOf(
  context: Context,
  characterId: number,
): Promise<"done" | "more" | "failed"> {
  const refreshed = await refreshEvidence(context, characterId);
  if (refreshed === undefined) return "failed";
  const { outcomes, authorization, postponed } = refreshed;
  const hasFailed = Object.values(outcomes).some(
    (outcome) => outcome.state === "failed" && outcome.error.reason !== "deleted",
  );
  if (postponed.length > 0) return "more";
  return hasFailed || authorization.tokenState === "unknown" ? "failed" : "done";
}
