import { REVIEW_DAYS } from "#shared/groups/limits.ts";
import { DAY_MS } from "#shared/time.ts";
import { GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { allowedBySystem } from "#worker/groups/members/policy.ts";
import { logError } from "#worker/http/log.ts";
import { startJob } from "#worker/work/job-runs.ts";
import { selectRecentRemovals } from "#worker/enrolment/passes/removal-store.ts";
import { addMonths, finish } from "./finish.ts";
import * as store from "./store.ts";
import { isScheduled, openReview, postpone } from "./write-store.ts";

/** Each review is one batch after one read. */
const FINISHED_PER_SLICE = 10;
const OPENED_PER_SLICE = 20;

/** Statements that return a row if there is something to carry out. */
export function selectDueReviews(now: number) {
  return [store.selectOverdue({ now, limit: 1 }), store.selectDue({ now, limit: 1 })];
}

/**
 * Ends the reviews whose time is over and opens those that are due. Continues in another invocation while there is more. An invocation that
 * is cut off leaves what it has not reached to the next. Returns how many reviews have ended or begun.
 */
export async function carryOutReviews(context: Context): Promise<number> {
  const { db, requestId } = context;
  const now = Date.now();
  const overdue = await run(db, store.selectOverdue({ now, limit: FINISHED_PER_SLICE }));
  let finished = 0;
  for (const review of overdue) {
    try {
      const allowed = allowedBySystem("endReview", review.groupId);
      await finish(context, allowed, review, await run(db, selectRecentRemovals(Date.now())));
      finished += 1;
    } catch (error) {
      // The members have changed since: the next run reads them again.
      if (!(error instanceof GuardFailed)) logError(requestId, error);
    }
  }
  const due = await run(db, store.selectDue({ now, limit: OPENED_PER_SLICE }));
  await runBatch(
    db,
    due.flatMap((schedule) => [
      ...openReview(
        context,
        allowedBySystem("openReview", schedule.groupId),
        {
          silence: schedule.silence,
          dueAt: new Date(now + REVIEW_DAYS * DAY_MS),
        },
        isScheduled(schedule, now),
      ),
      postpone(schedule, addMonths(new Date(now), schedule.everyMonths), now),
    ]),
  );
  // One that fails does not keep those behind it waiting.
  if ((finished > 0 && overdue.length === FINISHED_PER_SLICE) || due.length === OPENED_PER_SLICE) {
    await startJob(context, "reviews");
  }
  return finished + due.length;
}
