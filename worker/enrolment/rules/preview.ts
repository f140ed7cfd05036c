import type { RoleEffect } from "#shared/discord/roles.ts";
import { COUNT_STEP, previewKindSchema } from "#shared/requirements/rule.ts";
import type {
  FunnelStep,
  Preview,
  PreviewKind,
  PreviewRule,
  Rule,
  MemberCount,
} from "#shared/requirements/rule.ts";
import type { Requirement, CharacterRequirement } from "#shared/requirements/tree.ts";
import { selectMembership } from "#worker/access/guests.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { runBatch } from "#worker/db/batch.ts";
import { selectFollowing, toFollowing } from "#worker/discord/servers/roles/group-roles.ts";
import { heldAboveOf } from "#worker/enrolment/held/asked.ts";
import { plannedUsers } from "#worker/enrolment/passes/planned-users.ts";
import {
  selectRecentRemovals,
  selectWaitingRemovals,
} from "#worker/enrolment/passes/removal-store.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import type { Context } from "#worker/env.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import type { FoundCause } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { UserEvidence } from "#worker/requirements/evaluation/user-evidence.ts";
import { requireDraft } from "./known-names.ts";
import {
  asKnownTo,
  asStranger,
  presentCauses,
  presentPreviewed,
  previewUser,
  rulesFor,
  rulesWith,
  selectPreviewed,
  selectUserCount,
} from "./previewed-user.ts";
import type { Previewed } from "./previewed-user.ts";
import { bracketsOf } from "#shared/requirements/conditions.ts";
import type { PlannedUser } from "#worker/requirements/evaluation/plan-user.ts";

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
  const rowOf = new Map(slice.map((row) => [row.userId, row]));
  const mayKnow = ({ row: { isMember, hasRequested } }: Pick<Previewed, "row">) =>
    actor.isAdmin || isMember === 1 || hasRequested === 1;
  const previewed = planned.flatMap((user) => {
    const its = rowOf.get(user.evidence.userId);
    if (its === undefined) return [];
    const known = asKnownTo(actor, mayKnow({ row: its }) ? user : asStranger(user));
    return [previewUser({ user: known, row: its, rule, group, active, community, now })];
  });
  const shown = previewed.filter(mayKnow).flatMap((user) => presentPreviewed(user, actor, names));
  const unnamed = { ...NO_ONE };
  for (const { kind } of previewed.filter((user) => !mayKnow(user))) {
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

type Candidate = { evidence: UserEvidence };

/** What is found of one user: the first part that is not met, and why if it is the only one. */
type Way = { stoppedAt: number; causes: FoundCause[]; isNear: boolean };

/** The parts of a rule that must all be met. A rule that is no `all` has one. */
function partsOf(tree: Requirement): Requirement[] {
  return tree.type === "all" ? tree.of : [tree];
}

function wayOf(parts: readonly Requirement[], { evidence }: Candidate, now: number): Way {
  const traces = parts.map((part) => evaluate(part, evidence, now));
  const missed = traces.filter(({ outcome }) => outcome !== "met");
  const [first] = missed;
  return {
    stoppedAt: first === undefined ? parts.length : traces.indexOf(first),
    causes: first === undefined ? [] : causesOf(first),
    isNear: missed.length === 1 && parts.length > 1,
  };
}

/** How far users come, part by part, and who lacks one part only. */
function funnelOf<User extends Candidate>(
  rule: Pick<Rule, "tree"> | null,
  users: readonly User[],
  now: number,
): { steps: FunnelStep[]; near: { user: User; causes: FoundCause[] }[] } {
  const parts = rule === null ? [] : partsOf(rule.tree);
  const steps = parts.map((): FunnelStep => ({ met: 0, unmet: 0, unknown: {} }));
  const near: { user: User; causes: FoundCause[] }[] = [];
  for (const user of users) {
    const { stoppedAt, causes, isNear } = wayOf(parts, user, now);
    for (const step of steps.slice(0, stoppedAt)) step.met += 1;
    const step = steps[stoppedAt];
    if (step !== undefined) {
      const [cause] = causes;
      const reason = cause?.outcome === "unknown" ? cause.reading.unknown : null;
      if (reason === null) step.unmet += 1;
      else step.unknown[reason] = (step.unknown[reason] ?? 0) + 1;
    }
    if (isNear) near.push({ user, causes });
  }
  return { steps, near };
}

/** How the members meet each condition and each bracket by itself. */
function countParts(
  rule: Pick<Rule, "tree"> | null,
  members: readonly PlannedUser[],
  now: number,
): Pick<Preview, "conditions" | "brackets"> {
  if (rule === null) return { conditions: [], brackets: [] };
  const count = (part: Requirement): MemberCount => {
    const counts = { met: 0, unmet: 0, unknown: 0 };
    for (const { evidence } of members) counts[evaluate(part, evidence, now).outcome] += 1;
    return counts;
  };
  return {
    conditions: singlesOf(rule.tree).map(count),
    brackets: bracketsOf(rule.tree).map(count),
  };
}

/** Each condition of a tree, with its own "not", as a requirement, in the order of `conditionsOf`. */
function singlesOf(tree: Requirement): Requirement[] {
  switch (tree.type) {
    case "all":
    case "any":
      return tree.of.flatMap(singlesOf);
    case "not":
      return isOneCondition(tree.of) ? [tree] : singlesOf(tree.of);
    case "characters":
      return conditionsIn(tree.meet).map((meet) => ({
        type: "characters",
        which: tree.which,
        meet,
      }));
    default:
      return [tree];
  }
}

function conditionsIn(tree: CharacterRequirement): CharacterRequirement[] {
  switch (tree.type) {
    case "all":
    case "any":
      return tree.of.flatMap(conditionsIn);
    case "not":
      return isOneCondition(tree.of) ? [tree] : conditionsIn(tree.of);
    default:
      return [tree];
  }
}

function isOneCondition({ type }: Requirement | CharacterRequirement): boolean {
  return type !== "all" && type !== "any" && type !== "not" && type !== "characters";
}
