import { and, asc, eq, sql } from "drizzle-orm";
import { sharedSectionSchema } from "#shared/groups/forms.ts";
import { LOST_DAYS } from "#shared/pilots/access.ts";
import type {
  Access,
  FactAboutUser,
  HeldAccess,
  LostAccess,
  OwnShare,
  WithinReach,
} from "#shared/pilots/access.ts";
import { DAY_MS } from "#shared/time.ts";
import { isNotMember } from "#worker/access/membership.ts";
import { selectLosses } from "#worker/audit/memberships.ts";
import type { LossRow } from "#worker/audit/memberships.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { selectUserRoles, toUserRoles } from "#worker/discord/servers/roles/user-roles.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import type { Context } from "#worker/env.ts";
import { endOfSharing, selectOwnShares } from "#worker/groups/forms/sharing.ts";
import { prepareGroups } from "#worker/groups/group/group-row.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import { toldOf, toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import {
  selectGroupsOfProblems,
  mentionedIn,
  selectAffiliationNames,
  selectEveNames,
  selectShownGroups,
  selectOtherNames,
  toRuleNames,
  withNames,
} from "#worker/requirements/names.ts";
import { shownCauses, withoutGroups } from "#worker/requirements/shown-causes.ts";
import { selectReviewViews } from "#worker/reviews/views.ts";
import { selectRosterViews } from "#worker/roster/views.ts";
import { presentConsent, presentHeld, selectConsents, selectHeld } from "./held.ts";
import { selectViews } from "./views.ts";
import { abilitiesOf, canSee } from "#worker/groups/group/policy.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { requiredTree } from "#worker/requirements/gate.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import { selectEvidence } from "#worker/requirements/evidence/select-evidence.ts";

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

/** Groups with requirements that the user is not a member of, visible or not. */
const selectCandidates = prepareGroups(
  orm
    .select({ id: groups.id })
    .from(groupRequirements)
    .crossJoin(groups)
    .where(and(eq(groups.id, groupRequirements.groupId), isNotMember(sql.placeholder("userId"))))
    .getSQL(),
);

function presentShare(row: RowOfStatement<ReturnType<typeof selectOwnShares>>): OwnShare[] {
  const end = endOfSharing(row, row.shareDays);
  if (end === null) return [];
  const stored = parseJsonText(storedJson<string[]>(row.sections));
  return [
    {
      requestId: row.requestId,
      groupName: row.groupName,
      sections: sharedSectionSchema.options.filter((section) => stored.includes(section)),
      until: new Date(end).toISOString(),
    },
  ];
}

/** What applications tell about the user. */
const selectFacts = prepare(
  {
    factId: facts.id,
    title: facts.title,
    applicationName: applications.name,
    isOn: applications.isOn,
    missing: facts.missing,
    maxAgeHours: facts.maxAgeHours,
    toldAt: facts.asOf,
    value: factValues.value,
    asOf: factValues.asOf,
    endsAt: factValues.endsAt,
    askName: characters.name,
  },
  (fields) =>
    orm
      .select(fields)
      .from(factValues)
      .innerJoin(facts, eq(facts.id, factValues.factId))
      .innerJoin(applications, eq(applications.id, facts.applicationId))
      .leftJoin(users, eq(users.id, facts.createdBy))
      .leftJoin(
        characters,
        and(eq(characters.id, users.mainCharacterId), eq(characters.userId, users.id)),
      )
      .where(eq(factValues.userId, sql.placeholder("userId")))
      .orderBy(asc(applications.name), asc(facts.title), asc(facts.id)),
);

/** As the evaluation of requirements sees it. */
function presentFact(row: RowOfStatement<typeof selectFacts>, now: number): FactAboutUser {
  const { factId, title, applicationName, value, asOf, endsAt, askName } = row;
  const told = toldOf(
    [
      {
        ...row,
        isOn: Number(row.isOn),
        toldAt: row.toldAt?.getTime() ?? null,
        asOf: asOf.getTime(),
        endsAt: endsAt?.getTime() ?? null,
      },
    ],
    now,
  ).get(factId);
  return {
    factId,
    title,
    applicationName,
    value: value === null ? null : parseJsonText(storedJson<FactAboutUser["value"]>(value)),
    unknown: told === undefined || told.isKnown ? null : told.reason,
    asOf: asOf.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    askName,
  };
}

/** How many groups are listed. */
const MAX_LISTED = 12;

type RuleRow = RowOfStatement<typeof selectRules>;

/** The groups that the actor sees and could become a member of, those for which least is missing first. */
async function readReach(
  { db }: Context,
  actor: UserActor,
  candidates: readonly GroupRow[],
  rules: readonly RuleRow[],
): Promise<WithinReach[]> {
  const ruleOf = new Map(rules.map((rule) => [rule.groupId, rule]));
  const open = candidates.flatMap((group) => {
    const rule = ruleOf.get(group.id);
    const next = canSee(group, actor) ? nextStep(group, actor) : undefined;
    if (rule === undefined || next === undefined) return [];
    const tree = requiredTree({ ...group, tree: rule.tree }) ?? rule.tree;
    return [{ group, tree, next }];
  });
  if (open.length === 0) return [];
  const trees = open.map(({ tree }) => tree);
  const mentioned = mentionedIn(trees);
  const needs = needsOf(trees);
  const own = sql`select ${actor.userId} as userId`;
  const [eve, ownEve, shown, others, ...results] = await runBatch(db, [
    selectEveNames(mentioned.eve),
    selectAffiliationNames([actor.userId]),
    selectShownGroups(mentioned.groups, actor),
    selectOtherNames(mentioned),
    ...selectEvidence(own, needs),
  ]);
  const names = toRuleNames(mentioned, [...eve, ...ownEve], shown, others);
  const now = Date.now();
  const [evidence] = toEvidence(results, needs, now);
  if (evidence === undefined) return [];
  const viewer = {
    isCharacterShown: () => true,
    isGroupShown: (id: string) => id in names.groups,
    isOwn: true,
  };
  return open
    .map(({ group, tree, next }) => {
      const causes = causesOf(evaluate(tree, evidence, now));
      return {
        groupId: group.id,
        groupName: group.name,
        next,
        missing: causes.length,
        causes: shownCauses(withNames(causes, names), viewer),
      };
    })
    .toSorted((a, b) => a.missing - b.missing || a.groupName.localeCompare(b.groupName))
    .slice(0, MAX_LISTED);
}

/** Undefined if the group admits by invitation only. */
function nextStep(group: GroupRow, actor: UserActor): WithinReach["next"] | undefined {
  if (group.pendingInvitationId !== null) return "accept";
  if (group.pendingRequestId !== null) return "requested";
  if (group.enrolment === "automatic") return "wait";
  const { join, request } = abilitiesOf(group, actor);
  return join ? "join" : request ? "request" : undefined;
}
