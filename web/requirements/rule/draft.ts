import { DEFAULT_GRACE_DAYS } from "#shared/requirements/limits.ts";
import type { Enrolment, Listing, Rule } from "#shared/requirements/rule.ts";
import type { Condition, Quantifier } from "#shared/requirements/tree.ts";
import {
  addRow,
  changeBracket,
  changeRow,
  copyRow,
  dissolveBracket,
  findPlace,
  moveRow,
  placeRow,
  setWhich,
  withoutRow,
  wrapRow,
} from "./edit-rows.ts";
import type { Direction } from "./edit-rows.ts";
import { isCompleteAtOnce } from "./kinds.ts";
import { bracket, bracketOf, conditionRow, treeOf } from "./rows.ts";
import type { Bracket, BracketKind, Row } from "./rows.ts";

/** The part of a row that gets the focus. */
type FocusPart = "row" | "form" | "undo" | "add";

/** What was done with a row, for screen readers. */
type Done =
  | "added"
  | "removed"
  | "restored"
  | "lifted"
  | "moved"
  | "stuck"
  | "dropped"
  | "returned";

/** A rule being edited. */
export type Draft = {
  root: Bracket;
  enrolment: Enrolment;
  listing: Listing;
  /** NaN while the field has no number. */
  graceDays: number;
  lastId: number;
  /** The row whose form is open. `before`: what Cancel restores; null if the row is new. */
  edited: { id: number; before: Condition | null } | null;
  /** The row that is being moved. `before`: what Escape restores. */
  lifted: { id: number; before: Bracket } | null;
  focus: { id: number; part: FocusPart } | null;
  done: { what: Done; id: number } | null;
};

/** What a rule says besides its conditions. */
type Settings = Pick<Draft, "enrolment" | "listing" | "graceDays">;

export type Change =
  | { type: "add"; condition: Condition; which: Quantifier | null; parentId: number }
  | { type: "add-bracket"; which: Quantifier | null; parentId: number }
  | { type: "condition"; id: number; condition: Condition }
  | { type: "which"; id: number; which: Quantifier | null }
  | { type: "negate"; id: number }
  | { type: "kind"; id: number; kind: BracketKind }
  | { type: "edit"; id: number }
  | { type: "close"; keep: boolean }
  | { type: "remove"; id: number }
  | { type: "restore"; id: number }
  | { type: "duplicate"; id: number }
  | { type: "wrap"; id: number }
  | { type: "dissolve"; id: number }
  | { type: "move"; id: number; direction: Direction }
  | { type: "lift"; id: number }
  | { type: "place"; parentId: number; index: number }
  | { type: "drop" }
  | { type: "return" }
  | { type: "settings"; settings: Partial<Settings> }
  | { type: "load"; rule: Rule | null };

/** `asked`: how members are to join from now on, if that was chosen elsewhere. */
export function draftOf(rule: Rule | null, asked?: Enrolment): Draft {
  let lastId = 0;
  const newId = () => (lastId += 1);
  const root = rule === null ? bracket(newId(), null, "all", []) : bracketOf(rule.tree, newId);
  return {
    root,
    enrolment: asked ?? rule?.enrolment ?? "manual",
    listing: rule?.listing ?? "everyone",
    graceDays: rule?.graceDays ?? DEFAULT_GRACE_DAYS,
    lastId,
    edited: null,
    lifted: null,
    focus: null,
    done: null,
  };
}

/** The rule to preview and save: null if no condition is left. */
export function ruleOf({
  root,
  enrolment,
  listing,
  graceDays,
}: Settings & Pick<Draft, "root">): Rule | null {
  const tree = treeOf(root);
  return tree && { tree, enrolment, listing, graceDays };
}

export function edit(draft: Draft, change: Change): Draft {
  // What is announced and focused belongs to one change.
  const last: Draft = { ...draft, focus: null, done: null };
  switch (change.type) {
    case "add": {
      const row = conditionRow(draft.lastId + 1, change.which, change.condition);
      const added = append(last, change.parentId, row);
      return isCompleteAtOnce(change.condition)
        ? { ...added, focus: { id: change.parentId, part: "add" } }
        : openForm(added, row.id, null);
    }
    case "add-bracket":
      return {
        ...append(last, change.parentId, newBracket(draft.lastId + 1, change.which)),
        focus: { id: draft.lastId + 1, part: "add" },
      };
    case "condition":
      return onRow(last, change.id, (row) => withCondition(row, change.condition));
    case "which":
      return { ...last, root: setWhich(last.root, change.id, change.which) ?? last.root };
    case "negate":
      return onRow(last, change.id, opposite);
    case "kind":
      return {
        ...last,
        root: changeBracket(last.root, change.id, (bracket) => ({ ...bracket, kind: change.kind })),
      };
    case "edit": {
      const row = findPlace(last.root, change.id)?.row;
      return row?.type === "condition" ? openForm(last, row.id, row.condition) : last;
    }
    case "close":
      return closeForm(last, change.keep);
    case "remove": {
      const edited = last.edited?.id === change.id ? null : last.edited;
      const removed = onRow({ ...last, edited }, change.id, (row) => ({ ...row, isRemoved: true }));
      return report(removed, "removed", change.id, "undo");
    }
    case "restore": {
      const restored = onRow(last, change.id, (row) => ({ ...row, isRemoved: false }));
      return report(restored, "restored", change.id, "row");
    }
    case "duplicate":
      return duplicate(last, change.id);
    case "wrap": {
      const id = draft.lastId + 1;
      const wrapped = { ...last, lastId: id, root: wrapRow(last.root, change.id, id) };
      return { ...wrapped, focus: { id, part: "row" } };
    }
    case "dissolve": {
      const place = findPlace(last.root, change.id);
      const next = place?.row.type === "bracket" ? place.row.rows[0] : undefined;
      const root = dissolveBracket(last.root, change.id);
      return { ...last, root, focus: next ? { id: next.id, part: "row" } : null };
    }
    case "move": {
      const root = moveRow(last.root, change.id, change.direction);
      return root
        ? report({ ...last, root }, "moved", change.id, "row")
        : report(last, "stuck", change.id, "row");
    }
    case "lift":
      return report(
        { ...last, lifted: { id: change.id, before: last.root } },
        "lifted",
        change.id,
        "row",
      );
    case "place": {
      if (!last.lifted) return last;
      const { id } = last.lifted;
      const root = placeRow(last.root, id, change.parentId, change.index);
      return root ? { ...last, root, done: { what: "moved", id } } : last;
    }
    case "drop":
      if (!last.lifted) return last;
      return report({ ...last, lifted: null }, "dropped", last.lifted.id, "row");
    case "return":
      if (!last.lifted) return last;
      return report(
        { ...last, root: last.lifted.before, lifted: null },
        "returned",
        last.lifted.id,
        "row",
      );
    case "settings":
      return { ...last, ...change.settings };
    case "load":
      return draftOf(change.rule);
  }
}

/** "Any of these" beside other conditions; "one character meets all of these". */
function newBracket(id: number, which: Quantifier | null): Bracket {
  return bracket(id, which, which === null ? "any" : "all", []);
}

function append(draft: Draft, parentId: number, row: Row): Draft {
  const root = addRow(draft.root, parentId, row);
  return report({ ...draft, root, lastId: row.id }, "added", row.id, "row");
}

function report(draft: Draft, what: Done, id: number, part: FocusPart): Draft {
  return { ...draft, done: { what, id }, focus: { id, part } };
}

function onRow(draft: Draft, id: number, change: (row: Row) => Row): Draft {
  return { ...draft, root: changeRow(draft.root, id, change) };
}

function withCondition(row: Row, condition: Condition): Row {
  return row.type === "condition" ? { ...row, condition } : row;
}

/** "is not" instead of "is", "none of" instead of "any of". There is no short opposite of "all of". */
function opposite(row: Row): Row {
  if (row.type === "condition") return { ...row, isNegated: !row.isNegated };
  if (row.kind === "all") return row;
  return { ...row, kind: row.kind === "any" ? "none" : "any" };
}

function openForm(draft: Draft, id: number, before: Condition | null): Draft {
  // Cancel restores what was there when the form was opened first.
  const edited = draft.edited?.id === id ? draft.edited : { id, before };
  return { ...draft, edited, focus: { id, part: "form" } };
}

/** `keep`: Done. Otherwise Cancel: the row is as it was, or goes away if it is new. */
function closeForm(draft: Draft, keep: boolean): Draft {
  const { edited } = draft;
  if (!edited) return draft;
  const { id, before } = edited;
  const closed: Draft = { ...draft, edited: null, focus: { id, part: "row" } };
  if (before) return keep ? closed : onRow(closed, id, (row) => withCondition(row, before));
  // The next condition can be added at once.
  const parentId = findPlace(draft.root, id)?.parent.id ?? draft.root.id;
  const root = keep ? draft.root : withoutRow(draft.root, id);
  return { ...closed, root, focus: { id: parentId, part: "add" } };
}

function duplicate(draft: Draft, id: number): Draft {
  const place = findPlace(draft.root, id);
  if (!place) return draft;
  let { lastId } = draft;
  const copy = copyRow(place.row, () => (lastId += 1));
  const root = changeBracket(draft.root, place.parent.id, (bracket) => ({
    ...bracket,
    rows: bracket.rows.toSpliced(place.index + 1, 0, copy),
  }));
  return report({ ...draft, root, lastId }, "added", copy.id, "row");
}
