import { and, isNotNull, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import { membershipProblems } from "#worker/db/schema/requirements.ts";

const { graceEndsAt, checkedAt, outcome } = membershipProblems;

/** SQL condition on `membership_problems`: the grace period has ended. Includes the condition of the partial index. */
function hasEnded(now: number | Placeholder): SQL | undefined {
  return and(isNotNull(graceEndsAt), sql`${outcome} = 'unmet'`, sql`${graceEndsAt} <= ${now}`);
}

/** The grace period has ended, and the member was not evaluated since. */
export function isEndingProblem(now: number | Placeholder): SQL | undefined {
  return and(hasEnded(now), sql`${checkedAt} < ${graceEndsAt}`);
}

/** The membership is to be ended now: `isDue` of `worker/requirements/plan.ts`. */
export function isDueProblem(now: number | Placeholder): SQL | undefined {
  return and(hasEnded(now), sql`${checkedAt} >= ${graceEndsAt}`);
}
