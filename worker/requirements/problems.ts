import { and, eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { Cause } from "#shared/requirements/cause.ts";
import { UNCHECKED_AFTER_DAYS } from "#shared/requirements/limits.ts";
import type { MembershipProblem } from "#shared/requirements/rule.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";

export const UNCHECKED_MS = UNCHECKED_AFTER_DAYS * 24 * 60 * 60 * 1000;

/** The problem of a membership, from an outer join. */
export const problemFields = {
  outcome: membershipProblems.outcome,
  since: membershipProblems.since,
  graceEndsAt: membershipProblems.graceEndsAt,
  heldId: membershipProblems.heldId,
  causes: membershipProblems.causes,
};

/** SQL condition on `group_members` and `membership_problems`: of the same membership. */
export const isOfMember = and(
  eq(membershipProblems.groupId, groupMembers.groupId),
  eq(membershipProblems.userId, groupMembers.userId),
);

/**
 * SQL condition on `membership_problems`: the reader may know of it; `isAdmin` is 0 or 1. Where the watchlist alone is the cause,
 * others get the answer of a world without it (docs/decisions/0121).
 */
export function isShownProblem(isAdmin: SQLWrapper): SQL {
  return sql`(${isAdmin} or exists (select 1 from json_each(${membershipProblems.causes}) as cause
    where cause.value ->> '$.condition.type' <> 'cleared'))`;
}

/** Whether the watchlist alone is the cause. */
export function areOfWatchlistAlone(causes: readonly Pick<Cause, "condition">[]): boolean {
  return causes.length > 0 && causes.every(({ condition }) => condition.type === "cleared");
}

/**
 * A grace period that the watchlist alone has begun is for administrators, and so is its end without a removal. Its end by a removal is
 * everybody's to see.
 */
export function isShownGrace({ kind, detail: { causes } }: ToldGrace): boolean {
  const isGrace = kind === "grace_started" || kind === "grace_ended";
  return !isGrace || causes === undefined || !areOfWatchlistAlone(causes);
}

type ToldGrace = {
  kind: string;
  detail: { causes?: readonly Pick<Cause, "condition">[] | undefined };
};

type ProblemRow = {
  [Name in keyof typeof problemFields]: (typeof membershipProblems.$inferSelect)[Name] | null;
};

/** Null if the row has no problem. */
export function presentProblem(row: ProblemRow): MembershipProblem | null {
  const { outcome, since, causes } = row;
  if (outcome === null || since === null || causes === null) return null;
  return {
    outcome,
    since: since.toISOString(),
    graceEndsAt: row.graceEndsAt?.toISOString() ?? null,
    isHeld: row.heldId !== null,
    causes,
  };
}
