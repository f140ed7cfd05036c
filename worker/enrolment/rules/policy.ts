import { asksForWatchlist } from "#shared/requirements/conditions.ts";
import { refusalForOwners } from "#shared/requirements/owners.ts";
import type { Rule, SaveRule } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { Allowed } from "#worker/access/allowed.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireAbility } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { ApiError } from "#worker/http/api-error.ts";

const policy = Symbol("requirements of a group");

type StoredRule = Rule & { version: number };
type SavedRule = { group: AuthorizedGroup; before: StoredRule | undefined; rule: Rule | null };
export type InRules<Act extends string> = Allowed<typeof policy, Act, SavedRule, UserActor>;

/** The owner replaces the requirements that were read; `before`: those of now. Null for none. */
export function requireSaving(
  group: AuthorizedGroup,
  before: StoredRule | undefined,
  { rule, version }: SaveRule,
): InRules<"save"> {
  const { reader } = group;
  requireAbility(group, "edit");
  // Who meets a rule is what a check of it would tell.
  if (rule !== null) requireNoGuest(reader);
  if ((before?.version ?? null) !== version) throw new ApiError("requirements_changed");
  const refusal = [rule, before]
    .map((version) => version && writeRefusal(version, reader))
    .find(Boolean);
  if (refusal) throw refusal;
  return new Allowed(policy, "save", { group, before, rule }, reader);
}

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
