import { COUNT_STEP, previewKindSchema } from "#shared/requirements/rule.ts";
import type { Preview, PreviewKind, PreviewRule } from "#shared/requirements/rule.ts";
import type { RoleEffect } from "#shared/discord/roles.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { BUDGETS } from "#worker/config.ts";
import { runBatch } from "#worker/db/batch.ts";
import { selectFollowing, toFollowing } from "#worker/discord/servers/roles/following-roles.ts";
import type { Context } from "#worker/env.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { selectMembership } from "#worker/access/guests.ts";
import { heldAboveOf } from "#worker/enrolment/held/asked.ts";
import {
  selectRecentRemovals,
  selectWaitingRemovals,
} from "#worker/enrolment/passes/removal-store.ts";
import { plannedUsers } from "#worker/enrolment/passes/planned-users.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import { countParts } from "./count-parts.ts";
import { funnelOf } from "./funnel.ts";
import { requireDraft } from "./known-groups.ts";
import { selectPreviewed, selectUserCount } from "./preview-store.ts";
import {
  presentCauses,
  presentPreviewed,
  previewUser,
  rulesFor,
  rulesWith,
  asKnownTo,
  asStranger,
} from "./previewed-user.ts";
import type { Previewed } from "./previewed-user.ts";

/** People of a slice who are named as near. */
const MOST_NEAR = 50;

const NO_ONE: Record<PreviewKind, number> = {
  join: 0,
  could_join: 0,
  grace: 0,
  remove: 0,
  unknown: 0,
  recover: 0,
};

/** What becomes of the Discord roles that the group gives. */
const EFFECTS: Partial<Record<PreviewKind, RoleEffect>> = {
  join: "gain",
  grace: "lose_after_grace",
  remove: "lose",
};

/**
 * What saving a rule does with one slice of all users: the same evaluation that would follow, without its writes. The names
 * of users who are neither members nor applicants are for system administrators only.
 */
export async function previewRequirements(
  context: Context,
  actor: UserActor,
  groupId: string,
  { rule, after = "" }: PreviewRule,
): Promise<Preview> {
  const now = Date.now();
  const limit = BUDGETS[context.config.PLAN].evaluatedUsers;
  const [[row], rules, [community], found, recent, waiting, [users], ...following] = await runBatch(
    context.db,
    [
      selectGroup(actor.userId, groupId),
      selectRules(),
      selectMembership(),
      selectPreviewed({ groupId, after, limit: limit + 1 }),
      selectRecentRemovals(now),
      selectWaitingRemovals(),
      selectUserCount({ isFirst: Number(after === "") }),
      ...selectFollowing({ groupId, after, limit, isAdmin: actor.isAdmin, now }),
    ],
  );
  const group = await requireDraft(context, actor, row, rule, rules);

  const slice = found.slice(0, limit);
  const active = rulesWith(rule, group, rulesFor(actor, rules), community);
  const { users: planned, names } = await plannedUsers(
    context,
    slice.map(({ userId }) => userId),
    active,
    community,
    now,
    [groupId],
  );
  const rowOf = new Map(slice.map((one) => [one.userId, one]));
  const mayKnow = ({ row: { isMember, hasRequested } }: Pick<Previewed, "row">) =>
    actor.isAdmin || isMember === 1 || hasRequested === 1;
  const previewed = planned.flatMap((user) => {
    const its = rowOf.get(user.evidence.userId);
    if (its === undefined) return [];
    const known = asKnownTo(actor, mayKnow({ row: its }) ? user : asStranger(user));
    return [previewUser({ user: known, row: its, rule, group, active, community, now })];
  });
  const shown = previewed.filter(mayKnow).flatMap((one) => presentPreviewed(one, actor, names));
  const unnamed = { ...NO_ONE };
  for (const { kind } of previewed.filter((one) => !mayKnow(one))) {
    if (kind !== null) unnamed[kind] += 1;
  }
  for (const kind of previewKindSchema.options) {
    unnamed[kind] = Math.round(unnamed[kind] / COUNT_STEP) * COUNT_STEP;
  }
  const effects = previewed.flatMap(({ kind, row: { userId } }) => {
    const effect = kind === null ? undefined : EFFECTS[kind];
    return effect === undefined ? [] : [[userId, effect] as const];
  });
  const candidates = previewed.filter(({ row: { isMember } }) => isMember === 0);
  const { steps, near } = funnelOf(
    rule,
    candidates.map(({ user, row: its }) => ({ evidence: user.evidence, row: its })),
    now,
  );
  const last = slice.at(-1);
  return {
    users: shown,
    unnamed,
    ...countParts(
      rule,
      planned.filter(({ evidence }) => rowOf.get(evidence.userId)?.isMember === 1),
      now,
    ),
    funnel: actor.isAdmin ? { candidates: candidates.length, steps } : null,
    near: near
      .filter(({ user }) => mayKnow(user))
      .slice(0, MOST_NEAR)
      .map(({ user: { row: its }, causes }) => ({
        userId: its.userId,
        mainCharacterId: its.mainCharacterId,
        mainCharacterName: its.mainCharacterName,
        causes: presentCauses(causes, its, actor, names),
      })),
    checked: slice.length,
    checkedMembers: slice.filter(({ isMember }) => isMember === 1).length,
    total: after === "" ? (users?.count ?? 0) : null,
    memberCount: group.memberCount,
    heldAbove: heldAboveOf(group, recent, waiting),
    discordRoles: toFollowing(following, actor.isAdmin ? new Map(effects) : null),
    after: found.length > limit && last !== undefined ? last.userId : null,
  };
}
