import type { Cause, RuleNames } from "#shared/requirements/cause.ts";
import type { PreviewedUser, PreviewKind, Rule } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { impliedRules, withCommunity } from "#worker/requirements/evaluation/community.ts";
import type { CommunityRule } from "#worker/requirements/evaluation/community.ts";
import type { FoundCause } from "#worker/requirements/evaluation/causes.ts";
import { inOrderOfDependence } from "#worker/requirements/evaluation/dependencies.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { isRemovalDue, planUser } from "#worker/requirements/evaluation/plan-user.ts";
import type { ActiveRule, Change, PlannedUser } from "#worker/requirements/evaluation/plan-user.ts";
import { asksForWatchlist } from "#shared/requirements/conditions.ts";
import { withNames } from "#worker/requirements/names.ts";
import { areOfWatchlistAlone } from "#worker/requirements/problems.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";
import { and, asc, desc, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isPendingRequest } from "#worker/access/pending.ts";

type SavedRule = ActiveRule & { isOpenToGuests: boolean };

/** Owners try out their drafts without the watchlist, also where the rule of another group asks for it. */
export function rulesFor<Rule extends ActiveRule>(
  { isAdmin }: UserActor,
  rules: readonly Rule[],
): readonly Rule[] {
  return isAdmin ? rules : rules.filter(({ tree }) => !asksForWatchlist(tree));
}

/** All rules, as they would be enforced if `rule` was saved for the group. */
export function rulesWith(
  rule: Rule | null,
  { id, isOpenToGuests }: AuthorizedGroup,
  saved: readonly SavedRule[],
  community: CommunityRule | undefined,
): ActiveRule[] {
  const others = saved.filter(({ groupId }) => groupId !== id);
  const edited = rule === null ? [] : [{ groupId: id, isOpenToGuests, ...rule }];
  return inOrderOfDependence<ActiveRule>(withCommunity([...others, ...edited], community));
}

/** Who finds the group follows from the same outcome. */
type MembershipChange = Exclude<Change, { kind: "listing" }>;

export type Previewed = {
  user: PlannedUser;
  row: PreviewedRow;
  /** All rules that apply to the user. */
  rules: readonly ActiveRule[];
  /** Null: saving changes nothing for the user. */
  kind: PreviewKind | null;
  change: MembershipChange | undefined;
};

export function previewUser({
  user,
  row,
  rule,
  group,
  active,
  community,
  now,
}: {
  user: PlannedUser;
  row: PreviewedRow;
  rule: Rule | null;
  group: AuthorizedGroup;
  /** As `rulesWith` returns them. */
  active: readonly ActiveRule[];
  community: CommunityRule | undefined;
  now: number;
}): Previewed {
  const rules = [...active, ...impliedRules(user, active, community)];
  const change = planUser(user, rules, now).find(
    (one): one is MembershipChange => one.groupId === group.id && one.kind !== "listing",
  );
  const previewed = { user, row, rules, change };
  if (change !== undefined) return { ...previewed, kind: kindOf(change, now) };
  const tree = treeOf(previewed, group.id);
  // Without requirements nothing is left that the grace period would end for.
  const problem = user.memberships.get(group.id)?.problem;
  if (tree === undefined && problem?.graceEndsAt != null) return { ...previewed, kind: "recover" };
  const couldJoin =
    rule?.enrolment === "manual" &&
    tree !== undefined &&
    row.isMember === 0 &&
    evaluate(tree, user.evidence, now).outcome === "met";
  return { ...previewed, kind: couldJoin ? "could_join" : null };
}

/** A user as the reader may know them: others than administrators get the answer of a world without the watchlist. */
export function asKnownTo({ isAdmin }: UserActor, user: PlannedUser): PlannedUser {
  if (isAdmin) return user;
  const memberships = new Map(
    [...user.memberships].map(([groupId, one]) => [
      groupId,
      one.problem !== null && areOfWatchlistAlone(one.problem.causes)
        ? { ...one, problem: null }
        : one,
    ]),
  );
  return { ...user, memberships };
}

/** A user of whom the reader may not know whether Discord is linked, or a suspension: counts of drafts would tell it. */
export function asStranger(user: PlannedUser): PlannedUser {
  return { ...user, evidence: { ...user.evidence, isDiscordHidden: true, isSuspended: false } };
}

/** What members of the group must meet, once the rule is saved. */
export function treeOf({ rules }: Pick<Previewed, "rules">, id: string): Requirement | undefined {
  return rules.find(({ groupId }) => groupId === id)?.tree;
}

/** A problem that saving leaves as it is has no kind. */
function kindOf(change: MembershipChange, now: number): PreviewKind | null {
  if (change.kind !== "problem") return change.kind;
  if (isRemovalDue(change.problem, now)) return "remove";
  if (change.problem.outcome === "unknown") return "unknown";
  // The owner has no grace, and is never removed.
  return change.problem.graceEndsAt === null ? null : "grace";
}

export function presentPreviewed(
  { row, kind, change }: Previewed,
  actor: UserActor,
  names: RuleNames,
): PreviewedUser[] {
  if (kind === null) return [];
  const { isMember: _, ...user } = presentUser(row);
  const problem = change?.kind === "problem" ? change.problem : null;
  const endsAt = problem?.graceEndsAt ?? null;
  return [
    {
      ...user,
      kind,
      causes: presentCauses(problem?.causes ?? [], row, actor, names),
      graceEndsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    },
  ];
}

export function presentUser({ isMember, hasRequested, ...user }: PreviewedRow) {
  return { ...user, isMember: isMember === 1, hasRequested: hasRequested === 1 };
}

/** Owners read the names of mains only. */
export function presentCauses(
  causes: readonly FoundCause[],
  { mainCharacterId }: PreviewedRow,
  { isAdmin }: UserActor,
  names: RuleNames,
): Cause[] {
  return shownCauses(withNames(causes, names), {
    isCharacterShown: (id) => isAdmin || id === mainCharacterId,
    // A rule names only groups that its author sees.
    isGroupShown: () => true,
    isKeeper: isAdmin,
  });
}

const groupId = sql.placeholder("groupId");

const isOfGroup = and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, users.id));
const hasAsked = and(
  eq(joinRequests.groupId, groupId),
  eq(joinRequests.userId, users.id),
  isPendingRequest,
);

/** A user, with what ties them to the group. */
const previewed = {
  userId: users.id,
  mainCharacterId: users.mainCharacterId,
  mainCharacterName: characters.name,
  isMember: sql<number>`${groupMembers.userId} is not null`,
  hasRequested: sql<number>`${joinRequests.id} is not null`,
};

/** Users in the order of their ids. */
export const selectPreviewed = prepare(previewed, (fields) =>
  orm
    .select(fields)
    .from(users)
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .leftJoin(groupMembers, isOfGroup)
    .leftJoin(joinRequests, hasAsked)
    .where(gt(users.id, sql.placeholder("after")))
    .orderBy(asc(users.id))
    .limit(sql.placeholder("limit")),
);
type PreviewedRow = RowOfStatement<typeof selectPreviewed>;

const own = alias(characters, "own");

/**
 * The user with a character of this name: a main before an alt. Owners (`isAdmin` 0) find the mains of members and applicants
 * only: whose alt a character is, and what a rule makes of strangers, is not theirs to know.
 */
export const selectByCharacter = prepare(previewed, (fields) =>
  orm
    .select(fields)
    .from(own)
    .crossJoin(users)
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .leftJoin(groupMembers, isOfGroup)
    .leftJoin(joinRequests, hasAsked)
    .where(
      and(
        eq(own.nameFolded, sql.placeholder("nameFolded")),
        eq(users.id, own.userId),
        or(
          sql`${sql.placeholder("isAdmin")} = 1`,
          and(
            eq(users.mainCharacterId, own.id),
            or(isNotNull(groupMembers.userId), isNotNull(joinRequests.id)),
          ),
        ),
      ),
    )
    .orderBy(desc(sql`${own.id} is ${users.mainCharacterId}`), own.id)
    .limit(1),
);

/** All users, for the first slice only: SQLite counts the entries of an index. */
export const selectUserCount = prepare(
  { count: sql<number>`count(*)` },
  (fields) => sql`select ${columns(fields)} from ${users} where ${sql.placeholder("isFirst")} = 1`,
);
