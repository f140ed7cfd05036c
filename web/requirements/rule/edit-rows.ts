import type { Quantifier } from "#shared/requirements/tree.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";
import { bracket, presentRows } from "./rows.ts";
import type { Bracket, Row } from "./rows.ts";

/** Where a row stands. `index`: among all rows of its bracket, removed ones too. */
type RowPlace = { row: Row; parent: Bracket; index: number };

export function findPlace(root: Bracket, id: number): RowPlace | undefined {
  for (const [index, row] of root.rows.entries()) {
    if (row.id === id) return { row, parent: root, index };
    const found = row.type === "bracket" ? findPlace(row, id) : undefined;
    if (found) return found;
  }
  return undefined;
}

function findBracket(root: Bracket, id: number): Bracket | undefined {
  if (root.id === id) return root;
  const row = findPlace(root, id)?.row;
  return row?.type === "bracket" ? row : undefined;
}

/** Replaces the row with this id. */
export function changeRow(root: Bracket, id: number, change: (row: Row) => Row): Bracket {
  return changeBrackets(root, (bracket) => ({
    ...bracket,
    rows: bracket.rows.map((row) => (row.id === id ? change(row) : row)),
  }));
}

export function changeBracket(
  root: Bracket,
  id: number,
  change: (found: Bracket) => Bracket,
): Bracket {
  return changeBrackets(root, (bracket) => (bracket.id === id ? change(bracket) : bracket));
}

/** Changes every bracket: the inner ones before those around them. */
function changeBrackets(bracket: Bracket, change: (bracket: Bracket) => Bracket): Bracket {
  const rows = bracket.rows.map((row) =>
    row.type === "bracket" ? changeBrackets(row, change) : row,
  );
  return change({ ...bracket, rows });
}

export function withoutRow(root: Bracket, id: number): Bracket {
  return changeBrackets(root, (bracket) => ({
    ...bracket,
    rows: bracket.rows.filter((row) => row.id !== id),
  }));
}

function insertRow(root: Bracket, parentId: number, index: number, row: Row): Bracket {
  return changeBracket(root, parentId, (bracket) => ({
    ...bracket,
    rows: bracket.rows.toSpliced(index, 0, row),
  }));
}

// ── Levels: each row says whose fact it is, or the bracket does ───────────────────────────────

/** Whose character the rows of a bracket are about, if the bracket or one around it says so. */
export function boundTo(root: Bracket, bracketId: number): Quantifier | null {
  const find = (bracket: Bracket, around: Quantifier | null): Quantifier | null | undefined => {
    const bound = bracket.which ?? around;
    if (bracket.id === bracketId) return bound;
    for (const row of bracket.rows) {
      const found = row.type === "bracket" ? find(row, bound) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(root, null) ?? null;
}

/** The row inside a bracket that is about one character; undefined if it has a condition on the user. */
function bind(row: Row): Row | undefined {
  if (row.type === "condition")
    return isOnCharacter(row.condition) ? { ...row, which: null } : undefined;
  const rows = row.rows.map(bind).filter((bound) => bound !== undefined);
  return rows.length === row.rows.length ? { ...row, which: null, rows } : undefined;
}

/** The row in another bracket. Outside of one that was about a character, it says itself whose fact it is. */
function adapt(row: Row, from: Quantifier | null, to: Quantifier | null): Row | undefined {
  if (to !== null) return from === null ? bind(row) : row;
  return from === null ? row : { ...row, which: from };
}

/** "One character meets all of these" instead of "all of these", or the reverse. Undefined if a condition forbids it. */
export function setWhich(root: Bracket, id: number, which: Quantifier | null): Bracket | undefined {
  const place = findPlace(root, id);
  if (!place) return undefined;
  const { row } = place;
  if (row.type === "condition" || (row.which !== null && which !== null)) {
    return changeRow(root, id, (changed) => ({ ...changed, which }));
  }
  const rows = row.rows
    .map((inner) => adapt(inner, row.which, which))
    .filter((inner) => inner !== undefined);
  if (rows.length < row.rows.length) return undefined;
  return changeRow(root, id, () => ({ ...row, which, rows }));
}

// ── Moving ────────────────────────────────────────────────────────────────────────────────────

export type Direction = "up" | "down" | "in" | "out";

/** Moves a row one step; undefined where there is no such step. */
export function moveRow(root: Bracket, id: number, direction: Direction): Bracket | undefined {
  const place = findPlace(root, id);
  if (!place) return undefined;
  const { parent } = place;
  const { above, below } = neighbours(place);
  switch (direction) {
    case "up":
      return above && placeRow(root, id, parent.id, parent.rows.indexOf(above));
    case "down":
      return below && placeRow(root, id, parent.id, parent.rows.indexOf(below));
    case "in": {
      const target = bracketBeside(place);
      if (!target) return undefined;
      return placeRow(root, id, target.id, target === above ? target.rows.length : 0);
    }
    case "out": {
      const around = findPlace(root, parent.id);
      return around && placeRow(root, id, around.parent.id, around.index + 1);
    }
  }
}

/** The bracket that "in" moves into: the one above, else the one below. */
export function bracketBeside(place: RowPlace): Bracket | undefined {
  const { above, below } = neighbours(place);
  if (above?.type === "bracket") return above;
  return below?.type === "bracket" ? below : undefined;
}

function neighbours({ parent, row }: RowPlace): { above: Row | undefined; below: Row | undefined } {
  const rows = parent.rows.filter((sibling) => sibling === row || !sibling.isRemoved);
  const at = rows.indexOf(row);
  return { above: rows[at - 1], below: rows[at + 1] };
}

/**
 * Moves a row to this index of a bracket, counted without the row itself. Undefined if the bracket is about one character
 * and the row is not, or if the bracket is within the row.
 */
export function placeRow(
  root: Bracket,
  id: number,
  parentId: number,
  index: number,
): Bracket | undefined {
  const place = findPlace(root, id);
  if (!place || (place.row.type === "bracket" && findBracket(place.row, parentId)))
    return undefined;
  const row = adapt(place.row, boundTo(root, place.parent.id), boundTo(root, parentId));
  return row && insertRow(withoutRow(root, id), parentId, index, row);
}

/** Where a row stands among the rows that are not removed: "2 of 3". */
export function positionOf({ parent, row }: RowPlace): { at: number; of: number } {
  const rows = presentRows(parent);
  return { at: rows.indexOf(row) + 1, of: rows.length };
}

// ── Brackets and copies ───────────────────────────────────────────────────────────────────────

export function addRow(root: Bracket, parentId: number, row: Row): Bracket {
  const index = findBracket(root, parentId)?.rows.length ?? 0;
  return insertRow(root, parentId, index, row);
}

/** Puts a row into a bracket of its own: "any of" within "all of", otherwise "all of". */
export function wrapRow(root: Bracket, id: number, bracketId: number): Bracket {
  const kind = findPlace(root, id)?.parent.kind === "all" ? "any" : "all";
  return changeRow(root, id, (row) => bracket(bracketId, null, kind, [row]));
}

/** Removes a bracket and keeps its rows in its place. */
export function dissolveBracket(root: Bracket, id: number): Bracket {
  const place = findPlace(root, id);
  if (place?.row.type !== "bracket") return root;
  const { parent, row, index } = place;
  const { which } = row;
  const rows = which === null ? row.rows : row.rows.map((inner) => ({ ...inner, which }));
  return changeBracket(root, parent.id, (outer) => ({
    ...outer,
    rows: outer.rows.toSpliced(index, 1, ...rows),
  }));
}

export function copyRow(row: Row, newId: () => number): Row {
  if (row.type === "condition") return { ...row, id: newId() };
  return { ...row, id: newId(), rows: row.rows.map((inner) => copyRow(inner, newId)) };
}

/** The brackets around a row, the root last. */
export function ancestorsOf(root: Bracket, id: number): Bracket[] {
  const parent = findPlace(root, id)?.parent;
  return parent ? [parent, ...ancestorsOf(root, parent.id)] : [];
}
