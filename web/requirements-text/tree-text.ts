import { msg, ph, t } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Explained, ExplainedCharacter } from "#shared/requirements/rule.ts";
import type { CharacterRequirement, Quantifier, Requirement } from "#shared/requirements/tree.ts";
import { capitalized, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { conditionClause, predicate, userClause } from "./condition-text.ts";
import type { Viewpoint } from "#web/requirements-text/conditions/words.ts";

/** A sentence without a full stop, or with a list what the list says together: "All of these". */
export type Told = { pieces: Piece[]; list: Told[] };

/** A sentence as it stands within another one, or several, and how they belong together. */
type Clause = { pieces: Piece[] } | Bracket;
type Bracket = {
  word: "and" | "or";
  of: Clause[];
  /** Its parts continue a sentence about one character: "and has trained…". */
  isContinued: boolean;
  subject: Subject | null;
};

/** Several conditions that the same character meets. */
type Subject = "one" | "none" | "every" | "notEvery" | "main";

/**
 * A tree in words: "Main character has a standing of at least +5.0 with Sable Meridian, or you are a member of Home
 * Defence". A bracket within a bracket makes it a list.
 */
export function requirementTold(
  tree: Requirement | Explained,
  names: RuleNames,
  viewpoint: Viewpoint,
): Told {
  return toldOf(clauseOf(tree, names, viewpoint, false));
}

/** The same in one line. */
export function requirementText(
  tree: Requirement | Explained,
  names: RuleNames,
  viewpoint: Viewpoint,
): Piece[] {
  return inLine(requirementTold(tree, names, viewpoint));
}

/** What one character must be or have: "is in the alliance Null Concord and has trained Capital pilots". */
export function predicateText(
  tree: CharacterRequirement | ExplainedCharacter,
  names: RuleNames,
): Piece[] {
  const clause = predicateOf(tree, names, false);
  return "pieces" in clause ? clause.pieces : (joined(clause) ?? inLine(toldOf(clause)));
}

function inLine({ pieces, list }: Told): Piece[] {
  const [first, ...others] = list.map(inLine);
  if (first === undefined) return pieces;
  const items = others.reduce((before, item) => sentence(msg`${before}; ${item}`), first);
  return sentence(msg`${ph({ title: pieces })}: ${items}`);
}

function toldOf(clause: Clause): Told {
  if ("pieces" in clause) return { pieces: capitalized(clause.pieces), list: [] };
  const pieces = joined(clause);
  if (pieces !== null) return { pieces: capitalized(pieces), list: [] };
  return { pieces: [titleOf(clause)], list: clause.of.map(toldOf) };
}

/** The sentences of a bracket as one; null if one of them is a bracket. */
function joined({ word, of, isContinued }: Bracket): Piece[] | null {
  let all: Piece[] | undefined;
  for (const clause of of) {
    if (!("pieces" in clause)) return null;
    const { pieces } = clause;
    all = all === undefined ? pieces : sentence(pairOf(all, pieces, word, isContinued));
  }
  return all ?? [];
}

function pairOf(before: Piece[], last: Piece[], word: Bracket["word"], isContinued: boolean) {
  if (isContinued) return word === "and" ? msg`${before} and ${last}` : msg`${before} or ${last}`;
  return word === "and" ? msg`${before}, and ${last}` : msg`${before}, or ${last}`;
}

function titleOf({ word, subject }: Bracket): string {
  const isAll = word === "and";
  switch (subject) {
    case null:
      return isAll ? t`All of these` : t`One of these`;
    case "one":
      return isAll ? t`One character meets all of these` : t`One character meets one of these`;
    case "none":
      return isAll ? t`No character meets all of these` : t`No character meets one of these`;
    case "every":
      return isAll ? t`Every character meets all of these` : t`Every character meets one of these`;
    case "notEvery":
      return isAll
        ? t`Not every character meets all of these`
        : t`Not every character meets one of these`;
    case "main":
      return isAll ? t`Main character meets all of these` : t`Main character meets one of these`;
  }
}

/** "One character is in the alliance Null Concord and has trained Capital pilots" */
function ofSubject(subject: Subject, conditions: Piece[]): Message {
  switch (subject) {
    case "one":
      return msg`one character ${conditions}`;
    case "none":
      return msg`no character ${conditions}`;
    case "every":
      return msg`every character ${conditions}`;
    case "notEvery":
      return msg`not every character ${conditions}`;
    case "main":
      return msg`main character ${conditions}`;
  }
}

function clauseOf(
  tree: Requirement | Explained,
  names: RuleNames,
  viewpoint: Viewpoint,
  isNegated: boolean,
): Clause {
  switch (tree.type) {
    case "all":
    case "any": {
      const parts: (Requirement | Explained)[] = tree.of;
      const of = parts.map((part) => clauseOf(part, names, viewpoint, isNegated));
      return combined(tree.type, isNegated, of, false);
    }
    case "not":
      return clauseOf(tree.of, names, viewpoint, !isNegated);
    case "characters":
      return charactersClause(tree, names, isNegated);
    case "private":
      return { pieces: [t`a requirement that is private`] };
    case "condition":
      return { pieces: userClause(tree.condition, names, viewpoint, isNegated) };
    default:
      return { pieces: userClause(tree, names, viewpoint, isNegated) };
  }
}

type CharactersPart = { which: Quantifier; meet: CharacterRequirement };

function charactersClause(
  { which, meet }: CharactersPart,
  names: RuleNames,
  isNegated: boolean,
): Clause {
  const { leaf, isNot } = withoutNot(meet);
  if (!isBracket(leaf)) {
    // "No character is not in…" is "every character is in…".
    if (isNegated && isNot) {
      const opposite = { any: "every", every: "any", main: "main" } as const;
      return { pieces: conditionClause(leaf, opposite[which], names) };
    }
    const negation = isNegated ? "whole" : isNot ? "each" : null;
    return { pieces: conditionClause(leaf, which, names, { negation }) };
  }
  const subject = subjectOf(which, isNegated);
  const isOpposite = isNot !== (isNegated && which === "main");
  const clause = predicateOf(leaf, names, isOpposite);
  if ("pieces" in clause) return { pieces: sentence(ofSubject(subject, clause.pieces)) };
  const conditions = joined(clause);
  return conditions === null
    ? { ...clause, subject }
    : { pieces: sentence(ofSubject(subject, conditions)) };
}

function isBracket(
  tree: CharacterRequirement,
): tree is Extract<CharacterRequirement, { type: "all" | "any" }> {
  return tree.type === "all" || tree.type === "any";
}

function subjectOf(which: Quantifier, isNegated: boolean): Subject {
  switch (which) {
    case "any":
      return isNegated ? "none" : "one";
    case "every":
      return isNegated ? "notEvery" : "every";
    case "main":
      return "main";
  }
}

/** The tree below any number of nots, and whether their number is odd. */
function withoutNot(tree: CharacterRequirement): {
  leaf: Exclude<CharacterRequirement, { type: "not" }>;
  isNot: boolean;
} {
  if (tree.type !== "not") return { leaf: tree, isNot: false };
  const { leaf, isNot } = withoutNot(tree.of);
  return { leaf, isNot: !isNot };
}

function predicateOf(
  tree: CharacterRequirement | ExplainedCharacter,
  names: RuleNames,
  isNegated: boolean,
): Clause {
  switch (tree.type) {
    case "all":
    case "any": {
      const parts: (CharacterRequirement | ExplainedCharacter)[] = tree.of;
      const of = parts.map((part) => predicateOf(part, names, isNegated));
      return combined(tree.type, isNegated, of, true);
    }
    case "not":
      return predicateOf(tree.of, names, !isNegated);
    case "condition":
      return { pieces: predicate(tree.condition, names, isNegated) };
    default:
      return { pieces: predicate(tree, names, isNegated) };
  }
}

/** "Not all of" several parts is "any of" their opposites. A bracket within a bracket of the same kind adds nothing. */
function combined(
  type: "all" | "any",
  isNegated: boolean,
  parts: Clause[],
  isContinued: boolean,
): Clause {
  const word = (type === "all") === isNegated ? "or" : "and";
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const of = parts.flatMap((part) =>
    "of" in part && part.word === word && part.subject === null ? part.of : [part],
  );
  return { word, of, isContinued, subject: null };
}
