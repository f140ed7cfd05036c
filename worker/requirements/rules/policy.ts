import { conditionsOf } from "#shared/requirements/conditions.ts";
import type { Condition, Requirement } from "#shared/requirements/tree.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** What every signed-in user can see of a main. With other conditions, owners could find out about alts of their members. */
const OWNERS_CONDITIONS: ReadonlySet<Condition["type"]> = new Set([
  "corporation",
  "alliance",
  "time_in_corporation",
  "character_age",
  "skills",
  "total_sp",
  "member_of",
  "discord_linked",
] satisfies Condition["type"][]);

type Actor = Pick<UserActor, "isAdmin">;

/** Why the actor may not write these requirements; undefined if the actor may. */
export function writeRefusal(
  { tree, enrolment }: Pick<Rule, "tree" | "enrolment">,
  { isAdmin }: Actor,
): ApiError | undefined {
  if (isAdmin) return undefined;
  if (enrolment === "automatic") {
    return new ApiError("forbidden", "Only system administrators can enrol members automatically.");
  }
  if (!conditionsOf(tree).every(({ type }) => OWNERS_CONDITIONS.has(type))) {
    return new ApiError("forbidden", "Only system administrators can use one of these conditions.");
  }
  if (!isAboutMains(tree)) {
    return new ApiError(
      "forbidden",
      "Only system administrators can set conditions on characters other than the main.",
    );
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
