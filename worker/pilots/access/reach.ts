import type { WithinReach } from "#shared/pilots/access.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { abilitiesOf, canSee } from "#worker/groups/group/policy.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { requiredTree } from "#worker/requirements/gate.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import { selectEvidence } from "#worker/requirements/evidence/select-evidence.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import {
  mentionedIn,
  selectAffiliationNames,
  selectEveNames,
  selectShownGroups,
  selectOtherNames,
  toRuleNames,
  withNames,
} from "#worker/requirements/names.ts";
import type { selectRules } from "#worker/enrolment/passes/state-store.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";
import { sql } from "drizzle-orm";

/** How many groups are listed. */
const MAX_LISTED = 12;

type RuleRow = RowOfStatement<typeof selectRules>;

/** The groups that the actor sees and could become a member of, those for which least is missing first. */
export async function readReach(
  { db }: Context,
  actor: UserActor,
  candidates: readonly GroupRow[],
  rules: readonly RuleRow[],
): Promise<WithinReach[]> {
  const ruleOf = new Map(rules.map((rule) => [rule.groupId, rule]));
  const open = candidates.flatMap((group) => {
    const rule = ruleOf.get(group.id);
    const next = canSee(group, actor) ? nextStep(group, actor) : undefined;
    if (rule === undefined || next === undefined) return [];
    const tree = requiredTree({ ...group, tree: rule.tree }) ?? rule.tree;
    return [{ group, tree, next }];
  });
  if (open.length === 0) return [];
  const trees = open.map(({ tree }) => tree);
  const mentioned = mentionedIn(trees);
  const needs = needsOf(trees);
  const own = sql`select ${actor.userId} as userId`;
  const [eve, ownEve, shown, others, ...results] = await runBatch(db, [
    selectEveNames(mentioned.eve),
    selectAffiliationNames([actor.userId]),
    selectShownGroups(mentioned.groups, actor),
    selectOtherNames(mentioned),
    ...selectEvidence(own, needs),
  ]);
  const names = toRuleNames(mentioned, [...eve, ...ownEve], shown, others);
  const now = Date.now();
  const [evidence] = toEvidence(results, needs, now);
  if (evidence === undefined) return [];
  const viewer = {
    isCharacterShown: () => true,
    isGroupShown: (id: string) => id in names.groups,
    isOwn: true,
  };
  return open
    .map(({ group, tree, next }) => {
      const causes = causesOf(evaluate(tree, evidence, now));
      return {
        groupId: group.id,
        groupName: group.name,
        next,
        missing: causes.length,
        causes: shownCauses(withNames(causes, names), viewer),
      };
    })
    .toSorted((a, b) => a.missing - b.missing || a.groupName.localeCompare(b.groupName))
    .slice(0, MAX_LISTED);
}

/** Undefined if the group admits by invitation only. */
function nextStep(group: GroupRow, actor: UserActor): WithinReach["next"] | undefined {
  if (group.pendingInvitationId !== null) return "accept";
  if (group.pendingRequestId !== null) return "requested";
  if (group.enrolment === "automatic") return "wait";
  const { join, request } = abilitiesOf(group, actor);
  return join ? "join" : request ? "request" : undefined;
}
