import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { HOUR_MS } from "#shared/time.ts";
import { recordEvent } from "#worker/audit/record.ts";
import {
  countRemovals,
  hasRemovedFor,
  lastRuleEdit,
  selectRemovals,
} from "#worker/audit/recorded.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { guard } from "#worker/db/batch.ts";
import { markUsers } from "#worker/db/mark-users.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import {
  evaluationMarks,
  heldChanges,
  membershipProblems,
} from "#worker/db/schema/requirements.ts";
import { columns, idsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { endMemberships } from "#worker/groups/members/many.ts";
import { followingServers } from "./release-cost.ts";
import type { RemovalDecision } from "./removals.ts";
import { isDueProblem, isDueWithoutHold, isOpenHold, moveForward } from "./state-store.ts";

// ── Reads ─────────────────────────────────────────────────────────────────────────────────────

const now = sql.placeholder("now");
const dueColumns = sql`${membershipProblems.groupId} as groupId, ${membershipProblems.checkedAt} as checkedAt,
  ${membershipProblems.heldId} as heldId`;

/** The groups with removals that are due, and those with an open hold. */
export const selectDueGroups = prepare(
  {
    groupId: groups.id,
    memberCount: groups.memberCount,
    due: sql<number>`coalesce(due.count, 0)`,
    dueOfHold: sql<number>`coalesce(due.held, 0)`,
    checkedAt: sql<number | null>`due.checkedAt`,
    heldId: heldChanges.id,
    state: heldChanges.state,
    computedAt: heldChanges.computedAt,
    removalCount: heldChanges.removalCount,
    continuesAt: heldChanges.continuesAt,
    servers: sql<number>`iif(${heldChanges.state} = 'released', ${followingServers(sql`${groups.id}`)}, 0)`,
  },
  (fields) => sql`with
      due(groupId, count, held, checkedAt) as materialized (
        select groupId, count(*), count(heldId), min(checkedAt) from (
          select ${dueColumns} from ${membershipProblems} where ${isDueWithoutHold(now)}
          union all
          select ${dueColumns} from ${membershipProblems}
          where ${isNotNull(membershipProblems.heldId)} and ${isDueProblem(now)})
        group by groupId),
      ids(id) as (
        select groupId from due union
        select ${heldChanges.groupId} from ${heldChanges} where ${isOpenHold})
    select ${columns(fields)} from ids cross join ${groups} on ${groups.id} = ids.id
      left join due on due.groupId = ids.id
      left join ${heldChanges} on ${heldChanges.groupId} = ids.id and ${isOpenHold}`,
);

/** How many members each group has lost by removal within the last hour, but for removals that a person released. */
export function selectRecentRemovals(now: number) {
  return selectRemovals(now - HOUR_MS);
}

/** Undoes its batch, after the removals in it, if others have been made since `recent` was read at `now`: they count together. */
export function guardRecentRemovals(
  now: number,
  recent: readonly { count: number }[],
  removed: number,
): Statement {
  const before = recent.reduce((sum, { count }) => sum + count, 0);
  return guard(sql`${countRemovals(now - HOUR_MS)} = ${before + removed}`);
}

/** The removals of each group that are held because of its requirements. */
export const selectWaitingRemovals = prepare(
  { groupId: heldChanges.groupId, count: heldChanges.removalCount },
  (fields) =>
    orm
      .select(fields)
      .from(heldChanges)
      .where(sql`${isOpenHold} and +${heldChanges.state} = 'held'`),
);

// ── Writes ────────────────────────────────────────────────────────────────────────────────────

/** The statements that carry a decision out, where `isCurrent` holds. Removes at most `limit` members. */
export function applyDecision(
  context: Context,
  decision: RemovalDecision,
  { now, limit, isCurrent }: { now: number; limit: number; isCurrent: SQL },
): Statement[] {
  switch (decision.kind) {
    case "remove":
      return removeMembers(
        context,
        decision,
        sql`${isDueOf(decision, now, limit)} and ${isCurrent}`,
      );
    case "hold":
      return hold(context, decision, now, isCurrent);
    case "close":
      return close(decision, now, isCurrent);
    case "recompute":
      return recompute(eq(heldChanges.id, decision.heldId), now);
  }
}

/**
 * Evaluates the members again who own one of these groups by now and whose removal was due before: they stay. The database would undo
 * the removals of all groups with theirs.
 */
export function markDueOwners(groupIds: readonly string[], now: number, isCurrent: SQL): Statement {
  const { groupId, userId, role } = groupMembers;
  const isTheirs = and(
    eq(membershipProblems.groupId, groupId),
    eq(membershipProblems.userId, userId),
  );
  return markUsers(
    sql`${groupMembers} cross join ${membershipProblems} on ${isTheirs}`,
    sql`${groupId} in ${idsIn(groupIds)} and ${role} = 'owner' and ${isDueProblem(now)} and ${isCurrent}`,
    sql`${membershipProblems.userId}`,
  );
}

type Removal = Extract<RemovalDecision, { kind: "remove" }>;

/** SQL condition on `membership_problems`: one of the first removals of the group or the hold that are due, of users without a mark. */
function isDueOf({ groupId, heldId }: Removal, now: number, limit: number): SQL {
  const first = orm
    .select({ userId: membershipProblems.userId })
    .from(membershipProblems)
    .where(
      and(
        eq(membershipProblems.groupId, groupId),
        heldId === null ? undefined : eq(membershipProblems.heldId, heldId),
        isDueProblem(now),
        sql`not exists (select 1 from ${evaluationMarks} where ${evaluationMarks.userId} = ${membershipProblems.userId})`,
      ),
    )
    .orderBy(membershipProblems.userId)
    .limit(limit);
  return sql`${membershipProblems.groupId} = ${groupId} and ${membershipProblems.userId} in (${first})`;
}

function removeMembers(context: Context, { groupId, heldId }: Removal, isDue: SQL): Statement[] {
  const causes = sql`json_object('causes', json(${membershipProblems.causes}))`;
  const removed = orm
    .select({ userId: membershipProblems.userId })
    .from(membershipProblems)
    .where(isDue);
  return endMemberships(
    context,
    {
      kind: "member_removed",
      actor: "rule",
      groupId,
      subjectId: membershipProblems.userId,
      detail: heldId === null ? causes : sql`json_set(${causes}, '$.heldId', ${heldId})`,
    },
    sql`${groupMembers.groupId} = ${groupId} and ${groupMembers.userId} in (${removed})`,
    { from: sql`${membershipProblems}`, condition: isDue },
  );
}

function hold(
  context: Context,
  { groupId, limit, memberCount, due }: Extract<RemovalDecision, { kind: "hold" }>,
  now: number,
  isCurrent: SQL,
): Statement[] {
  const id = randomToken(12);
  const isNew = sql`not exists (select 1 from ${heldChanges}
    where ${heldChanges.groupId} = ${groupId} and ${isOpenHold})`;
  const { statement, applied } = recordEvent(
    context,
    { kind: "removals_held", groupId, actor: "rule", detail: { count: due } },
    sql`${isNew} and ${isCurrent}`,
  );
  const openId = sql`(select ${heldChanges.id} from ${heldChanges}
    where ${heldChanges.groupId} = ${groupId} and ${isOpenHold} and ${heldChanges.state} = 'held')`;
  return [
    statement,
    insertWhere(
      heldChanges,
      {
        id,
        groupId,
        state: "held",
        ruleEventId: lastRuleEdit(groupId, now - 24 * HOUR_MS),
        limit,
        memberCount,
        removalCount: due,
        computedAt: new Date(now),
        createdAt: new Date(now),
      },
      applied,
    ),
    orm
      .update(membershipProblems)
      .set({ heldId: openId })
      .where(
        and(
          eq(membershipProblems.groupId, groupId),
          isDueProblem(now),
          isNull(membershipProblems.heldId),
          isCurrent,
        ),
      ),
  ];
}

function close(
  { groupId, heldId, releasedAfter }: Extract<RemovalDecision, { kind: "close" }>,
  now: number,
  isCurrent: SQL,
): Statement[] {
  const state =
    releasedAfter === null
      ? "ended"
      : sql`iif(${hasRemovedFor(groupId, heldId, releasedAfter)}, 'applied', 'ended')`;
  return [
    orm
      .update(heldChanges)
      .set({ state, decidedAt: sql`coalesce(${heldChanges.decidedAt}, ${now})` })
      .where(and(eq(heldChanges.id, heldId), isCurrent)),
    orm
      .update(membershipProblems)
      .set({ heldId: null })
      .where(and(eq(membershipProblems.heldId, heldId), isCurrent)),
  ];
}

/** All releases go on then. */
export function pauseReleases(until: number, isCurrent: SQL): Statement {
  return orm
    .update(heldChanges)
    .set({ continuesAt: new Date(until) })
    .where(and(isOpenHold, eq(heldChanges.state, "released"), isCurrent));
}

/** Evaluates the members of these holds again. `which` is a condition on `held_changes`. */
export function recompute(which: SQL, now: number): Statement[] {
  const held = sql`${membershipProblems.heldId} in (select ${heldChanges.id} from ${heldChanges}
    where ${which} and ${isOpenHold})`;
  return [
    moveForward(now, sql`exists (select 1 from ${heldChanges} where ${which} and ${isOpenHold})`),
    markUsers(sql`${membershipProblems}`, held, sql`${membershipProblems.userId}`),
    orm
      .update(membershipProblems)
      .set({ graceEndsAt: new Date(now) })
      .where(sql`${held} and ${membershipProblems.graceEndsAt} <= ${now}`),
    orm
      .update(heldChanges)
      .set({ computedAt: new Date(now) })
      .where(and(which, eq(heldChanges.state, "held"))),
  ];
}

/** Evaluates the members again whose grace period has ended. */
export function markEnding(condition: SQL | undefined): Statement {
  return markUsers(
    sql`${membershipProblems}`,
    sql`${condition}`,
    sql`${membershipProblems.userId}`,
  );
}
