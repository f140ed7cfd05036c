import { sql } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import { clearEndedSuspensions } from "#worker/auth/suspensions/suspended.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { guard, run, runBatch, unlessGuarded } from "#worker/db/batch.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { selectMembership } from "#worker/access/guests.ts";
import { impliedRules, withCommunity } from "#worker/requirements/evaluation/community.ts";
import type { CommunityRule } from "#worker/requirements/evaluation/community.ts";
import { inOrderOfDependence } from "#worker/requirements/evaluation/dependencies.ts";
import { planUser } from "#worker/requirements/evaluation/plan-user.ts";
import { isEndingProblem } from "./state-store.ts";
import { plannedUsers } from "./planned-users.ts";
import { pauseAfterSlice } from "./release-cost.ts";
import type { OpenRelease } from "./release-cost.ts";
import {
  applyDecision,
  markDueOwners,
  markEnding,
  pauseReleases,
  recompute,
  selectDueGroups,
  selectRecentRemovals,
} from "./removal-store.ts";
import { decideRemovals } from "./removals.ts";
import type { RemovalDecision, DueGroup } from "./removals.ts";
import * as slices from "./slice-store.ts";
import * as state from "./state-store.ts";

type Lease = { id: string; rulesVersion: number; now: number };
type RuleRow = RowOfStatement<typeof state.selectRules>;

/** Another invocation evaluates; within the retries of a message its lease ends. */
const BUSY_SECONDS = 10;

/** Evaluates the users whom a change concerns. */
export const evaluation = defineWork({
  kind: "evaluate",
  // Without changes, these read a few rows and no user.
  due: (_context, now) => [clearEndedSuspensions(now), state.selectWaiting({ now })],
  async begin(context, [, [waiting]], message) {
    if (waiting === undefined || !Object.values(waiting).some((isWaiting) => isWaiting === 1)) {
      return { messages: [] };
    }
    const now = Date.now();
    const isOld = sql`${heldChanges.computedAt} <= ${now - DAY_MS}`;
    await runBatch(context.db, [
      ...(waiting.isSweepDue === 1 ? [state.startSweep(now)] : []),
      ...(waiting.isEnding === 1 ? [markEnding(isEndingProblem(now))] : []),
      ...(waiting.isHoldOld === 1 ? [...recompute(isOld, now), state.interruptSlice()] : []),
    ]);
    const isDone = (await evaluateNext(context)) === "done";
    return { hasWorked: true, messages: isDone ? [] : [message({})] };
  },
  async slice(context) {
    const state = await evaluateNext(context);
    if (state === "busy") return { state, delaySeconds: BUSY_SECONDS };
    return { state, hasChanged: state === "done" };
  },
});

export async function requestEvaluation(context: Context): Promise<void> {
  await enqueue(context, [evaluation.message({})]);
}

/**
 * Evaluates the users of one slice, or, if none is left, decides on the removals that are due. One invocation at a time: the
 * others return `busy`. It may be killed anywhere: what it has not written is read again after the lease.
 */
async function evaluateNext(context: Context): Promise<"more" | "done" | "busy"> {
  const { db, config } = context;
  const limit = BUDGETS[config.PLAN].evaluatedUsers;
  const [leaseId, now] = [randomToken(12), Date.now()];
  const [[taken], rules, [community], marked, swept] = await runBatch(db, [
    state.takeLease(leaseId, now),
    state.selectRules(),
    selectMembership(),
    slices.selectMarked({ from: randomToken(12), limit: limit + 1 }),
    slices.selectSwept({ limit: limit + 1 }),
  ]);
  if (taken === undefined) return "busy";
  const { rulesVersion, asOf } = taken;
  const lease = { id: leaseId, rulesVersion, now: Math.max(now, asOf) };
  const isSweep = marked.length === 0 && taken.sweepAfter !== null;
  const found = isSweep ? swept : marked;
  const users = found.slice(0, limit).map(({ userId }) => userId);
  const isCut = found.length > limit;
  const changes = await planChanges(context, users, { rules, community }, lease);
  const isApplied = await write(context, lease, [
    slices.deleteMarks(marked.slice(0, limit)),
    ...(isSweep
      ? [state.advanceSweep(isCut ? (users.at(-1) ?? null) : null, taken.sweepStartedAt)]
      : []),
    ...slices.applyChanges(context, changes, state.isCurrent(lease.id, lease.rulesVersion)),
  ]);
  // Others may have to be evaluated because of a new membership.
  const isRest =
    isCut || (!isSweep && taken.sweepAfter !== null) || changes.some(({ kind }) => kind === "join");
  if (!isApplied || isRest) {
    await run(db, state.releaseLease(lease.id));
    return "more";
  }
  return settleRemovals(context, lease);
}

async function planChanges(
  context: Context,
  userIds: string[],
  { rules, community }: { rules: RuleRow[]; community: CommunityRule | undefined },
  { now }: Lease,
): Promise<slices.UserChange[]> {
  const sorted = inOrderOfDependence(withCommunity(rules, community));
  const { users, names } = await plannedUsers(context, userIds, sorted, community, now);
  return users.flatMap((user) => {
    const { userId } = user.evidence;
    const all = [...sorted, ...impliedRules(user, sorted, community)];
    return planUser(user, all, now).map((change) => ({
      userId,
      ...(change.kind === "problem" ? slices.named(change, names) : change),
    }));
  });
}

/** Applies what was decided with the lease. False if a rule has changed since, or the lease has ended. */
async function write({ db }: Context, { id, rulesVersion }: Lease, statements: Statement[]) {
  const batch = runBatch(db, [guard(state.isCurrent(id, rulesVersion)), ...statements]);
  return (await unlessGuarded(batch)) !== undefined;
}

/** Decides on the removals that are due, now that everybody has been evaluated. */
async function settleRemovals(context: Context, lease: Lease): Promise<"more" | "done"> {
  const { db, config } = context;
  const { now } = lease;
  const [rows, recent] = await runBatch(db, [selectDueGroups({ now }), selectRecentRemovals(now)]);
  const recentOf = new Map(recent.map(({ groupId, count }) => [groupId, count]));
  const recentInAll = recent.reduce((sum, { count }) => sum + count, 0);
  const groups = rows.map((row) => dueGroup(row, recentOf.get(row.groupId) ?? 0));
  const decisions = decideRemovals(groups, recentInAll, now);
  const limit = BUDGETS[config.PLAN].removedMembers;
  const isCurrent = state.isCurrent(lease.id, lease.rulesVersion);
  const statements = decisions.flatMap((decision) =>
    applyDecision(context, decision, { now, limit, isCurrent }),
  );
  const pauseMs = pauseAfterSlice(config.PLAN, groups.flatMap(openRelease), limit);
  const isPaused = pauseMs > 0 && decisions.some(isRelease);
  const removing = decisions.filter(({ kind }) => kind === "remove").map(({ groupId }) => groupId);
  const isApplied = await write(context, lease, [
    ...(removing.length === 0 ? [] : [markDueOwners(removing, now, isCurrent)]),
    ...statements,
    ...(isPaused ? [pauseReleases(now + pauseMs, isCurrent)] : []),
    state.releaseLease(lease.id),
  ]);
  const isDone = decisions.every(
    (decision) => isFinal(decision) || (isPaused && isRelease(decision)),
  );
  return isApplied && isDone ? "done" : "more";
}

const isRelease = (decision: RemovalDecision) =>
  decision.kind === "remove" && decision.heldId !== null;

function openRelease({ hold, dueOfHold, servers }: DueGroup): OpenRelease[] {
  if (hold?.state !== "released") return [];
  return [{ removals: hold.removalCount, left: dueOfHold, servers }];
}

function dueGroup(row: RowOfStatement<typeof selectDueGroups>, recent: number): DueGroup {
  const { heldId, state: holdState, computedAt, removalCount, continuesAt, ...counted } = row;
  const hold =
    heldId === null || computedAt === null
      ? null
      : {
          id: heldId,
          state: holdState === "released" ? ("released" as const) : ("held" as const),
          computedAt: computedAt.getTime(),
          removalCount: removalCount ?? 0,
          continuesAt: continuesAt?.getTime() ?? 0,
        };
  return { ...counted, hold, recent };
}

/** Whether nothing follows from the decision until something else changes. Others may have become due behind a hold that was released. */
function isFinal(decision: RemovalDecision): boolean {
  return decision.kind === "hold" || (decision.kind === "close" && decision.releasedAfter === null);
}
