import { eq, sql } from "drizzle-orm";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { UserEvidence } from "#worker/requirements/evaluation/evidence.ts";
import { selectEvidence } from "#worker/requirements/evidence/select-evidence.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import { needsOf } from "#worker/requirements/evaluation/needs.ts";

const selectTree = prepare({ tree: groupRequirements.tree }, (fields) =>
  orm
    .select(fields)
    .from(groupRequirements)
    .where(eq(groupRequirements.groupId, sql.placeholder("groupId"))),
);

/** What is known of these users, as far as these trees ask for it. */
export async function readEvidence(
  { db }: Context,
  userIds: readonly string[],
  trees: readonly Requirement[],
): Promise<UserEvidence[]> {
  const users = sql`select value as user_id from json_each(${JSON.stringify(userIds)})`;
  const needs = needsOf(trees);
  return toEvidence(await runBatch(db, selectEvidence(users, needs)), needs, Date.now());
}

/** Whether these users meet the requirements of a group, which may have none. */
export async function outcomesOf(
  context: Context,
  groupId: string,
  userIds: readonly string[],
): Promise<Map<string, Outcome>> {
  const [rule] = await run(context.db, selectTree({ groupId }));
  if (rule === undefined) return new Map(userIds.map((id) => [id, "met"]));
  const evidence = await readEvidence(context, userIds, [rule.tree]);
  return new Map(
    evidence.map((user) => [user.userId, evaluate(rule.tree, user, Date.now()).outcome]),
  );
}

/** Throws unless the user meets the requirements of the group. What is not known does not count as met. */
export async function requireMet(
  context: Context,
  { id, name, enrolment }: { id: string; name: string; enrolment: string | null },
  userId: string,
): Promise<void> {
  if (enrolment === null) return;
  const outcome = (await outcomesOf(context, id, [userId])).get(userId);
  if (outcome === "met") return;
  throw new ApiError(
    "forbidden",
    outcome === "unmet"
      ? `You do not meet the requirements of ${name}. Its page lists what is missing.`
      : `Muster does not know yet whether you meet the requirements of ${name}. Its page lists what is missing.`,
  );
}
