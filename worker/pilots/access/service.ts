import { LOST_DAYS } from "#shared/pilots/access.ts";
import type { Access, HeldAccess, LostAccess } from "#shared/pilots/access.ts";
import { DAY_MS } from "#shared/time.ts";
import { selectLosses } from "#worker/audit/memberships.ts";
import type { LossRow } from "#worker/audit/memberships.ts";
import { selectReviewViews } from "#worker/reviews/views.ts";
import { selectRosterViews } from "#worker/roster/views.ts";
import { selectViews } from "./views.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { selectUserRoles, toUserRoles } from "#worker/discord/servers/roles/user-roles.ts";
import type { Context } from "#worker/env.ts";
import { selectOwnShares } from "#worker/groups/forms/sharing.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import { selectGroupsOfProblems } from "#worker/requirements/names.ts";
import { shownCauses, withoutGroups } from "#worker/requirements/shown-causes.ts";
import { readReach } from "./reach.ts";
import { selectCandidates } from "./candidates.ts";
import { presentConsent, selectConsents } from "./applications.ts";
import { presentFact, selectFacts } from "./facts.ts";
import { presentHeld, selectHeld } from "./held.ts";
import { presentShare } from "./shares.ts";

/** What the actor has and why, could have, and has lost. Two round trips, of which the second only if something is within reach. */
export async function readAccess(context: Context, actor: UserActor): Promise<Access> {
  const { userId, isAdmin } = actor;
  const now = Date.now();
  const [
    held,
    lost,
    candidates,
    rules,
    views,
    rosterViews,
    reviewViews,
    consents,
    facts,
    shares,
    shown,
    ...discord
  ] = await runBatch(context.db, [
    selectHeld({ userId, isAdmin: Number(isAdmin) }),
    selectLosses(userId, now - LOST_DAYS * DAY_MS),
    selectCandidates({ userId, now }),
    selectRules(),
    selectViews(userId, now - LOST_DAYS * DAY_MS),
    selectRosterViews(userId, now - LOST_DAYS * DAY_MS),
    selectReviewViews(userId, now - LOST_DAYS * DAY_MS),
    selectConsents({ userId, isAdmin: Number(isAdmin) }),
    selectFacts({ userId }),
    selectOwnShares({ userId, now }),
    selectGroupsOfProblems(actor),
    ...selectUserRoles(userId),
  ]);
  const reach = await readReach(context, actor, candidates, rules);
  return {
    held: held.map((row) => presentOwn(row, new Set(shown.map(({ id }) => id)))),
    reach,
    lost: lost.map((row) => presentLost(row, actor)),
    roles: toUserRoles(discord, { isOwn: true }),
    applications: consents.map(presentConsent),
    facts: facts.map((row) => presentFact(row, now)),
    shares: shares.flatMap(presentShare),
    views: views.map(({ createdAt }) => createdAt.toISOString()),
    rosterViews: rosterViews.map(({ corporationName, createdAt }) => ({
      corporationName: corporationName ?? "",
      at: createdAt.toISOString(),
    })),
    reviewViews: reviewViews.map(({ groupName, createdAt }) => ({
      groupName: groupName ?? "",
      at: createdAt.toISOString(),
    })),
  };
}

/** Without causes that name a group that the user does not see. */
function presentOwn(
  row: Parameters<typeof presentHeld>[0],
  shown: ReadonlySet<string>,
): HeldAccess {
  const { problem, ...held } = presentHeld(row);
  const viewer = {
    isCharacterShown: () => true,
    isGroupShown: (id: string) => shown.has(id),
    isOwn: true,
  };
  return {
    ...held,
    problem: problem && { ...problem, causes: shownCauses(problem.causes, viewer) },
  };
}

function presentLost(row: LossRow, { isGuest }: UserActor): LostAccess {
  const { causes } = withoutGroups({ causes: row.detail.causes ?? [] });
  return {
    kind: "group",
    // A link would tell a guest whether the group still exists.
    groupId: row.effectiveVisibility === "public" && !isGuest ? row.groupId : null,
    groupName: row.groupName ?? "",
    how: howLost(row),
    causes,
    at: row.createdAt.toISOString(),
  };
}

function howLost({ kind, actorKind, detail }: LossRow): LostAccess["how"] {
  if (kind === "group_deleted") return "deleted";
  if (kind === "member_left") return "left";
  if (detail.until != null) return "ended";
  return actorKind === "rule" ? "rule" : "removed";
}
