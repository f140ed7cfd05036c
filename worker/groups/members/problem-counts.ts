import { eq, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { MOST_COUNTED_ENDS } from "#shared/groups/ends.ts";
import type { MemberQuery } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import { isShownProblem, UNCHECKED_MS } from "#worker/requirements/problems.ts";

export type ProblemKind = NonNullable<MemberQuery["problem"]>;

/** SQL conditions on `membership_problems`. */
const isShown = isShownProblem(sql`${sql.placeholder("isAdmin")}`);
export const isOfKind: Record<Exclude<ProblemKind, "ending">, SQL> = {
  grace: sql`(${membershipProblems.graceEndsAt} is not null and ${isShown})`,
  unknown: sql`(${membershipProblems.outcome} = 'unknown'
    and ${membershipProblems.since} <= ${sql.placeholder("uncheckedSince")} and ${isShown})`,
};
export const isProblemOfGroup = eq(membershipProblems.groupId, sql.placeholder("groupId"));

/** SQL condition on `group_members`: in the order of a partial index. */
export const hasEndInGroup = sql`${eq(groupMembers.groupId, sql.placeholder("groupId"))} and ${isNotNull(groupMembers.endsAt)}`;
const ends = orm
  .select({ one: sql`1` })
  .from(groupMembers)
  .where(hasEndInGroup)
  .limit(MOST_COUNTED_ENDS);

const selectCounts = prepare(
  {
    grace: sql<number>`coalesce(sum(${isOfKind.grace}), 0)`,
    unknown: sql<number>`coalesce(sum(${isOfKind.unknown}), 0)`,
    ending: sql<number>`(select count(*) from (${ends.getSQL()}))`,
  },
  (fields) => sql`select ${columns(fields)} from ${membershipProblems} where ${isProblemOfGroup}`,
);

/** The values that a statement about the problems of a group takes. */
export function problemValues({ isAdmin }: UserActor, groupId: string) {
  return { groupId, uncheckedSince: Date.now() - UNCHECKED_MS, isAdmin: Number(isAdmin) };
}

/** The statement that counts the members of a group with each kind of problem. */
export function countProblems(actor: UserActor, groupId: string) {
  return selectCounts(problemValues(actor, groupId));
}
