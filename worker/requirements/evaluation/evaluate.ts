import type { Reading } from "#shared/requirements/cause.ts";
import type {
  CharacterCondition,
  CharacterRequirement,
  Quantifier,
  Requirement,
  UserCondition,
} from "#shared/requirements/tree.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import { readCharacter, readUser } from "./conditions.ts";
import type { CharacterEvidence, UserEvidence } from "./user-evidence.ts";

/** What was found for each part of a tree. A trace has the shape of its tree. */
export type Trace =
  | { type: "all" | "any"; outcome: Outcome; of: Trace[] }
  | { type: "not"; outcome: Outcome; of: Trace }
  | {
      type: "characters";
      which: Quantifier;
      meet: CharacterRequirement;
      outcome: Outcome;
      characters: CharacterTrace[];
    }
  | { type: "condition"; condition: UserCondition; outcome: Outcome; reading: Reading };

export type CharacterTrace = {
  character: CharacterEvidence;
  outcome: Outcome;
  trace: CharacterPart;
};

export type CharacterPart =
  | { type: "all" | "any"; outcome: Outcome; of: CharacterPart[] }
  | { type: "not"; outcome: Outcome; of: CharacterPart }
  | { type: "condition"; condition: CharacterCondition; outcome: Outcome; reading: Reading };

/** Whether a user meets a requirement, and why. Pure: enforcement, preview and explanation all use it. `now` in ms. */
export function evaluate(tree: Requirement, user: UserEvidence, now: number): Trace {
  switch (tree.type) {
    case "all":
    case "any": {
      const of = tree.of.map((part) => evaluate(part, user, now));
      return { type: tree.type, outcome: combined(tree.type, of), of };
    }
    case "not": {
      const of = evaluate(tree.of, user, now);
      return { type: "not", outcome: OPPOSITE[of.outcome], of };
    }
    case "characters":
      return evaluateCharacters(tree, user, now);
    default:
      return { type: "condition", condition: tree, ...readUser(tree, user, now) };
  }
}

/** Without characters, `every` is met and `any` is not; a missing main meets nothing. */
function evaluateCharacters(
  { which, meet }: Extract<Requirement, { type: "characters" }>,
  user: UserEvidence,
  now: number,
): Trace {
  const characters = chosen(which, user).map((character) => {
    const trace = evaluateCharacter(meet, character, now);
    return { character, outcome: trace.outcome, trace };
  });
  const outcome = combined(which === "every" ? "all" : "any", characters);
  return { type: "characters", which, meet, outcome, characters };
}

function chosen(which: Quantifier, { characters, mainCharacterId }: UserEvidence) {
  if (which === "main") {
    return characters.filter(({ characterId }) => characterId === mainCharacterId);
  }
  return which === "every" ? characters.filter(({ isGone }) => !isGone) : characters;
}

function evaluateCharacter(
  tree: CharacterRequirement,
  character: CharacterEvidence,
  now: number,
): CharacterPart {
  switch (tree.type) {
    case "all":
    case "any": {
      const of = tree.of.map((part) => evaluateCharacter(part, character, now));
      return { type: tree.type, outcome: combined(tree.type, of), of };
    }
    case "not": {
      const of = evaluateCharacter(tree.of, character, now);
      return { type: "not", outcome: OPPOSITE[of.outcome], of };
    }
    default:
      return { type: "condition", condition: tree, ...readCharacter(tree, character, now) };
  }
}

/** Kleene's three-valued logic: what is unknown decides only where the rest does not. */
function combined(type: "all" | "any", parts: { outcome: Outcome }[]): Outcome {
  const decisive: Outcome = type === "all" ? "unmet" : "met";
  if (parts.some(({ outcome }) => outcome === decisive)) return decisive;
  return parts.some(({ outcome }) => outcome === "unknown") ? "unknown" : OPPOSITE[decisive];
}

const OPPOSITE = { met: "unmet", unmet: "met", unknown: "unknown" } as const;
