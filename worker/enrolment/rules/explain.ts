import type { Explained, ExplainedCharacter } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import type { CharacterPart, Trace } from "#worker/requirements/evaluation/evaluate.ts";

/**
 * The trace for the user whom it is about. `isShown` tells whether the user may know a group: a condition that names another
 * group is private.
 */
export function explain(
  trace: Trace,
  tree: Requirement,
  isShown: (groupId: string) => boolean,
): Explained {
  switch (trace.type) {
    case "all":
    case "any": {
      const parts = tree.type === trace.type ? tree.of : [];
      const of = trace.of.flatMap((part, index) => {
        const its = parts[index];
        return its === undefined ? [] : [explain(part, its, isShown)];
      });
      return { type: trace.type, outcome: trace.outcome, of };
    }
    case "not":
      return {
        type: "not",
        outcome: trace.outcome,
        of: explain(trace.of, tree.type === "not" ? tree.of : tree, isShown),
      };
    case "characters":
      return {
        type: "characters",
        which: trace.which,
        outcome: trace.outcome,
        meet: trace.meet,
        characters: trace.characters.map(({ character, outcome, trace: part }) => ({
          characterId: character.characterId,
          characterName: character.name,
          outcome,
          meet: explainCharacter(part),
        })),
      };
    case "condition": {
      const { condition, outcome, reading } = trace;
      const isPrivate = condition.type === "member_of" && !condition.groupIds.every(isShown);
      if (isPrivate) return { type: "private", outcome: outcome === "met" ? "met" : "unmet" };
      return { type: "condition", condition, outcome, reading };
    }
  }
}

function explainCharacter(part: CharacterPart): ExplainedCharacter {
  switch (part.type) {
    case "all":
    case "any":
      return { type: part.type, outcome: part.outcome, of: part.of.map(explainCharacter) };
    case "not":
      return { type: "not", outcome: part.outcome, of: explainCharacter(part.of) };
    case "condition": {
      const { condition, outcome, reading } = part;
      return { type: "condition", condition, outcome, reading };
    }
  }
}
