import { isOnCharacter } from "#web/requirements-text/condition-text.ts";
import type {
  CharacterRequirement,
  Condition,
  Quantifier,
  Requirement,
} from "#shared/requirements/tree.ts";

/**
 * A condition as the editor shows it. `which`: whose fact it is; null for conditions on the user, and inside a bracket that
 * is about one character. `isNegated`: "is not" instead of "is".
 */
export type ConditionRow = {
  id: number;
  type: "condition";
  which: Quantifier | null;
  isNegated: boolean;
  condition: Condition;
  isRemoved: boolean;
};

export type BracketKind = "all" | "any" | "none";

/** `which`: one character meets all, any or none of the rows; null if each row says whose fact it is. */
export type Bracket = {
  id: number;
  type: "bracket";
  which: Quantifier | null;
  kind: BracketKind;
  rows: Row[];
  isRemoved: boolean;
};

/** Removed rows stay in their place until the rule is saved. */
export type Row = ConditionRow | Bracket;

// ── From the tree ─────────────────────────────────────────────────────────────────────────────

/** The rows of a saved tree. The root is always a bracket. */
export function bracketOf(tree: Requirement, newId: () => number): Bracket {
  const row = rowOf(tree, newId);
  return row.type === "bracket" && row.which === null ? row : bracket(newId(), null, "all", [row]);
}

function rowOf(tree: Requirement, newId: () => number): Row {
  switch (tree.type) {
    case "all":
    case "any":
      return bracket(
        newId(),
        null,
        tree.type,
        tree.of.map((part) => rowOf(part, newId)),
      );
    case "not": {
      const row = rowOf(tree.of, newId);
      // "No character is" and "any character is not" are different.
      return row.which === null ? negated(row, newId) : bracket(newId(), null, "none", [row]);
    }
    case "characters":
      return characterRow(tree.meet, tree.which, newId);
    default:
      return conditionRow(newId(), null, tree);
  }
}

function characterRow(
  tree: CharacterRequirement,
  which: Quantifier | null,
  newId: () => number,
): Row {
  switch (tree.type) {
    case "all":
    case "any": {
      const rows = tree.of.map((part) => characterRow(part, null, newId));
      return bracket(newId(), which, tree.type, rows);
    }
    case "not":
      return { ...negated(characterRow(tree.of, null, newId), newId), which };
    default:
      return conditionRow(newId(), which, tree);
  }
}

/** "is not" where a row can say it itself, otherwise "none of" around it. */
function negated(row: Row, newId: () => number): Row {
  if (row.type === "condition" && !row.isNegated) return { ...row, isNegated: true };
  if (row.type === "bracket" && row.kind === "any") return { ...row, kind: "none" };
  return bracket(newId(), null, "none", [row]);
}

export function conditionRow(
  id: number,
  which: Quantifier | null,
  condition: Condition,
): ConditionRow {
  return { id, type: "condition", which, isNegated: false, condition, isRemoved: false };
}

export function bracket(
  id: number,
  which: Quantifier | null,
  kind: BracketKind,
  rows: Row[],
): Bracket {
  return { id, type: "bracket", which, kind, rows, isRemoved: false };
}

// ── To the tree ───────────────────────────────────────────────────────────────────────────────

/** The tree to preview and save, without removed rows; null if no row is left. */
export function treeOf(root: Bracket): Requirement | null {
  return presentRows(root).length === 0 ? null : requirementOf(root);
}

export function requirementOf(row: Row): Requirement {
  if (row.type === "bracket") {
    return row.which === null
      ? combined(row.kind, presentRows(row).map(requirementOf))
      : { type: "characters", which: row.which, meet: meetOf(row) };
  }
  const { condition, isNegated } = row;
  if (isOnCharacter(condition)) {
    return { type: "characters", which: row.which ?? "any", meet: meetOf(row) };
  }
  return isNegated ? { type: "not", of: condition } : condition;
}

export function meetOf(row: Row): CharacterRequirement {
  if (row.type === "bracket") return combined(row.kind, presentRows(row).map(meetOf));
  const { condition, isNegated } = row;
  if (!isOnCharacter(condition)) throw new Error("A character has no conditions on the user.");
  return isNegated ? { type: "not", of: condition } : condition;
}

type Combined<Part> =
  | { type: "all" | "any"; of: Part[] }
  | { type: "not"; of: { type: "any"; of: Part[] } };

function combined<Part>(kind: BracketKind, of: Part[]): Combined<Part> {
  return kind === "none" ? { type: "not", of: { type: "any", of } } : { type: kind, of };
}

// ── Reading rows ──────────────────────────────────────────────────────────────────────────────

export function presentRows({ rows }: Bracket): Row[] {
  return rows.filter(({ isRemoved }) => !isRemoved);
}

/** The conditions of a row that are not removed, from top to bottom: in the order of the tree's `conditionsOf`. */
export function conditionRowsOf(row: Row): ConditionRow[] {
  return row.type === "condition" ? [row] : presentRows(row).flatMap(conditionRowsOf);
}

/** A key that is equal for conditions that say the same about the same characters. `which`: of the row, or of the bracket around it. */
export function sameKey({ condition, isNegated }: ConditionRow, which: Quantifier | null): string {
  return JSON.stringify([which, isNegated, condition]);
}

/** A key that is equal for brackets that say the same, as the tree does. `bound`: whose fact the bracket around it says. */
export function bracketKey(row: Bracket, bound: Quantifier | null): string {
  const which = row.which ?? bound;
  const said =
    which === null ? requirementOf(row) : { type: "characters", which, meet: meetOf(row) };
  return JSON.stringify(said);
}

/** The keys of all conditions, in the order of `conditionRowsOf`. */
export function sameKeysOf(row: Row, bound: Quantifier | null = null): string[] {
  if (row.type === "condition") return [sameKey(row, row.which ?? bound)];
  return presentRows(row).flatMap((inner) => sameKeysOf(inner, row.which ?? bound));
}
