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
      return part.of.flatMap((inner) => leavesOf(inner, isNegated));
    case "not":
      return leavesOf(part.of, !isNegated);
    default:
      return [{ part, isNegated, outcome: isNegated ? opposite(part.outcome) : part.outcome }];
  }
}

/** The conditions that would have to change. Where one character is enough: the conditions of the character that lacks least. */
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
  const blamed = part.characters.filter((character) => character.outcome === part.outcome);
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
        .filter((inner) => inner.outcome === outcome)
        .flatMap((inner) => causesOfCharacter(inner, wanted, of));
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

/** How much is missing: each condition counts one, a list of skills the share of its missing skills. */
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

/** One requirement of the card: what must be met besides the others. */
export type ExplainedRow = {
  /** The place in the rule. */
  index: number;
  part: Explained;
  outcome: Outcome;
  leaves: ExplainedLeaf[];
};

const ORDER: Record<Outcome, number> = { unmet: 0, unknown: 1, met: 2 };

/** The order of the card: unmet, unknown, met. */
export function toRows(explained: Explained): ExplainedRow[] {
  const parts = explained.type === "all" ? explained.of : [explained];
  return parts
    .map((part, index) => ({ index, part, outcome: part.outcome, leaves: leavesOf(part) }))
    .toSorted((a, b) => ORDER[a.outcome] - ORDER[b.outcome]);
}

/** The reader may not know what this row is about. */
export function isPrivate({ leaves }: ExplainedRow): boolean {
  return leaves.every(({ part }) => part.type === "private");
}

/** The causes of a row that is not met. */
export function causesOfRow({ leaves, outcome }: ExplainedRow, names: RuleNames): Cause[] {
  return outcome === "met" ? [] : leaves.flatMap((leaf) => causesOfLeaf(leaf, names));
}

export type OutcomeCounts = Record<Outcome, number> & { total: number };

export function countRows(rows: readonly ExplainedRow[]): OutcomeCounts {
  const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  return {
    met: count("met"),
    unmet: count("unmet"),
    unknown: count("unknown"),
    total: rows.length,
  };
}

/** The characters that the rule looked at. */
export function charactersOf(explained: Explained): number[] {
  const ids = leavesOf(explained).flatMap(({ part }) =>
    part.type === "characters" ? part.characters.map(({ characterId }) => characterId) : [],
  );
  return [...new Set(ids)];
}
