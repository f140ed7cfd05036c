import { eq, sql } from "drizzle-orm";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { Allowed } from "#worker/access/allowed.ts";
import { memberGroupId, requiredGroupOf } from "#worker/access/guests.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { inCommunity } from "#worker/requirements/evaluation/community.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import type { EvidenceNeeds } from "#worker/requirements/evaluation/dependencies.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { UserEvidence } from "#worker/requirements/evaluation/user-evidence.ts";
import { selectEvidence } from "#worker/requirements/evidence/select-evidence.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";

const treeFields = {
  tree: groupRequirements.tree,
  isOpenToGuests: groups.isOpenToGuests,
  memberGroupId,
};
const selectTree = prepare(treeFields, (fields) =>
  orm
    .select(fields)
    .from(groups)
    .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
    .where(eq(groups.id, sql.placeholder("groupId"))),
);

/** Statements that read what is known of these users; `toEvidence` takes the results. */
export function selectEvidenceOf(userIds: readonly string[], needs: EvidenceNeeds) {
  const users = sql`select value as userId from json_each(${JSON.stringify(userIds)})`;
  return selectEvidence(users, needs);
}

/** `countsWatchlist`: false for readers who must not learn whom it refuses. Nothing of it is read then. */
type Counted = { countsWatchlist?: boolean };

/** What is known of these users, as far as these trees ask for it. */
export async function readEvidence(
  { db }: Context,
  userIds: readonly string[],
  trees: readonly Requirement[],
  { countsWatchlist = true }: Counted = {},
): Promise<UserEvidence[]> {
  const asked = needsOf(trees);
  const needs = { ...asked, watchlist: asked.watchlist && countsWatchlist };
  return toEvidence(await runBatch(db, selectEvidenceOf(userIds, needs)), needs, Date.now());
}

/** Whether these users meet the requirements of a group and of the community, which may have none. */
export async function outcomesOf(
  context: Context,
  groupId: string,
  userIds: readonly string[],
  counted: Counted = {},
): Promise<Map<string, Outcome>> {
  const [row] = await run(context.db, selectTree({ groupId }));
  const tree = row && requiredTree(row);
  if (tree === undefined) return new Map(userIds.map((id) => [id, "met"]));
  const evidence = await readEvidence(context, userIds, [tree], counted);
  return new Map(evidence.map((user) => [user.userId, evaluate(tree, user, Date.now()).outcome]));
}

/** What the group of a request requires. */
export const selectTreeOfRequest = prepare(treeFields, (fields) =>
  orm
    .select(fields)
    .from(joinRequests)
    .innerJoin(groups, eq(groups.id, joinRequests.groupId))
    .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
    .where(eq(joinRequests.id, sql.placeholder("id"))),
);

type Required = {
  enrolment: string | null;
  isOpenToGuests: boolean;
  memberGroupId: string | null;
};

/** Whether members must meet anything: requirements of the group, or those of the community. */
export function isRestricted(group: Required): boolean {
  return group.enrolment !== null || requiredGroupOf(group) !== null;
}

/** What members must meet: what the community requires, and the requirements of the group. Undefined: nothing. */
export function requiredTree(
  group: Omit<Required, "enrolment"> & { tree: Requirement | null },
): Requirement | undefined {
  const groupId = requiredGroupOf(group);
  if (groupId === null) return group.tree ?? undefined;
  return inCommunity({ groupId }, group.tree ?? undefined);
}

const policy = Symbol("requirements");

/** A user who meets the requirements of a group, if it has any. */
export type Met = Allowed<typeof policy, "enter", { id: string }, { userId: string }>;

/** Throws unless the user meets the requirements of the group. What is not known does not count as met. */
export async function requireMet(
  context: Context,
  { id, name, ...group }: Required & { id: string; name: string },
  userId: string,
): Promise<Met> {
  const met: Met = new Allowed(policy, "enter", { id }, { userId });
  if (!isRestricted(group)) return met;
  const outcome = (await outcomesOf(context, id, [userId])).get(userId);
  if (outcome === "met") return met;
  throw new ApiError(outcome === "unmet" ? "requirements_unmet" : "requirements_unknown", { name });
}
