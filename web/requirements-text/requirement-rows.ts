import type { Cause, RuleNames } from "#shared/requirements/cause.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Explained } from "#shared/requirements/rule.ts";
import { causesOfLeaf, leavesOf } from "./explained-causes.ts";
import type { ExplainedLeaf } from "./explained-causes.ts";

/** One requirement of the card: what must be met besides the others. */
export type RequirementRow = {
  /** The place in the rule. */
  index: number;
  part: Explained;
  outcome: Outcome;
  leaves: ExplainedLeaf[];
};

const ORDER: Record<Outcome, number> = { unmet: 0, unknown: 1, met: 2 };

/** Unmet first, then unknown, then met. */
export function toRows(explained: Explained): RequirementRow[] {
  const parts = explained.type === "all" ? explained.of : [explained];
  return parts
    .map((part, index) => ({ index, part, outcome: part.outcome, leaves: leavesOf(part) }))
    .toSorted((a, b) => ORDER[a.outcome] - ORDER[b.outcome]);
}

/** The reader may not know what this row is about. */
export function isPrivate({ leaves }: RequirementRow): boolean {
  return leaves.every(({ part }) => part.type === "private");
}

/** The causes of a row that is not met. */
export function causesOfRow({ leaves, outcome }: RequirementRow, names: RuleNames): Cause[] {
  return outcome === "met" ? [] : leaves.flatMap((leaf) => causesOfLeaf(leaf, names));
}

export type Counts = Record<Outcome, number> & { total: number };

export function countRows(rows: readonly RequirementRow[]): Counts {
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
