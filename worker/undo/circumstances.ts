import type { Outcome } from "#shared/requirements/outcome.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { readEvidence, requiredTree } from "#worker/requirements/gate.ts";
import { requireSound } from "#worker/enrolment/rules/service.ts";
import { requireWayIn } from "#worker/requirements/way-in.ts";
import type { Wish } from "./inverse.ts";
import type { Circumstances } from "./rules.ts";
import type { GroupRow } from "./store.ts";

/** The groups whose former requirements cannot be saved now: what they name is gone, or guests could not join. */
export async function findUnsound(
  context: Context,
  actor: UserActor,
  wishes: readonly Wish[],
): Promise<Set<string>> {
  const unsound = new Set<string>();
  for (const { fact, groupId, to, refusal } of wishes) {
    if (fact !== "rule" || to === null || refusal !== null) continue;
    if (await isRefused(() => requireSound(context, actor, groupId, to.tree))) unsound.add(groupId);
  }
  return unsound;
}

/** The groups with the requirements that are restored. */
export function withRules(
  groups: ReadonlyMap<string, GroupRow>,
  wishes: readonly Wish[],
  isSound: (groupId: string) => boolean,
): ReadonlyMap<string, GroupRow> {
  const restored = new Map(groups);
  for (const { fact, groupId, to, refusal } of wishes) {
    const group = groups.get(groupId);
    if (fact !== "rule" || refusal !== null || group === undefined || !isSound(groupId)) continue;
    restored.set(groupId, { ...group, tree: to?.tree ?? null, enrolment: to?.enrolment ?? null });
  }
  return restored;
}

async function isRefused(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

type Needs = Pick<Circumstances, "outcomeOf" | "mustStayOpen">;

/** What only some wishes need: whether users meet the requirements, and whether guests need a group. */
export async function readNeeds(
  context: Context,
  wishes: readonly Wish[],
  groups: ReadonlyMap<string, GroupRow>,
): Promise<Needs> {
  const open = wishes.filter(({ refusal }) => refusal === null);
  const [outcomes, needed] = await Promise.all([
    readOutcomes(context, open, groups),
    findNeeded(context, open, groups),
  ]);
  return {
    outcomeOf: (groupId, userId) =>
      outcomes.has(groupId) ? (outcomes.get(groupId)?.get(userId) ?? "unknown") : "met",
    mustStayOpen: (groupId) => needed.has(groupId),
  };
}

/** By group and user, of the groups that have requirements for the users who are added. */
async function readOutcomes(
  context: Context,
  wishes: readonly Wish[],
  groups: ReadonlyMap<string, GroupRow>,
): Promise<Map<string, Map<string, Outcome>>> {
  const added = wishes.flatMap((wish) => {
    if (wish.fact !== "seat" || wish.now !== null || wish.to === null) return [];
    const group = groups.get(wish.groupId);
    const tree = group && requiredTree(group);
    return tree === undefined ? [] : [{ ...wish, tree }];
  });
  if (added.length === 0) return new Map();
  const trees = new Map(added.map(({ groupId, tree }) => [groupId, tree]));
  const userIds = [...new Set(added.map(({ userId }) => userId))];
  const evidence = await readEvidence(context, userIds, [...trees.values()]);
  const now = Date.now();
  return new Map(
    [...trees].map(([groupId, tree]) => [
      groupId,
      new Map(evidence.map((user) => [user.userId, evaluate(tree, user, now).outcome])),
    ]),
  );
}

async function findNeeded(
  context: Context,
  wishes: readonly Wish[],
  groups: ReadonlyMap<string, GroupRow>,
): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const wish of wishes) {
    if (wish.fact !== "setting" || wish.field !== "guests" || wish.to !== "closed") continue;
    const { memberGroupId = null } = groups.get(wish.groupId) ?? {};
    if (memberGroupId === null) continue;
    const check = () => requireWayIn(context, memberGroupId, { closedId: wish.groupId });
    if (await isRefused(check)) needed.add(wish.groupId);
  }
  return needed;
}
