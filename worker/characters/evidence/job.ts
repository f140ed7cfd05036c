import { refreshEvidence } from "#worker/characters/refresh/refresh.ts";
import { BUDGETS } from "#worker/config.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/job-queue.ts";
import * as store from "./schedule-store.ts";

const HOUR_MS = 60 * 60 * 1000;
/** The schedule is made for so long. */
const SCHEDULED_MS = 24 * HOUR_MS;

/**
 * Enqueues a refresh of each character whose evidence is due, those that wait longest first, and makes the schedule of the next
 * day when the last one ends or a rule has changed. Without due characters it reads a few rows. Returns how many are
 * refreshed.
 */
export async function refreshDueEvidence({ db, config, queue }: Context): Promise<number> {
  const now = Date.now();
  const limit = BUDGETS[config.PLAN].evidenceRefreshes;
  const [[schedule], due] = await runBatch(db, [
    store.selectSchedule(),
    store.takeDue({ now, limit, retryAt: now + store.RETRY_MS }),
  ]);
  const taken = due.map(({ characterId }) => characterId);
  const isMade = schedule !== undefined && now - schedule.startedAt.getTime() < SCHEDULED_MS;
  if (!isMade) {
    const results = await runBatch(db, [
      ...store.makeSchedule(now, now + SCHEDULED_MS, taken),
      store.takeDue({ now, limit: limit - taken.length, retryAt: now + store.RETRY_MS }),
    ]);
    const more = results.at(-1);
    if (Array.isArray(more)) taken.push(...more.map(({ characterId }) => characterId));
  }
  await enqueue(
    queue,
    taken.map((characterId) => ({ kind: "refresh-evidence", characterId })),
  );
  return taken.length;
}

/** Statement of the cron of every minute: whether it has a character to refresh. */
export const dueEvidence = ({ config }: Context, now: number) =>
  store.selectDue({ now, limit: BUDGETS[config.PLAN].evidenceEachMinute });

/** Takes the character whose evidence is due longest, and refreshes it in this invocation. */
export async function refreshNextEvidence(context: Context): Promise<void> {
  const { db, config } = context;
  const now = Date.now();
  const limit = BUDGETS[config.PLAN].evidenceEachMinute;
  const [taken] = await run(db, store.takeDue({ now, limit, retryAt: now + store.RETRY_MS }));
  if (taken === undefined || !(await refreshEvidenceOf(context, taken.characterId))) return;
  await run(db, store.makeNext(taken.characterId));
}

/** Fetches what rules need of a character; returns whether there is more. What fails is tried again some hours later. */
export async function refreshEvidenceOf(context: Context, characterId: number): Promise<boolean> {
  const refreshed = await refreshEvidence(context, characterId);
  if (refreshed === undefined) return false;
  const { outcomes, authorization, postponed } = refreshed;
  const hasFailed = Object.values(outcomes).some(
    (outcome) => outcome.state === "failed" && outcome.error.reason !== "deleted",
  );
  if (postponed.length > 0) return true;
  if (!hasFailed && authorization.tokenState !== "unknown") {
    await run(context.db, store.deleteScheduled(characterId));
  }
  return false;
}
