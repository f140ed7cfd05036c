import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { MemberQuery } from "#shared/groups/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import { UNCHECKED_MS } from "#worker/requirements/problems.ts";

export type ProblemKind = NonNullable<MemberQuery["problem"]>;

/** SQL conditions on `membership_problems`. */
export const isOfKind: Record<ProblemKind, SQL> = {
  grace: sql`${membershipProblems.graceEndsAt} is not null`,
  unknown: sql`${membershipProblems.outcome} = 'unknown'
    and ${membershipProblems.since} <= ${sql.placeholder("uncheckedSince")}`,
};
export const isProblemOfGroup = eq(membershipProblems.groupId, sql.placeholder("groupId"));

const selectCounts = prepare(
  {
    grace: sql<number>`coalesce(sum(${isOfKind.grace}), 0)`,
    unknown: sql<number>`coalesce(sum(${isOfKind.unknown}), 0)`,
  },
  (fields) => sql`select ${columns(fields)} from ${membershipProblems} where ${isProblemOfGroup}`,
);

/** The values that a statement about the problems of a group takes. */
export function problemValues(groupId: string) {
  return { groupId, uncheckedSince: Date.now() - UNCHECKED_MS };
}

/** The statement that counts the members of a group with each kind of problem. */
export function countProblems(groupId: string) {
  return selectCounts(problemValues(groupId));
}
