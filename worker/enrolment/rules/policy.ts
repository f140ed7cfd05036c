import { refusalForOwners } from "#shared/requirements/owners.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** Why the actor may not write these requirements; undefined if the actor may. */
export function writeRefusal(
  rule: Pick<Rule, "tree" | "enrolment">,
  { isAdmin }: Pick<UserActor, "isAdmin">,
): ApiError | undefined {
  const refusal = isAdmin ? undefined : refusalForOwners(rule);
  return refusal === undefined ? undefined : new ApiError(refusal);
}
