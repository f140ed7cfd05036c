import { asksForWatchlist } from "#shared/requirements/conditions.ts";
import { refusalForOwners } from "#shared/requirements/owners.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** Why the actor may not write these requirements; undefined if the actor may. */
export function writeRefusal(
  rule: Pick<Rule, "tree" | "enrolment">,
  { isAdmin }: Pick<UserActor, "isAdmin">,
): ApiError | undefined {
  const refusal = isAdmin ? undefined : refusalForOwners(rule);
  if (refusal !== undefined) return new ApiError(refusal);
  return asksForRefused(rule.tree) ? new ApiError("requirements_of_refused") : undefined;
}

/** Whether "not on the watchlist" is turned round: the members of the group would be a list of people who are on it. */
function asksForRefused(tree: Requirement): boolean {
  if (tree.type === "not") return asksForWatchlist(tree.of);
  return (tree.type === "all" || tree.type === "any") && tree.of.some(asksForRefused);
}
