import type { Cause, RuleNames } from "#shared/requirements/cause.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Explained, ExplainedCharacter } from "#shared/requirements/rule.ts";
import { conditionsOf } from "#shared/requirements/conditions.ts";
import type { Condition } from "#shared/requirements/tree.ts";

export type CharactersPart = Extract<Explained, { type: "characters" }>;

/** A part without a bracket, and what it means for the reader: `isNegated` if the part must not be met. */
export type ExplainedLeaf = {
  part: Extract<Explained, { type: "characters" | "condition" | "private" }>;
  isNegated: boolean;
  outcome: Outcome;
};

type Wanted = "met" | "unmet";

/** The parts of a bracket, from left to right. */
export function leavesOf(part: Explained, isNegated = false): ExplainedLeaf[] {
  switch (part.type) {
    case "all":
    case "any":
      return part.of.flatMap((one) => leavesOf(one, isNegated));
    case "not":
      return leavesOf(part.of, !isNegated);
    default:
      return [{ part, isNegated, outcome: isNegated ? opposite(part.outcome) : part.outcome }];
  }
}

/** What would have to change. Where one character is enough, of the one that lacks least. */
export function causesOfLeaf(
  { part, isNegated, outcome }: ExplainedLeaf,
  names: RuleNames,
): Cause[] {
  if (outcome === "met" || part.type === "private") return [];
  if (part.type === "condition") {
    const { condition, reading } = part;
    return [{ outcome, isNegated, condition, which: null, character: null, reading, names }];
  }
  const wanted = isNegated ? "unmet" : "met";
  const blamed = part.characters.filter((one) => one.outcome === part.outcome);
  const causes = blamed.map(({ characterId, characterName, meet }) => {
    const character = { characterId, characterName };
    return causesOfCharacter(meet, wanted, { which: part.which, character, names });
  });
  if (part.which === "every" || isNegated) return causes.flat();
  return causes.toSorted((a, b) => lackOf(a) - lackOf(b))[0] ?? [];
}

function causesOfCharacter(
  meet: ExplainedCharacter,
  wanted: Wanted,
  of: Pick<Cause, "which" | "character" | "names">,
): Cause[] {
  const { outcome } = meet;
  if (outcome === wanted) return [];
  switch (meet.type) {
    case "all":
    case "any":
      return meet.of
        .filter((one) => one.outcome === outcome)
        .flatMap((one) => causesOfCharacter(one, wanted, of));
    case "not":
      return causesOfCharacter(meet.of, opposite(wanted), of);
    case "condition": {
      const { condition, reading } = meet;
      const isUnknown = outcome === "unknown";
      return [
        {
          outcome: isUnknown ? "unknown" : "unmet",
          isNegated: wanted === "unmet",
          condition,
          reading,
          ...of,
        },
      ];
    }
  }
}

/** The number of conditions, a list of skills by the share that is missing. */
function lackOf(causes: Cause[]): number {
  return causes.reduce((sum, { reading: { fact } }) => {
    return sum + (fact?.type === "skills" ? fact.missing.length / fact.required : 1);
  }, 0);
}

const OPPOSITES = { met: "unmet", unmet: "met", unknown: "unknown" } as const;

function opposite<One extends Outcome>(outcome: One): (typeof OPPOSITES)[One] {
  return OPPOSITES[outcome];
}

/** The conditions of a part that the reader may know, from left to right. */
export function conditionsIn(part: Explained): Condition[] {
  return leavesOf(part).flatMap((leaf): Condition[] => {
    if (leaf.part.type === "characters") return conditionsOf(leaf.part.meet);
    return leaf.part.type === "condition" ? [leaf.part.condition] : [];
  });
}
