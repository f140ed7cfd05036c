import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import { memberGroupId } from "#worker/access/guests.ts";
import { groups } from "#worker/db/schema/groups.ts";
import {
  askedRemovals,
  evaluationMarks,
  evaluationState,
  groupRequirements,
  heldChanges,
  membershipProblems,
} from "#worker/db/schema/requirements.ts";
import {
  columns,
  countIn,
  existsIn,
  orm,
  prepare,
  prepareAtStart,
  rows,
} from "#worker/db/statements.ts";
import { FREE, hasLease, isFree, taken } from "#worker/work/lease.ts";

const { graceEndsAt, checkedAt, heldId, outcome } = membershipProblems;

/** SQL condition on `membership_problems`: the grace period has ended. */
function hasEnded(now: number | Placeholder): SQL | undefined {
  return and(isNotNull(graceEndsAt), sql`${outcome} = 'unmet'`, sql`${graceEndsAt} <= ${now}`);
}

/** The membership is to be ended now: `isRemovalDue` of `worker/requirements/evaluation/plan-user.ts`. */
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

/**
 * SQL condition on `held_changes`: a person asked for the removals, and another has not decided yet. Also of a partial index. When all of the
 * members have left by another way, nothing is left to decide.
 */
export const isAsked = sql`${heldChanges.state} = 'held' and ${heldChanges.askedBy} is not null
  and exists (select 1 from ${askedRemovals} where ${askedRemovals.heldId} = ${heldChanges.id})`;

/** SQL condition on `membership_problems`: a removal of this hold. */
export const isHeldBy = (hold: SQL) => sql`${heldId} = ${hold} and ${outcome} = 'unmet'`;

/** SQL: how many removals are left in an open hold of `held_changes`. */
export const removalsLeft = sql<number>`case when ${heldChanges.askedBy} is null
  then ${countIn(membershipProblems, isHeldBy(sql`${heldChanges.id}`))}
  else ${countIn(askedRemovals, eq(askedRemovals.heldId, heldChanges.id))} end`;

const now = sql.placeholder("now");
const someone = (condition: SQL | undefined) => existsIn(membershipProblems, condition);

const someHold = (condition: SQL) => existsIn(heldChanges, isOpenHold, condition);

/**
 * What waits for an evaluation, at the cost of a few rows: the cron asks every minute. The state has one row; without rules
 * nothing waits.
 */
export const selectWaiting = prepareAtStart(
  {
    isMarked: sql<number>`exists (select 1 from ${evaluationMarks})`,
    isSweeping: sql<number>`${isNotNull(evaluationState.sweepAfter)}`,
    isSweepDue: sql<number>`coalesce(${evaluationState.sweptAt}, 0) <= ${now} - ${sql.raw(String(DAY_MS))}`,
    isEnding: sql<number>`${someone(isEndingProblem(now))}`,
    isRemovalDue: sql<number>`${someone(isDueWithoutHold(now))}`,
    isReleased: sql<number>`${someHold(
      sql`${heldChanges.state} = 'released' and coalesce(${heldChanges.continuesAt}, 0) <= ${now}`,
    )}`,
    isHoldOld: sql<number>`${someHold(
      sql`${heldChanges.state} = 'held'
        and ${heldChanges.computedAt} <= ${now} - ${sql.raw(String(DAY_MS))}`,
    )}`,
  },
  (fields) =>
    sql`select ${columns(fields)} from ${evaluationState} where exists (select 1 from ${groupRequirements})
      or ${memberGroupId} is not null`,
);

/** Takes the lease, unless another invocation has it, and returns where the evaluation stands. */
export function takeLease(leaseId: string, at: number) {
  return rows(
    {
      rulesVersion: evaluationState.rulesVersion,
      sweepAfter: evaluationState.sweepAfter,
      sweepStartedAt: sql<number | null>`${evaluationState.sweepStartedAt}`,
      asOf: sql<number>`coalesce(${evaluationState.asOf}, 0)`,
    },
    (fields) =>
      orm
        .update(evaluationState)
        .set(taken(leaseId, at))
        .where(isFree(evaluationState.leaseUntil, at))
        .returning(fields),
  );
}

/** SQL condition: the lease is this invocation's, and since it was taken no rule has changed and nobody has decided on a hold. */
export function isCurrent(leaseId: string, rulesVersion: number): SQL {
  return hasLease(evaluationState, leaseId, eq(evaluationState.rulesVersion, rulesVersion));
}

/** What a running slice has read is no longer so: it writes nothing and is repeated. */
export function interruptSlice(condition: SQL = sql`true`) {
  return orm
    .update(evaluationState)
    .set({ rulesVersion: sql`${evaluationState.rulesVersion} + 1` })
    .where(condition);
}

/** No slice evaluates as of an earlier time. */
export function moveForward(at: number, condition: SQL) {
  return orm
    .update(evaluationState)
    .set({ asOf: new Date(at) })
    .where(and(condition, sql`coalesce(${evaluationState.asOf}, 0) < ${at}`));
}

export function releaseLease(leaseId: string) {
  return orm.update(evaluationState).set(FREE).where(eq(evaluationState.leaseId, leaseId));
}

/** Continues the sweep after this user, or ends it (null), unless another was started since. */
export function advanceSweep(after: string | null, startedAt: number | null) {
  return orm
    .update(evaluationState)
    .set(
      after === null
        ? { sweepAfter: null, sweptAt: sql`${evaluationState.sweepStartedAt}` }
        : { sweepAfter: after },
    )
    .where(sql`${evaluationState.sweepStartedAt} is ${startedAt}`);
}

/** Begins a sweep over all users, if none is open. */
export function startSweep(at: number) {
  return orm
    .update(evaluationState)
    .set({ sweepAfter: "", sweepStartedAt: new Date(at) })
    .where(isNull(evaluationState.sweepAfter));
}

export const selectRules = prepare(
  {
    groupId: groupRequirements.groupId,
    groupName: groups.name,
    isOpenToGuests: groups.isOpenToGuests,
    tree: groupRequirements.tree,
    enrolment: groupRequirements.enrolment,
    listing: groupRequirements.listing,
    graceDays: groupRequirements.graceDays,
    version: groupRequirements.version,
    updatedAt: groupRequirements.updatedAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupRequirements)
      .innerJoin(groups, eq(groups.id, groupRequirements.groupId))
      .orderBy(groupRequirements.groupId),
);
