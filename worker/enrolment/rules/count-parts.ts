import { bracketsOf } from "#shared/requirements/conditions.ts";
import type { MemberCount, Preview, Rule } from "#shared/requirements/rule.ts";
import type { CharacterRequirement, Requirement } from "#shared/requirements/tree.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { PlannedUser } from "#worker/requirements/evaluation/plan-user.ts";

/** How the members meet each condition and each bracket by itself. */
export function countParts(
  rule: Pick<Rule, "tree"> | null,
  members: readonly PlannedUser[],
  now: number,
): Pick<Preview, "conditions" | "brackets"> {
  if (rule === null) return { conditions: [], brackets: [] };
  const count = (part: Requirement): MemberCount => {
    const counts = { met: 0, unmet: 0, unknown: 0 };
    for (const { evidence } of members) counts[evaluate(part, evidence, now).outcome] += 1;
    return counts;
  };
  return {
    conditions: partsOf(rule.tree).map(count),
    brackets: bracketsOf(rule.tree).map(count),
  };
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
