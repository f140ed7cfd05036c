import type { Requirement } from "#shared/requirements/tree.ts";
import type { ActiveRule, PlannedUser } from "./plan-user.ts";

/** Members of every group that is not open to guests must be members of `groupId`. */
export type CommunityRule = { groupId: string; graceDays: number };

type OfGroup = ActiveRule & { isOpenToGuests: boolean };

/** The rules of groups, each with what the community requires. */
export function withCommunity<Rule extends OfGroup>(
  rules: readonly Rule[],
  community: CommunityRule | undefined,
): Rule[] {
  if (community === undefined) return [...rules];
  return rules.map((rule) =>
    rule.isOpenToGuests ? rule : { ...rule, tree: inCommunity(community, rule.tree) },
  );
}

/** What the community requires, and the requirements of the group, if it has any. */
export function inCommunity(
  { groupId }: Pick<CommunityRule, "groupId">,
  tree?: Requirement,
): Requirement {
  const isMember: Requirement = { type: "member_of", groupIds: [groupId] };
  if (tree === undefined) return isMember;
  return { type: "all", of: [isMember, ...(tree.type === "all" ? tree.of : [tree])] };
}

/** The rules for the memberships of a user in groups without requirements of their own. */
export function impliedRules(
  { memberships }: PlannedUser,
  rules: readonly ActiveRule[],
  community: CommunityRule | undefined,
): ActiveRule[] {
  if (community === undefined) return [];
  const ruled = new Set(rules.map(({ groupId }) => groupId));
  const tree = inCommunity(community);
  return [...memberships].flatMap(([groupId, { isOpenToGuests }]) =>
    isOpenToGuests || ruled.has(groupId)
      ? []
      : [
          {
            groupId,
            tree,
            enrolment: "manual" as const,
            listing: "everyone" as const,
            graceDays: community.graceDays,
          },
        ],
  );
}
