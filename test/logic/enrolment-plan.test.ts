import { expect, test } from "vitest";
import type { GroupRole } from "#shared/groups/groups.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { buildUserEvidence, known } from "#test/support/requirements/requirement-evidence.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { isRemovalDue, planUser } from "#worker/requirements/evaluation/plan-user.ts";
import type {
  ActiveRule,
  PlannedUser,
  Problem,
} from "#worker/requirements/evaluation/plan-user.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const DAYS = 3;
const SPAN = DAYS * DAY_MS;
const GROUP = "scouts";

const TREES: Record<Outcome, Requirement> = {
  met: { type: "discord_linked" },
  unmet: { type: "member_of", groupIds: ["elsewhere"] },
  unknown: { type: "on_discord_server", serverId: "77" },
};
const LINKED = buildUserEvidence({ hasDiscord: true });
const SUSPENDED = { ...LINKED, isSuspended: true };

const ruleOf = (tree: Requirement, given: Partial<ActiveRule> = {}): ActiveRule => ({
  groupId: GROUP,
  tree,
  enrolment: "manual",
  listing: "everyone",
  graceDays: DAYS,
  ...given,
});
const causes = (tree: Requirement, evidence = LINKED) => causesOf(evaluate(tree, evidence, NOW));

// ── Users who are no members ──────────────────────────────────────────────────────────────────

const JOIN = { kind: "join", groupId: GROUP };
const LISTED = { kind: "listing", groupId: GROUP, isListed: true };
const UNLISTED = { kind: "listing", groupId: GROUP, isListed: false };
const AUTOMATIC = { enrolment: "automatic" } as const;
const QUALIFIED = { listing: "qualified" } as const;

type Strangers = { isListed?: boolean; evidence?: PlannedUser["evidence"] };

test.each<[string, Outcome, Partial<ActiveRule>, Strangers, object[]]>([
  ["joins a group that enrols automatically", "met", AUTOMATIC, {}, [JOIN]],
  ["joins no group that only restricts", "met", {}, {}, []],
  ["is not enrolled while suspended", "met", AUTOMATIC, { evidence: SUSPENDED }, []],
  ["is not enrolled", "unmet", AUTOMATIC, {}, []],
  ["is not enrolled", "unknown", AUTOMATIC, {}, []],
  ["finds the group", "met", QUALIFIED, {}, [LISTED]],
  ["finds the group as before", "met", QUALIFIED, { isListed: true }, []],
  ["finds the group no longer", "unmet", QUALIFIED, { isListed: true }, [UNLISTED]],
  ["does not find the group, as before", "unmet", QUALIFIED, {}, []],
  ["finds the group as before", "unknown", QUALIFIED, { isListed: true }, []],
  ["does not find the group, as before", "unknown", QUALIFIED, {}, []],
  ["finds the group and joins it", "met", { ...AUTOMATIC, ...QUALIFIED }, {}, [LISTED, JOIN]],
  [
    "finds the group while suspended, and does not join it",
    "met",
    { ...AUTOMATIC, ...QUALIFIED },
    { evidence: SUSPENDED },
    [LISTED],
  ],
])("a user who %s: the requirements are %s", (_, outcome, given, stranger, expected) => {
  const { isListed = false, evidence = LINKED } = stranger;
  const qualifications = new Set(isListed ? [GROUP] : []);
  const user = { evidence, memberships: new Map(), qualifications };
  expect(planUser(user, [ruleOf(TREES[outcome], given)], NOW)).toEqual(expected);
});

test("a membership counts for the groups that require it, from the moment of joining", () => {
  const requires = (groupId: string): Requirement => ({ type: "member_of", groupIds: [groupId] });
  const rules = [
    ruleOf(TREES.met, { ...AUTOMATIC, groupId: "a" }),
    ruleOf(requires("a"), { ...AUTOMATIC, groupId: "b" }),
    ruleOf(requires("b"), { ...AUTOMATIC, groupId: "c" }),
    ruleOf(requires("d"), { ...AUTOMATIC, groupId: "e" }),
    ruleOf(requires("c"), { groupId: "f" }),
  ];
  const user = { evidence: LINKED, memberships: new Map(), qualifications: new Set<string>() };
  const joined = ["a", "b", "c"].map((groupId) => ({ kind: "join", groupId }));
  expect(planUser(user, rules, NOW)).toEqual(joined);
  expect(LINKED.groupIds).toEqual(new Set());
});

// ── Members ───────────────────────────────────────────────────────────────────────────────────

function planMember(
  tree: Requirement,
  problem: Problem | null,
  { role = "member", graceDays = DAYS, evidence = LINKED }: MemberGiven = {},
) {
  const memberships = new Map([[GROUP, { role, isOpenToGuests: false, problem }]]);
  const rules = [ruleOf(tree, { ...AUTOMATIC, graceDays })];
  return planUser({ evidence, memberships, qualifications: new Set() }, rules, NOW);
}
type MemberGiven = { role?: GroupRole; graceDays?: number; evidence?: PlannedUser["evidence"] };

/** Found a day ago: with a grace period that began then, or without one. */
const SINCE = NOW - DAY_MS;
const GRACE = { graceStartedAt: SINCE, graceEndsAt: SINCE + SPAN };
const NO_GRACE = { graceStartedAt: null, graceEndsAt: null };
const NEW_GRACE = { graceStartedAt: NOW, graceEndsAt: NOW + SPAN };

function found(
  outcome: "unmet" | "unknown",
  grace: Pick<Problem, "graceStartedAt" | "graceEndsAt">,
): Problem {
  return { outcome, since: SINCE, ...grace, causes: causes(TREES[outcome]), checkedAt: SINCE };
}
const UNMET = found("unmet", GRACE);
const UNKNOWN = found("unknown", NO_GRACE);

test.each([
  ["without a problem", null, []],
  ["in a grace period", UNMET, [{ kind: "recover", groupId: GROUP, endsGrace: true }]],
  ["not checked for a while", UNKNOWN, [{ kind: "recover", groupId: GROUP, endsGrace: false }]],
])("a member %s who meets the requirements is one without a problem", (_, problem, expected) => {
  expect(planMember(TREES.met, problem)).toEqual(expected);
});

type Begins = "grace" | "unknown" | null;
type Grace = Pick<Problem, "graceStartedAt" | "graceEndsAt">;

const AGAIN = "when the evidence is there again";
const OWNER = { role: "owner" } as const;
const ADMIN = { role: "admin" } as const;
const AT_ONCE = { graceStartedAt: NOW, graceEndsAt: NOW };
const LONGER = { graceStartedAt: SINCE, graceEndsAt: SINCE + 5 * DAY_MS };
const LATER_UNKNOWN = found("unknown", GRACE);
const OTHER_CAUSE = { ...UNKNOWN, causes: [] };

test.each<[string, Problem | null, "unmet" | "unknown", MemberGiven, Begins, number, Grace]>([
  ["gets a grace period", null, "unmet", {}, "grace", NOW, NEW_GRACE],
  ["gets a grace period as an admin, too", null, "unmet", ADMIN, "grace", NOW, NEW_GRACE],
  ["gets a grace period of no days", null, "unmet", { graceDays: 0 }, "grace", NOW, AT_ONCE],
  ["gets none as the owner", null, "unmet", OWNER, null, NOW, NO_GRACE],
  ["gets none without evidence", null, "unknown", {}, "unknown", NOW, NO_GRACE],
  ["gets none without evidence as the owner", null, "unknown", OWNER, "unknown", NOW, NO_GRACE],
  [`gets a grace period ${AGAIN}`, UNKNOWN, "unmet", {}, "grace", NOW, NEW_GRACE],
  ["keeps it while there is no evidence", UNMET, "unknown", {}, "unknown", NOW, GRACE],
  [`keeps the earlier one ${AGAIN}`, LATER_UNKNOWN, "unmet", {}, null, NOW, GRACE],
  ["of whom another fact is not known", OTHER_CAUSE, "unknown", {}, null, SINCE, NO_GRACE],
  ["gets a longer one by a new rule", UNMET, "unmet", { graceDays: 5 }, null, SINCE, LONGER],
  ["loses it as the new owner", UNMET, "unmet", OWNER, null, SINCE, NO_GRACE],
])("a member %s", (_, problem, outcome, given, begins, since, grace) => {
  const tree = TREES[outcome];
  expect(planMember(tree, problem, given)).toEqual([
    {
      kind: "problem",
      groupId: GROUP,
      begins,
      problem: { outcome, causes: causes(tree), checkedAt: NOW, since, ...grace },
    },
  ]);
});

test.each<[string, Problem, MemberGiven]>([
  ["in the same grace period", UNMET, {}],
  ["in a grace period that the rule would make shorter now", UNMET, { graceDays: 1 }],
  ["of whom there is still no evidence", UNKNOWN, {}],
  ["who is the owner", found("unmet", NO_GRACE), { role: "owner" }],
])("the problem of a member %s is not written again", (_, problem, given) => {
  const tree = problem.outcome === "unmet" ? TREES.unmet : TREES.unknown;
  expect(planMember(tree, problem, given)).toEqual([]);
});

test("the problem is written once more when the grace period has ended", () => {
  const over = { graceStartedAt: NOW - SPAN, graceEndsAt: NOW };
  const waiting = found("unmet", over);
  expect(planMember(TREES.unmet, waiting)).toEqual([
    { kind: "problem", groupId: GROUP, begins: null, problem: { ...waiting, checkedAt: NOW } },
  ]);
  expect(planMember(TREES.unmet, { ...waiting, checkedAt: NOW })).toEqual([]);
});

// ── Causes ────────────────────────────────────────────────────────────────────────────────────

const ofMain = (meet: Extract<Requirement, { type: "characters" }>["meet"]): Requirement => ({
  type: "characters",
  which: "main",
  meet,
});
const SP = ofMain({ type: "total_sp", minimum: 5 });
const MONTH = ofMain({ type: "time_in_corporation", days: 30 });
const pilot = (characterId: number, totalSp: number, joinedAt: number, asOf = NOW) =>
  buildUserEvidence({
    characters: [
      {
        characterId,
        totalSp: { ...known(totalSp), asOf },
        inCorporationSince: { ...known(joinedAt), asOf },
      },
    ],
  });
const BEFORE = pilot(1, 4, NOW - DAY_MS);

test.each([
  ["the date of the reading", SP, pilot(1, 4, NOW, NOW - DAY_MS), false],
  ["since when the main is in its corporation", MONTH, pilot(1, 4, NOW), true],
  ["the value", SP, pilot(1, 3, NOW), true],
  ["the main", SP, pilot(2, 4, NOW), true],
  ["the condition", ofMain({ type: "total_sp", minimum: 6 }), BEFORE, true],
  [
    "whether a condition is turned round",
    { type: "not", of: ofMain({ type: "total_sp", minimum: 3 }) },
    BEFORE,
    true,
  ],
] as const)("a problem whose causes differ in %s", (_, tree, evidence, isWritten) => {
  const before = { ...UNMET, causes: causes(tree === MONTH ? MONTH : SP, BEFORE) };
  const expected = isWritten ? [{ begins: null, problem: { causes: causes(tree, evidence) } }] : [];
  expect(planMember(tree, before, { evidence })).toMatchObject(expected);
  expect(planMember(tree, before, { evidence })).toHaveLength(expected.length);
});

test("a problem without causes, of a member without a main, is written when its outcome changes", () => {
  const none = { ...found("unknown", GRACE), causes: [] };
  expect(planMember(SP, none)).toMatchObject([{ problem: { outcome: "unmet", causes: [] } }]);
});

// ── Ends ──────────────────────────────────────────────────────────────────────────────────────

const ENDED = { ...UNMET, graceEndsAt: NOW, checkedAt: NOW };

test.each<[string, boolean, Problem]>([
  ["is over and was checked since", true, ENDED],
  ["is over, and was checked before it was", false, { ...ENDED, checkedAt: NOW - 1 }],
  ["goes on", false, { ...ENDED, graceEndsAt: NOW + 1, checkedAt: NOW + 1 }],
  ["is over, and there is no evidence", false, { ...ENDED, outcome: "unknown" }],
  ["never began", false, { ...ENDED, graceEndsAt: null }],
])("the grace period %s: the membership ends: %s", (_, expected, problem) => {
  expect(isRemovalDue(problem, NOW)).toBe(expected);
});

test.each<[string, Requirement, string[]]>([
  ["alone decides", { type: "all", of: [{ type: "cleared" }] }, ["cleared"]],
  [
    "decides beside another condition that is met",
    { type: "any", of: [{ type: "cleared" }, TREES.unmet] },
    ["cleared"],
  ],
  [
    "changes nothing, as another condition fails anyway",
    { type: "all", of: [{ type: "cleared" }, TREES.unmet] },
    ["cleared", "member_of"],
  ],
])("where the watchlist %s, the causes say so", (_, tree, expected) => {
  const [change] = planMember(tree, null, { evidence: { ...LINKED, refused: "yes" } });
  const shown = change?.kind === "problem" ? change.problem.causes : [];
  expect(shown.map(({ condition }) => condition.type)).toEqual(expected);
});
