import type { GroupRole } from "#shared/groups/groups.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Enrolment, Listing } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { causesOf } from "./causes.ts";
import type { FoundCause } from "./causes.ts";
import { evaluate } from "./evaluate.ts";
import type { Trace } from "./evaluate.ts";
import type { UserEvidence } from "./user-evidence.ts";

/** The requirements of a group, as they are enforced. */
export type ActiveRule = {
  groupId: string;
  tree: Requirement;
  enrolment: Enrolment;
  listing: Listing;
  graceDays: number;
};

/** Instants are milliseconds since 1970. */
export type Problem = {
  outcome: "unmet" | "unknown";
  since: number;
  graceStartedAt: number | null;
  /** When the membership ends. Null for the owner, and while no unmet condition has been found. */
  graceEndsAt: number | null;
  causes: FoundCause[];
  checkedAt: number;
};

export type PlannedUser = {
  evidence: UserEvidence;
  /** The memberships in groups with requirements; if the community has some, all memberships. */
  memberships: ReadonlyMap<
    string,
    { role: GroupRole; isOpenToGuests: boolean; problem: Problem | null }
  >;
  /** Groups that are listed for this user because of their requirements. */
  qualifications: ReadonlySet<string>;
};

export type Change =
  | { kind: "join"; groupId: string }
  /** `begins`: a grace period, or a time without evidence; null if the problem only changes. */
  | { kind: "problem"; groupId: string; begins: "grace" | "unknown" | null; problem: Problem }
  | { kind: "recover"; groupId: string; endsGrace: boolean }
  /** Whether the user finds the group, if only users who meet its requirements do. */
  | { kind: "listing"; groupId: string; isListed: boolean };

/**
 * What the rules make of a user: pure, and the same for enforcement and preview. `rules` come in the order of
 * `inOrderOfDependence`, so that a membership counts for the groups that require it. A removal is not among the changes: it
 * follows from a problem whose grace period has ended and that was checked after that (`isRemovalDue`).
 */
export function planUser(user: PlannedUser, rules: readonly ActiveRule[], now: number): Change[] {
  const groupIds = new Set(user.evidence.groupIds);
  const evidence = { ...user.evidence, groupIds };
  const changes: Change[] = [];
  for (const rule of rules) {
    const membership = user.memberships.get(rule.groupId);
    const mayEnrol = rule.enrolment === "automatic" && !evidence.isSuspended;
    const isRestricted = rule.listing === "qualified";
    // Nothing follows from the requirements of this group.
    if (membership === undefined && !mayEnrol && !isRestricted) continue;
    const trace = evaluate(rule.tree, evidence, now);
    if (isRestricted) changes.push(...listingChange(user, rule, trace.outcome));
    if (membership === undefined) {
      if (!mayEnrol || trace.outcome !== "met") continue;
      groupIds.add(rule.groupId);
      changes.push({ kind: "join", groupId: rule.groupId });
      continue;
    }
    const { role, problem } = membership;
    if (trace.outcome === "met") {
      if (problem !== null) {
        const endsGrace = problem.graceStartedAt !== null;
        changes.push({ kind: "recover", groupId: rule.groupId, endsGrace });
      }
      continue;
    }
    const next = nextProblem(trace.outcome, problem, { rule, role, now });
    const found = { ...next, causes: causesIn(trace, rule.tree, evidence, now), checkedAt: now };
    if (problem !== null && isUnchanged(problem, found)) continue;
    const begins = beginning(problem, found);
    changes.push({ kind: "problem", groupId: rule.groupId, begins, problem: found });
  }
  return changes;
}

/**
 * Where the watchlist decides, also beside other conditions, it alone is the cause: by one of the others, readers from whom a problem of
 * the watchlist is kept would get it (docs/decisions/0121).
 */
function causesIn(trace: Trace, tree: Requirement, evidence: UserEvidence, now: number) {
  const causes = causesOf(trace);
  const ofWatchlist = causes.filter(({ condition }) => condition.type === "cleared");
  if (ofWatchlist.length === 0) return causes;
  const { outcome } = evaluate(tree, { ...evidence, refused: "no" }, now);
  return outcome === trace.outcome ? causes : ofWatchlist;
}

/** What is not known changes nothing: an outage hides no group, and shows none. */
function listingChange(
  { qualifications }: PlannedUser,
  { groupId }: ActiveRule,
  outcome: Outcome,
): Change[] {
  const isListed = outcome === "met";
  if (outcome === "unknown" || isListed === qualifications.has(groupId)) return [];
  return [{ kind: "listing", groupId, isListed }];
}

/** Whether a membership is to be ended now. A problem that was found before the grace period ended must be checked again. */
export function isRemovalDue({ outcome, graceEndsAt, checkedAt }: Problem, now: number): boolean {
  return (
    outcome === "unmet" && graceEndsAt !== null && graceEndsAt <= now && checkedAt >= graceEndsAt
  );
}

/** A grace period starts with the first unmet condition. It is never shortened, and unknown evidence does not end it. */
function nextProblem(
  outcome: Exclude<Outcome, "met">,
  before: Problem | null,
  { rule, role, now }: { rule: ActiveRule; role: GroupRole; now: number },
): Pick<Problem, "outcome" | "since" | "graceStartedAt" | "graceEndsAt"> {
  const since = before?.outcome === outcome ? before.since : now;
  const { graceStartedAt = null, graceEndsAt = null } = before ?? {};
  if (role === "owner") return { outcome, since, graceStartedAt: null, graceEndsAt: null };
  if (outcome === "unknown") return { outcome, since, graceStartedAt, graceEndsAt };
  const startedAt = graceStartedAt ?? now;
  const endsAt = Math.max(graceEndsAt ?? 0, startedAt + rule.graceDays * DAY_MS);
  return { outcome, since, graceStartedAt: startedAt, graceEndsAt: endsAt };
}

/** A problem is written again only if something about it changes, or if its removal waits for this check. */
function isUnchanged(before: Problem, after: Problem): boolean {
  return (
    before.outcome === after.outcome &&
    before.graceStartedAt === after.graceStartedAt &&
    before.graceEndsAt === after.graceEndsAt &&
    isRemovalDue(before, after.checkedAt) === isRemovalDue(after, after.checkedAt) &&
    sameCauses(before.causes, after.causes)
  );
}

function beginning(before: Problem | null, after: Problem): "grace" | "unknown" | null {
  if (after.graceStartedAt !== null && before?.graceStartedAt == null) return "grace";
  return after.outcome === "unknown" && before?.outcome !== "unknown" ? "unknown" : null;
}

/** When a fact was confirmed does not count: that changes with every check. */
function sameCauses(before: FoundCause[], after: FoundCause[]): boolean {
  const keyOf = (causes: FoundCause[]) =>
    JSON.stringify(
      causes.map(({ outcome, isNegated, condition, character, reading }) => [
        outcome,
        isNegated,
        condition,
        character?.characterId,
        reading.unknown,
        reading.fact,
      ]),
    );
  return keyOf(before) === keyOf(after);
}
