import { COUNT_STEP, previewKindSchema } from "#shared/requirements/rule.ts";
import type {
  ConditionCount,
  Preview,
  PreviewedUser,
  PreviewKind,
  PreviewRule,
  Rule,
} from "#shared/requirements/rule.ts";
import type { RuleNames } from "#shared/requirements/outcome.ts";
import type { CharacterRequirement, Requirement } from "#shared/requirements/tree.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { BUDGETS } from "#worker/config.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { requireAbility, requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { selectMembership } from "#worker/community/guests.ts";
import { impliedRules, withCommunity } from "#worker/requirements/evaluation/community.ts";
import { inOrderOfDependence } from "#worker/requirements/evaluation/dependencies.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { UserEvidence } from "#worker/requirements/evaluation/evidence.ts";
import { withNames } from "#worker/requirements/names.ts";
import { selectRecentRemovals } from "#worker/requirements/passes/removal-store.ts";
import { plannedUsers } from "#worker/requirements/passes/planned-users.ts";
import { selectRules } from "#worker/requirements/passes/state-store.ts";
import { isDue, planUser } from "#worker/requirements/evaluation/plan.ts";
import type { ActiveRule, Change, PlannedUser } from "#worker/requirements/evaluation/plan.ts";
import { writeRefusal } from "./policy.ts";
import { selectPreviewed, selectUserCount } from "./preview-store.ts";
import type { PreviewedRow } from "./preview-store.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";

const NO_ONE: Record<PreviewKind, number> = {
  join: 0,
  could_join: 0,
  grace: 0,
  remove: 0,
  unknown: 0,
  recover: 0,
};

/**
 * What saving a rule does with one slice of all users: the same evaluation that would follow, without its writes. The names
 * of users who are neither members nor applicants are for system administrators only.
 */
export async function previewRequirements(
  context: Context,
  actor: UserActor,
  groupId: string,
  { rule, after = "" }: PreviewRule,
): Promise<Preview> {
  const now = Date.now();
  const limit = BUDGETS[context.config.PLAN].evaluatedUsers;
  const [[row], rules, [community], found, recent, [users]] = await runBatch(context.db, [
    selectGroup(actor.userId, groupId),
    selectRules(),
    selectMembership(),
    selectPreviewed({ groupId, after, limit: limit + 1 }),
    selectRecentRemovals(now),
    selectUserCount({ isFirst: Number(after === "") }),
  ]);
  const group = requireVisible(row, actor);
  requireAbility(group, "edit");
  const refusal = rule && writeRefusal(rule, actor);
  if (refusal) throw refusal;

  const slice = found.slice(0, limit);
  const others = rules.filter((one) => one.groupId !== groupId);
  const { isOpenToGuests } = group;
  const edited = rule === null ? [] : [{ groupId, isOpenToGuests, ...rule }];
  const active = inOrderOfDependence<ActiveRule>(withCommunity([...others, ...edited], community));
  const { users: planned, names } = await plannedUsers(
    context,
    slice.map(({ userId }) => userId),
    active,
    community,
    now,
  );
  const rowOf = new Map(slice.map((one) => [one.userId, one]));
  const previewed = planned.flatMap((user) => {
    const its = rowOf.get(user.evidence.userId);
    if (its === undefined) return [];
    const all = [...active, ...impliedRules(user, active, community)];
    return [previewUser({ user, row: its, rule, group, active: all, now })];
  });
  const mayKnow = ({ row: { isMember, hasRequested } }: Previewed) =>
    actor.isAdmin || isMember === 1 || hasRequested === 1;
  const shown = previewed.filter(mayKnow).flatMap((one) => present(one, actor, names));
  const unnamed = { ...NO_ONE };
  for (const { kind } of previewed.filter((one) => !mayKnow(one))) {
    if (kind !== null) unnamed[kind] += 1;
  }
  for (const kind of previewKindSchema.options) {
    unnamed[kind] = Math.round(unnamed[kind] / COUNT_STEP) * COUNT_STEP;
  }
  const last = slice.at(-1);
  return {
    users: shown,
    unnamed,
    conditions: countConditions(rule, planned, rowOf, now),
    checked: slice.length,
    checkedMembers: slice.filter(({ isMember }) => isMember === 1).length,
    total: after === "" ? (users?.count ?? 0) : null,
    memberCount: group.memberCount,
    recentRemovals: {
      group: recent.find((one) => one.groupId === groupId)?.count ?? 0,
      all: recent.reduce((sum, { count }) => sum + count, 0),
    },
    after: found.length > limit && last !== undefined ? last.userId : null,
  };
}

type Previewed = {
  user: PlannedUser;
  row: PreviewedRow;
  /** Null: saving changes nothing for the user. */
  kind: PreviewKind | null;
  change: Change | undefined;
};

function previewUser({
  user,
  row,
  rule,
  group,
  active,
  now,
}: {
  user: PlannedUser;
  row: PreviewedRow;
  rule: Rule | null;
  group: AuthorizedGroup;
  active: readonly ActiveRule[];
  now: number;
}): Previewed {
  const change = planUser(user, active, now).find(({ groupId }) => groupId === group.id);
  if (change === undefined) {
    const tree = active.find(({ groupId }) => groupId === group.id)?.tree;
    const couldJoin =
      rule?.enrolment === "manual" &&
      tree !== undefined &&
      row.isMember === 0 &&
      evaluate(tree, user.evidence, now).outcome === "met";
    return { user, row, change, kind: couldJoin ? "could_join" : null };
  }
  return { user, row, change, kind: kindOf(change, now) };
}

/** A problem that saving leaves as it is has no kind. */
function kindOf(change: Change, now: number): PreviewKind | null {
  if (change.kind !== "problem") return change.kind;
  if (isDue(change.problem, now)) return "remove";
  if (change.problem.outcome === "unknown") return "unknown";
  // The owner has no grace, and is never removed.
  return change.problem.graceEndsAt === null ? null : "grace";
}

function present(
  { user, row, kind, change }: Previewed,
  actor: UserActor,
  names: RuleNames,
): PreviewedUser[] {
  if (kind === null) return [];
  const problem = change?.kind === "problem" ? change.problem : null;
  const viewer = {
    isCharacterShown: (id: number) => actor.isAdmin || id === row.mainCharacterId,
    // A rule names only groups that its author sees.
    isGroupShown: () => true,
  };
  return [
    {
      userId: user.evidence.userId,
      mainCharacterId: row.mainCharacterId,
      mainCharacterName: row.mainCharacterName,
      kind,
      causes: shownCauses(withNames(problem?.causes ?? [], names), viewer),
      graceEndsAt:
        problem?.graceEndsAt == null ? null : new Date(problem.graceEndsAt).toISOString(),
      hasRequested: row.hasRequested === 1,
    },
  ];
}

/** How the members meet each condition by itself. */
function countConditions(
  rule: Rule | null,
  users: readonly PlannedUser[],
  rowOf: ReadonlyMap<string, PreviewedRow>,
  now: number,
): ConditionCount[] {
  if (rule === null) return [];
  const members = users.filter(({ evidence }) => rowOf.get(evidence.userId)?.isMember === 1);
  return partsOf(rule.tree).map((part) => {
    const counts = { met: 0, unmet: 0, unknown: 0 };
    for (const { evidence } of members) counts[outcomeOf(part, evidence, now)] += 1;
    return counts;
  });
}

function outcomeOf(part: Requirement, evidence: UserEvidence, now: number) {
  return evaluate(part, evidence, now).outcome;
}

/** Each condition of a tree, with its own "not", as a requirement, in the order of `conditionsOf`. */
function partsOf(tree: Requirement): Requirement[] {
  switch (tree.type) {
    case "all":
    case "any":
      return tree.of.flatMap(partsOf);
    case "not":
      return isOneCondition(tree.of) ? [tree] : partsOf(tree.of);
    case "characters":
      return conditionsIn(tree.meet).map((meet) => ({
        type: "characters",
        which: tree.which,
        meet,
      }));
    default:
      return [tree];
  }
}

function conditionsIn(tree: CharacterRequirement): CharacterRequirement[] {
  switch (tree.type) {
    case "all":
    case "any":
      return tree.of.flatMap(conditionsIn);
    case "not":
      return isOneCondition(tree.of) ? [tree] : conditionsIn(tree.of);
    default:
      return [tree];
  }
}

function isOneCondition({ type }: Requirement | CharacterRequirement): boolean {
  return type !== "all" && type !== "any" && type !== "not" && type !== "characters";
}
