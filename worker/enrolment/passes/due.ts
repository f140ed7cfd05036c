import { and, isNotNull, isNull, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import { heldChanges, membershipProblems } from "#worker/db/schema/requirements.ts";

const { graceEndsAt, checkedAt, heldId, outcome } = membershipProblems;

/** SQL condition on `membership_problems`: the grace period has ended. */
function hasEnded(now: number | Placeholder): SQL | undefined {
  return and(isNotNull(graceEndsAt), sql`${outcome} = 'unmet'`, sql`${graceEndsAt} <= ${now}`);
}

/** The membership is to be ended now: `isDue` of `worker/requirements/evaluation/plan-user.ts`. */
export function isDueProblem(now: number | Placeholder): SQL | undefined {
  return and(hasEnded(now), sql`${checkedAt} >= ${graceEndsAt}`);
}

// A partial index has the problems without a hold: a hold of thousands is not read every minute.

/** The grace period has ended, and the member was not evaluated since. Holds evaluate their members by themselves. */
export function isEndingProblem(now: number | Placeholder): SQL | undefined {
  return and(hasEnded(now), isNull(heldId), sql`${checkedAt} < ${graceEndsAt}`);
}

export function isDueWithoutHold(now: number | Placeholder): SQL | undefined {
  return and(isDueProblem(now), isNull(heldId));
}

/** SQL condition on `held_changes`: of due removals, and not finished. The condition of its partial index. */
export const isOpenHold = sql`${heldChanges.state} in ('held', 'released') and ${heldChanges.askedBy} is null`;

/** SQL condition on `held_changes`: a person asked for the removals, and another has not decided yet. Also of a partial index. */
export const isAsked = sql`${heldChanges.state} = 'held' and ${heldChanges.askedBy} is not null`;
