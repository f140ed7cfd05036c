import { sql } from "drizzle-orm";
import { asksForWatchlist } from "#shared/requirements/conditions.ts";
import { exceedsLimit, HELD_ABOVE_IN_ALL } from "#shared/requirements/limits.ts";
import type { WatchConsequence } from "#shared/watchlist.ts";
import { selectMembership } from "#worker/access/guests.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { plannedUsers } from "#worker/enrolment/passes/planned-users.ts";
import { selectRecentRemovals } from "#worker/enrolment/passes/removal-store.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import { withCommunity } from "#worker/requirements/evaluation/community.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { selectShownGroups } from "#worker/requirements/names.ts";
import type { StoredFinding } from "./store.ts";

/** The memberships that end if an entry refuses these characters, by the evaluation that would follow. Three round trips. */
export async function consequencesOf(
  context: Context,
  actor: UserActor,
  hits: readonly StoredFinding[],
): Promise<WatchConsequence[]> {
  const now = Date.now();
  const nameOf = new Map(hits.map(({ userId, mainName }) => [userId, mainName]));
  const hit = new Set(hits.map(({ characterId }) => characterId));
  const [saved, [community], recent] = await runBatch(context.db, [
    selectRules(),
    selectMembership(),
    selectRecentRemovals(now),
  ]);
  const rules = withCommunity(saved, community).filter(({ tree }) => asksForWatchlist(tree));
  const { users } = await plannedUsers(context, [...nameOf.keys()], rules, community, now);
  const ending = rules.flatMap(({ groupId, tree, graceDays }) => {
    const ofGroup = users.filter(({ evidence, memberships }) => {
      const membership = memberships.get(groupId);
      if (membership === undefined || membership.role === "owner") return false;
      const isHit = evidence.characters.some(
        ({ characterId, isUnconfirmed }) => hit.has(characterId) && !isUnconfirmed,
      );
      const refused = { ...evidence, refused: "yes" as const };
      return (
        isHit &&
        evaluate(tree, evidence, now).outcome !== "unmet" &&
        evaluate(tree, refused, now).outcome === "unmet"
      );
    });
    return ofGroup.length === 0 ? [] : [{ groupId, graceDays, users: ofGroup }];
  });
  const ids = ending.map(({ groupId }) => groupId);
  const [shown, counts] = await runBatch(context.db, [
    selectShownGroups(ids, actor),
    selectMemberCounts(ids),
  ]);
  const lostOf = (id: string) => recent.find(({ groupId }) => groupId === id)?.count ?? 0;
  const all =
    recent.reduce((sum, { count }) => sum + count, 0) +
    ending.reduce((sum, one) => sum + one.users.length, 0);
  return ending.map(({ groupId, graceDays, users: ofGroup }) => {
    const name = shown.find(({ id }) => id === groupId)?.name;
    const members = counts.find(({ id }) => id === groupId)?.memberCount ?? 0;
    const lost = lostOf(groupId);
    return {
      group: name === undefined ? null : { groupId, name },
      users: ofGroup.map(({ evidence: { userId } }) => ({
        userId,
        mainName: nameOf.get(userId) ?? "",
      })),
      graceDays,
      isHeld: exceedsLimit(ofGroup.length + lost, members + lost) || all > HELD_ABOVE_IN_ALL,
    };
  });
}

function selectMemberCounts(ids: readonly string[]) {
  return rows({ id: groups.id, memberCount: groups.memberCount }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(sql`${groups.id} in (select value from json_each(${JSON.stringify(ids)}))`),
  );
}
