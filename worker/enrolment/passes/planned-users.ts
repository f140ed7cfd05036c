import type { RuleNames } from "#shared/requirements/cause.ts";
import { sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { selectEvidence } from "#worker/requirements/evidence/select-evidence.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import {
  mentionedIn,
  selectAffiliationNames,
  selectEveNames,
  selectGroupNames,
  selectOtherNames,
  toRuleNames,
} from "#worker/requirements/names.ts";
import { inCommunity } from "#worker/requirements/evaluation/community.ts";
import type { CommunityRule } from "#worker/requirements/evaluation/community.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import type { ActiveRule, PlannedUser } from "#worker/requirements/evaluation/plan-user.ts";
import { membershipProblemOf, selectMemberships, selectQualifications } from "./slice-store.ts";

/**
 * Everything that the rules decide on about these users, and the names that explain it, in one round trip. `now` in
 * milliseconds. Memberships are those in groups with rules, and in `moreGroupIds`.
 */
export async function plannedUsers(
  { db }: Context,
  userIds: readonly string[],
  rules: readonly ActiveRule[],
  community: CommunityRule | undefined,
  now: number,
  moreGroupIds: readonly string[] = [],
): Promise<{ users: PlannedUser[]; names: RuleNames }> {
  const trees = [...rules.map(({ tree }) => tree), ...(community ? [inCommunity(community)] : [])];
  const mentioned = mentionedIn(trees);
  if (userIds.length === 0 || trees.length + moreGroupIds.length === 0) {
    return { users: [], names: toRuleNames(mentioned, [], [], []) };
  }
  const needs = needsOf(trees);
  const users = sql`select value as userId from json_each(${JSON.stringify(userIds)})`;
  const groupIds = community ? "all" : [...rules.map(({ groupId }) => groupId), ...moreGroupIds];
  const [memberships, qualifications, eveNames, ownNames, groupNames, others, ...results] =
    await runBatch(db, [
      selectMemberships(userIds, groupIds),
      selectQualifications(userIds),
      selectEveNames(mentioned.eve),
      selectAffiliationNames(userIds),
      selectGroupNames(mentioned.groups),
      selectOtherNames(mentioned),
      ...selectEvidence(users, needs),
    ]);
  const listedFor = Map.groupBy(qualifications, ({ userId }) => userId);
  const ofUser = Map.groupBy(memberships, ({ userId }) => userId);
  const planned = toEvidence(results, needs, now).map((evidence) => ({
    evidence,
    memberships: new Map(
      (ofUser.get(evidence.userId) ?? []).map((row) => [
        row.groupId,
        { role: row.role, isOpenToGuests: row.isOpenToGuests, problem: membershipProblemOf(row) },
      ]),
    ),
    qualifications: new Set((listedFor.get(evidence.userId) ?? []).map(({ groupId }) => groupId)),
  }));
  return {
    users: planned,
    names: toRuleNames(mentioned, [...eveNames, ...ownNames], groupNames, others),
  };
}
