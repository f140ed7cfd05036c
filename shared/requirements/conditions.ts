import type { CharacterRequirement, Condition, Requirement } from "./tree.ts";

// Without zod: pages that only show requirements need this.

/**
 * The brackets of a tree, each as a requirement of its own, from the outside to the inside and from left to right. "None of
 * these" is one bracket; brackets about one character say which.
 */
export function bracketsOf(tree: Requirement): Requirement[] {
  switch (tree.type) {
    case "all":
    case "any":
      return [tree, ...tree.of.flatMap(bracketsOf)];
    case "not":
      return tree.of.type === "any"
        ? [tree, ...tree.of.of.flatMap(bracketsOf)]
        : bracketsOf(tree.of);
    case "characters":
      return meetBracketsOf(tree.meet).map((meet) => ({ ...tree, meet }));
    default:
      return [];
  }
}

function meetBracketsOf(tree: CharacterRequirement): CharacterRequirement[] {
  switch (tree.type) {
    case "all":
    case "any":
      return [tree, ...tree.of.flatMap(meetBracketsOf)];
    case "not":
      return tree.of.type === "any"
        ? [tree, ...tree.of.of.flatMap(meetBracketsOf)]
        : meetBracketsOf(tree.of);
    default:
      return [];
  }
}

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

/** Whether a requirement asks for the watchlist. */
export function asksForWatchlist(tree: Requirement): boolean {
  return conditionsOf(tree).some(({ type }) => type === "cleared");
}

/** The groups that a condition names: readers who may not see one of them may not see the condition. */
export function groupsNamedBy(condition: Condition): string[] {
  return "groupIds" in condition ? condition.groupIds : [];
}
