import { msg, ph, t } from "#web/language/macros.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Explained, ExplainedCharacter } from "#shared/requirements/rule.ts";
import type { CharacterRequirement, Requirement } from "#shared/requirements/tree.ts";
import { capitalized, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { conditionClause, predicate, quantified, userClause } from "./condition-text.ts";
import type { Viewpoint } from "./condition-text.ts";

/** Part of a sentence, and with which word its parts are joined. */
type Clause = { pieces: Piece[]; joinedBy: "and" | "or" | null };

/**
 * A tree as one sentence, without a full stop: "Main character has a standing of at least +5.0 with Sable Meridian, or you
 * are a member of Home Defence". A bracket within a bracket of the other kind stands in parentheses.
 */
export function requirementText(
  tree: Requirement | Explained,
  names: RuleNames,
  viewpoint: Viewpoint = "other",
): Piece[] {
  return capitalized(clauseOf(tree, names, viewpoint, false).pieces);
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
      return joined(
        tree.type,
        isNegated,
        CLAUSES,
        parts.map((part) => clauseOf(part, names, viewpoint, isNegated)),
      );
    }
    case "not":
      return clauseOf(tree.of, names, viewpoint, !isNegated);
    case "characters":
      return { pieces: charactersClause(tree, names, isNegated), joinedBy: null };
    case "private":
      return { pieces: [t`a requirement that is private`], joinedBy: null };
    case "condition":
      return { pieces: userClause(tree.condition, names, viewpoint, isNegated), joinedBy: null };
    default:
      return { pieces: userClause(tree, names, viewpoint, isNegated), joinedBy: null };
  }
}

function charactersClause(
  { which, meet }: Extract<Requirement, { type: "characters" }> | CharactersPart,
  names: RuleNames,
  isNegated: boolean,
): Piece[] {
  const { leaf, isNot } = withoutNot(meet);
  if (!isBracket(leaf)) {
    const each = isNot ? "each" : null;
    // "No character is not in…" is "every character is in…".
    if (isNegated && isNot) {
      const opposite = { any: "every", every: "any", main: "main" } as const;
      return conditionClause(leaf, opposite[which], names);
    }
    return conditionClause(leaf, which, names, { negation: isNegated ? "whole" : each });
  }
  const [is, isNot_] = [false, true].map((not) => predicateOf(leaf, names, isNot !== not).pieces);
  const [affirmed = [], negated = []] = [is, isNot_];
  // Several conditions are met by the same character.
  if (which === "any" && !isNegated) {
    return sentence(msg`one character ${ph({ predicate: affirmed })}`);
  }
  return quantified(which, isNegated ? "whole" : null, {
    is: affirmed,
    isNot: negated,
    none: sentence(msg`no character ${ph({ predicate: affirmed })}`),
  });
}

type CharactersPart = { which: "any" | "every" | "main"; meet: CharacterRequirement };

type Bracket = Extract<CharacterRequirement, { type: "all" | "any" }>;

function isBracket(tree: CharacterRequirement): tree is Bracket {
  return tree.type === "all" || tree.type === "any";
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

/** What one character must be or have: "is in the alliance Null Concord and has trained Capital pilots". */
export function predicateText(
  tree: CharacterRequirement | ExplainedCharacter,
  names: RuleNames,
): Piece[] {
  return predicateOf(tree, names, false).pieces;
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
      return joined(
        tree.type,
        isNegated,
        PREDICATES,
        parts.map((part) => predicateOf(part, names, isNegated)),
      );
    }
    case "not":
      return predicateOf(tree.of, names, !isNegated);
    case "condition":
      return { pieces: predicate(tree.condition, names, isNegated), joinedBy: null };
    default:
      return { pieces: predicate(tree, names, isNegated), joinedBy: null };
  }
}

/** One more part of a list. */
type Joint = (list: Piece[], next: Piece[]) => Piece[];

const CLAUSES: Record<"and" | "or", Joint> = {
  and: (list, next) => sentence(msg`${list}, and ${next}`),
  or: (list, next) => sentence(msg`${list}, or ${next}`),
};

const PREDICATES: Record<"and" | "or", Joint> = {
  and: (list, next) => sentence(msg`${list} and ${next}`),
  or: (list, next) => sentence(msg`${list} or ${next}`),
};

/** What is not all of several is one of their opposites. */
function joined(
  type: "all" | "any",
  isNegated: boolean,
  joints: Record<"and" | "or", Joint>,
  parts: Clause[],
): Clause {
  const word = (type === "all") === isNegated ? "or" : "and";
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return first;
  const inBrackets = ({ pieces, joinedBy }: Clause) =>
    joinedBy === null || joinedBy === word ? pieces : sentence(msg`(${ph({ clause: pieces })})`);
  return {
    pieces: others.reduce(
      (list, next) => joints[word](list, inBrackets(next)),
      first === undefined ? [] : inBrackets(first),
    ),
    joinedBy: word,
  };
}
