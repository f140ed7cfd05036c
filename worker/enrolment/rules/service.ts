import type {
  Explained,
  ExplainedCharacter,
  GroupRequirements,
  MembershipProblem,
  SaveRule,
} from "#shared/requirements/rule.ts";
import { groupsNamedBy } from "#shared/requirements/conditions.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { selectMembership } from "#worker/access/guests.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch, runNamed } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { requestEvaluation } from "#worker/enrolment/passes/evaluation.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import type { Context } from "#worker/env.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { findCycle, needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { CharacterPart, Trace } from "#worker/requirements/evaluation/evaluate.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import { requiredTree, selectEvidenceOf } from "#worker/requirements/gate.ts";
import {
  mentionedIn,
  selectNames,
  selectOtherNames,
  toRuleNames,
} from "#worker/requirements/names.ts";
import { presentProblem } from "#worker/requirements/problems.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";
import { requireWayIn } from "#worker/requirements/way-in.ts";
import { requireKnownFacts, requireKnownGroups } from "./known-names.ts";
import { requireSaving } from "./policy.ts";
import { saveRule, selectOwnProblem, selectRule, toRule } from "./store.ts";
import type { RuleRow } from "./store.ts";

/** A group's requirements, and what they say about the actor. */
export async function getRequirements(
  context: Context,
  actor: UserActor,
  groupId: string,
): Promise<GroupRequirements> {
  const { userId } = actor;
  const [[row], [rule], [problem], [community]] = await runBatch(context.db, [
    selectGroup(userId, groupId),
    selectRule({ groupId }),
    selectOwnProblem({ groupId, userId }),
    selectMembership(),
  ]);
  const group = requireVisible(row, actor);
  const canEdit = group.can.edit;
  const common = { canEdit, canUseAll: actor.isAdmin };
  const tree = requiredTree({ ...group, tree: rule?.tree ?? null });
  const mentioned = mentionedIn([rule?.tree, tree]);
  if (tree === undefined) {
    const names = toRuleNames(mentioned, [], [], []);
    return { ...common, rule: null, problem: null, names, editable: null };
  }
  const needs = needsOf([tree]);
  const found = await runNamed(context.db, {
    names: selectNames(mentioned, actor),
    evidence: selectEvidenceOf([userId], needs),
  });
  const names = toRuleNames(mentioned, ...found.names);
  const [own] = toEvidence(found.evidence, needs, Date.now());
  if (own === undefined) throw new Error("The evidence of a signed-in user is always found.");
  const trace = evaluate(tree, own, Date.now());
  const isShown = (id: string) => id in names.groups;
  const { enrolment, graceDays } = rule ?? {
    enrolment: "manual" as const,
    graceDays: community?.graceDays ?? 0,
  };
  return {
    ...common,
    rule: { enrolment, graceDays, explained: explain(trace, tree, isShown) },
    problem: problem === undefined ? null : ownProblem(problem, isShown),
    names,
    editable: canEdit && rule !== undefined ? presentRule(rule) : null,
  };
}

/** Replaces the requirements of a group, or removes them. Everybody is evaluated again. */
export async function saveRequirements(
  context: Context,
  actor: UserActor,
  groupId: string,
  input: SaveRule,
): Promise<GroupRequirements> {
  const { rule } = input;
  const read = async () => {
    const [[row], [before], rules, [community]] = await runBatch(context.db, [
      selectGroup(actor.userId, groupId),
      selectRule({ groupId }),
      selectRules(),
      selectMembership(),
    ]);
    const allowed = requireSaving(requireVisible(row, actor), before, input);
    const others = rules.filter((other) => other.groupId !== groupId);
    return { allowed, others, community };
  };
  const write = async ({ allowed, others, community }: Awaited<ReturnType<typeof read>>) => {
    if (rule !== null) {
      await requireSaved(context, actor, { groupId, tree: rule.tree }, { others, community });
    }
    return saveRule(context, allowed);
  };
  await withOptimisticLock(read, write);
  await requestEvaluation(context);
  return getRequirements(context, actor, groupId);
}

type Saved = { others: RuleOfGroup[]; community: { groupId: string } | undefined };
type RuleOfGroup = { groupId: string; tree: Requirement };

/** Throws if what the tree names is unknown, or it goes round in a circle, or guests could not join the community. */
async function requireSaved(
  context: Context,
  actor: UserActor,
  edited: RuleOfGroup,
  { others, community }: Saved,
) {
  const { tree } = edited;
  await requireKnownGroups(context, actor, mentionedIn([tree]).groups, findCycle(edited, others));
  await requireKnownServers(context, mentionedIn([tree]).servers);
  await requireKnownFacts(context, tree);
  if (community) await requireWayIn(context, community.groupId, { rule: edited });
}

/** Throws unless requirements that the group had before could be saved now. */
export async function requireSound(
  context: Context,
  actor: UserActor,
  groupId: string,
  tree: Requirement,
) {
  const [rules, [community]] = await runBatch(context.db, [selectRules(), selectMembership()]);
  const others = rules.filter((other) => other.groupId !== groupId);
  await requireSaved(context, actor, { groupId, tree }, { others, community });
}

/** The causes name every character of the actor, but no group that the actor does not see. */
function ownProblem(
  row: RowOfStatement<typeof selectOwnProblem>,
  isGroupShown: (id: string) => boolean,
): MembershipProblem | null {
  const problem = presentProblem(row);
  const viewer = { isCharacterShown: () => true, isGroupShown, isOwn: true };
  return problem && { ...problem, causes: shownCauses(problem.causes, viewer) };
}

/** Refuses Discord servers that are not set up here. */
async function requireKnownServers({ db }: Context, ids: string[]) {
  if (ids.length === 0) return;
  const found = await run(db, selectOtherNames({ titlesOf: [], servers: ids, facts: [] }));
  if (ids.every((id) => found.some(({ key }) => key === id))) return;
  throw new ApiError("server_gone");
}

function presentRule(row: RuleRow) {
  return { ...toRule(row), version: row.version, updatedAt: row.updatedAt.toISOString() };
}

/**
 * The trace for the user whom it is about. `isShown` tells whether the user may know a group: a condition that names another
 * group is private.
 */
function explain(
  trace: Trace,
  tree: Requirement,
  isShown: (groupId: string) => boolean,
): Explained {
  switch (trace.type) {
    case "all":
    case "any": {
      const parts = tree.type === trace.type ? tree.of : [];
      const of = trace.of.flatMap((part, index) => {
        const its = parts[index];
        return its === undefined ? [] : [explain(part, its, isShown)];
      });
      return { type: trace.type, outcome: trace.outcome, of };
    }
    case "not":
      return {
        type: "not",
        outcome: trace.outcome,
        of: explain(trace.of, tree.type === "not" ? tree.of : tree, isShown),
      };
    case "characters":
      return {
        type: "characters",
        which: trace.which,
        outcome: trace.outcome,
        meet: trace.meet,
        characters: trace.characters.map(({ character, outcome, trace: part }) => ({
          characterId: character.characterId,
          characterName: character.name,
          outcome,
          meet: explainCharacter(part),
        })),
      };
    case "condition": {
      const { condition, outcome, reading } = trace;
      const isPrivate = !groupsNamedBy(condition).every(isShown);
      if (isPrivate) return { type: "private", outcome: outcome === "met" ? "met" : "unmet" };
      return { type: "condition", condition, outcome, reading };
    }
  }
}

function explainCharacter(part: CharacterPart): ExplainedCharacter {
  switch (part.type) {
    case "all":
    case "any":
      return { type: part.type, outcome: part.outcome, of: part.of.map(explainCharacter) };
    case "not":
      return { type: "not", outcome: part.outcome, of: explainCharacter(part.of) };
    case "condition": {
      const { condition, outcome, reading } = part;
      return { type: "condition", condition, outcome, reading };
    }
  }
}
