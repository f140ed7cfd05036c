import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Rule } from "#shared/requirements/rule.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { groupRequirements, membershipProblems } from "#worker/db/schema/requirements.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isRoleUnchanged } from "#worker/groups/group/authorized-group.ts";
import { problemFields } from "#worker/requirements/problems.ts";
import type { InRules } from "./policy.ts";

export const selectRule = prepare(
  {
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
      .where(eq(groupRequirements.groupId, sql.placeholder("groupId"))),
);
export type RuleRow = RowOfStatement<typeof selectRule>;

export const selectOwnProblem = prepare(problemFields, (fields) =>
  orm
    .select(fields)
    .from(membershipProblems)
    .where(
      and(
        eq(membershipProblems.groupId, sql.placeholder("groupId")),
        eq(membershipProblems.userId, sql.placeholder("userId")),
      ),
    ),
);

/** Saves a rule over the one that was read, or removes it (null). Triggers evaluate everybody again. */
export function saveRule(
  context: Context,
  { by: actor, of: { group, before, rule } }: InRules<"save">,
): Promise<boolean> {
  const { groupId, version } = groupRequirements;
  const current = orm.select({ version }).from(groupRequirements).where(eq(groupId, group.id));
  const isOwn = eq(groupId, group.id);
  const updatedAt = new Date();
  return recordAndApply(context, {
    kind: "requirements_updated",
    actor,
    groupId: group.id,
    detail: { rule: { from: before ? toRule(before) : null, to: rule } },
    ...(letsInMore(before, rule) && {
      proof: requireProofToGive(actor, givesBeyond(group.id)),
    }),
    rows: rowsAfter(group.id, [before, rule]),
    condition: and(isRoleUnchanged(group, actor), sql`(${current}) is ${before?.version ?? null}`),
    statements: (applied) =>
      rule === null
        ? [orm.delete(groupRequirements).where(and(isOwn, applied))]
        : before === undefined
          ? [
              insertWhere(
                groupRequirements,
                { groupId: group.id, ...rule, version: updatedAt.getTime(), updatedAt },
                applied,
              ),
            ]
          : [
              orm
                .update(groupRequirements)
                .set({ ...rule, version: before.version + 1, updatedAt })
                .where(and(isOwn, applied)),
            ],
  });
}

/** Whether more people may become members by other requirements, or stay. What a tree asks for less is not compared: any other tree counts. */
function letsInMore(before: Rule | undefined, rule: Rule | null): boolean {
  if (rule === null) return before !== undefined;
  if (before === undefined) return rule.enrolment === "automatic";
  return (
    JSON.stringify(rule.tree) !== JSON.stringify(before.tree) ||
    (rule.enrolment === "automatic" && before.enrolment !== "automatic") ||
    (rule.listing === "everyone" && before.listing !== "everyone") ||
    rule.graceDays > before.graceDays
  );
}

/** What the evaluation may write: problems and notices of members, and who sees the group. */
function rowsAfter(groupId: string, both: (Pick<Rule, "listing"> | null | undefined)[]): SQL {
  const members = sql`(select 4 * ${groups.memberCount} from ${groups} where ${eq(groups.id, groupId)})`;
  const isListed = both.some((version) => version?.listing === "qualified");
  return isListed ? sql`${members} + (select 2 * count(*) from ${users})` : members;
}

export function toRule({ tree, enrolment, listing, graceDays }: Rule): Rule {
  return { tree, enrolment, listing, graceDays };
}
