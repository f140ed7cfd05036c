import { english } from "#shared/english.ts";
import type { Rule } from "./rule.ts";
import { conditionsOf } from "./conditions.ts";
import type { Condition, Requirement } from "./tree.ts";

/**
 * The conditions that owners may use, on mains: what every signed-in user can see of a main. With others, owners could find
 * out about the alts of their members. System administrators may use all.
 */
export const OWNERS_CONDITIONS: ReadonlySet<Condition["type"]> = new Set([
  "corporation",
  "alliance",
  "time_in_corporation",
  "character_age",
  "skills",
  "total_sp",
  "member_of",
  "discord_linked",
] satisfies Condition["type"][]);

/** The reasons of `refusalForOwners`, in English. */
export const OWNERS_REFUSALS = {
  requirements_automatic: english`Only system administrators can enrol members automatically.`,
  requirements_condition: english`Only system administrators can use one of these conditions.`,
  requirements_alts: english`Only system administrators can set conditions on characters other than the main.`,
} as const;

/** Why only system administrators may write these requirements; undefined if owners may, too. */
export function refusalForOwners({
  tree,
  enrolment,
}: Pick<Rule, "tree" | "enrolment">): keyof typeof OWNERS_REFUSALS | undefined {
  if (enrolment === "automatic") {
    return "requirements_automatic";
  }
  if (!conditionsOf(tree).every(({ type }) => OWNERS_CONDITIONS.has(type))) {
    return "requirements_condition";
  }
  if (!isAboutMains(tree)) {
    return "requirements_alts";
  }
  return undefined;
}

function isAboutMains(tree: Requirement): boolean {
  switch (tree.type) {
    case "all":
    case "any":
      return tree.of.every(isAboutMains);
    case "not":
      return isAboutMains(tree.of);
    case "characters":
      return tree.which === "main";
    default:
      return true;
  }
}
