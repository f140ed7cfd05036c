import type { CharacterRequirement, Condition, Requirement } from "./tree.ts";

// Without zod: pages that only show requirements need this.

/** The conditions of a tree, from left to right. */
export function conditionsOf(tree: Requirement | CharacterRequirement): Condition[] {
  switch (tree.type) {
    case "all":
    case "any":
      return tree.of.flatMap(conditionsOf);
    case "not":
      return conditionsOf(tree.of);
    case "characters":
      return conditionsOf(tree.meet);
    default:
      return [tree];
  }
}
