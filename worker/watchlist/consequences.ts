import { sql } from "drizzle-orm";
import { asksForWatchlist } from "#shared/requirements/conditions.ts";
import { holdOf } from "#shared/requirements/limits.ts";
import { MAX_PREVIEWED } from "#shared/watch-limits.ts";
import type { WatchConsequence } from "#shared/watchlist.ts";
import { selectMembership } from "#worker/access/guests.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { idsIn, orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { heldAboveOf } from "#worker/enrolment/held/asked.ts";
import { plannedUsers } from "#worker/enrolment/passes/planned-users.ts";
import {
  selectRecentRemovals,
  selectWaitingRemovals,
} from "#worker/enrolment/passes/removal-store.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import { impliedRules, withCommunity } from "#worker/requirements/evaluation/community.ts";
import { groupsIn, inOrderOfDependence } from "#worker/requirements/evaluation/dependencies.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { ActiveRule, PlannedUser } from "#worker/requirements/evaluation/plan-user.ts";
import { selectShownGroups } from "#worker/requirements/names.ts";
import type { StoredFinding } from "./store.ts";

/**
 * The memberships that end if an entry refuses these characters, by the evaluation that would follow, and those that end because
 * these have ended. Three round trips.
 */
export async function consequencesOf(
  context: Context,
  actor: UserActor,
  hits: readonly StoredFinding[],
): Promise<WatchConsequence[]> {
  const now = Date.now();
  const nameOf = new Map(hits.map(({ userId, mainName }) => [userId, mainName]));
  const hit = new Set(hits.map(({ characterId }) => characterId));
  const [saved, [community], recent, waiting] = await runBatch(context.db, [
    selectRules(),
    selectMembership(),
    selectRecentRemovals(now),
    selectWaitingRemovals(),
  ]);
  const rules = concerned(withCommunity(saved, community));
  const isCommunityConcerned = rules.some(({ groupId }) => groupId === community?.groupId);
  const { users } = await plannedUsers(context, [...nameOf.keys()], rules, community, now);
  const lost = users.flatMap((user) => {
    const isHit = user.evidence.characters.some(
      ({ characterId, isUnconfirmed }) => hit.has(characterId) && !isUnconfirmed,
    );
    if (!isHit) return [];
    const implied = isCommunityConcerned ? impliedRules(user, rules, community) : [];
    return endingFor(user, [...rules, ...implied], now).map((rule) => ({ ...rule, user }));
  });
  const ending = [...Map.groupBy(lost, ({ groupId }) => groupId)].map(([groupId, ofGroup]) => ({
    groupId,
    graceDays: ofGroup[0]?.graceDays ?? 0,
    users: ofGroup.map(({ user }) => user),
  }));
  const ids = ending.map(({ groupId }) => groupId);
  const [shown, counts] = await runBatch(context.db, [
    selectShownGroups(ids, actor),
    selectMemberCounts(ids),
  ]);
  const all = ending.reduce((sum, one) => sum + one.users.length, 0);
  return ending.map(({ groupId, graceDays, users: ofGroup }) => {
    const name = shown.find(({ id }) => id === groupId)?.name;
    const memberCount = counts.find(({ id }) => id === groupId)?.memberCount ?? 0;
    const inOthers = { groupId: null, count: all - ofGroup.length };
    const above = heldAboveOf({ id: groupId, memberCount }, [...recent, inOthers], waiting);
    return {
      group: name === undefined ? null : { groupId, name },
      users: ofGroup.slice(0, MAX_PREVIEWED).map(({ evidence: { userId } }) => ({
        userId,
        mainName: nameOf.get(userId) ?? "",
      })),
      count: ofGroup.length,
      graceDays,
      isHeld: holdOf(ofGroup.length, above) !== null,
    };
  });
}

/** The rules that ask for the watchlist, and those that ask for a membership of these, in the order in which they follow. */
function concerned(rules: readonly ActiveRule[]): ActiveRule[] {
  const ids = new Set<string>();
  return inOrderOfDependence(rules).filter(({ groupId, tree }) => {
    const isConcerned = asksForWatchlist(tree) || groupsIn(tree).some((id) => ids.has(id));
    if (isConcerned) ids.add(groupId);
    return isConcerned;
  });
}

/** The rules by which memberships of the user end, once the user is refused. Owners keep theirs. */
function endingFor(
  { evidence, memberships }: PlannedUser,
  rules: readonly ActiveRule[],
  now: number,
): ActiveRule[] {
  const groupIds = new Set(evidence.groupIds);
  const refused = { ...evidence, groupIds, refused: "yes" as const };
  return rules.filter(({ groupId, tree }) => {
    const membership = memberships.get(groupId);
    if (membership === undefined || membership.role === "owner") return false;
    const ends =
      evaluate(tree, evidence, now).outcome !== "unmet" &&
      evaluate(tree, refused, now).outcome === "unmet";
    if (ends) groupIds.delete(groupId);
    return ends;
  });
}

function selectMemberCounts(ids: readonly string[]) {
  return rows({ id: groups.id, memberCount: groups.memberCount }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(sql`${groups.id} in ${idsIn(ids)}`),
  );
}
