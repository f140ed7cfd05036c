import { expect, test } from "vitest";
import type { CharacterCondition, UserCondition } from "#shared/requirements/tree.ts";
import { toJsonText } from "#worker/http/json-text.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import type { EvidenceNeeds } from "#worker/requirements/evaluation/dependencies.ts";
import { CHECKED } from "#worker/requirements/evidence/select-evidence.ts";
import type { CharacterRow } from "#worker/requirements/evidence/select-evidence.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-22T12:00:00Z");
const CORPORATION = 98_000_001;
const ALLIANCE = 99_000_001;
const OWNER = 98_000_002;

const NEEDS: EvidenceNeeds = {
  ...needsOf([]),
  roles: true,
  titles: true,
  history: true,
  standings: [{ of: "corporation", ownerId: OWNER }],
};

type Checks = Partial<Record<(typeof CHECKED)[number], [number | null, string | null]>>;

/** A character of a corporation, seen there for the first time 30 days ago and confirmed an hour ago. */
function row(
  given: Partial<Omit<CharacterRow, "checks">> & { checks?: Checks } = {},
): CharacterRow {
  const checks: Checks = { affiliation: [NOW - HOUR, null], ...given.checks };
  return {
    userId: "user",
    characterId: 1,
    name: "Mira Tal",
    linkedAt: new Date(NOW - 90 * DAY),
    unconfirmedSince: null,
    corporationId: CORPORATION,
    allianceId: ALLIANCE,
    affiliationAsOf: new Date(NOW - 30 * DAY),
    isUnknownToEsi: 0,
    passedAt: null,
    tokenState: "ok",
    tokenStateSince: new Date(NOW - 90 * DAY),
    scopes: ["esi-characters.read_corporation_roles.v1", "esi-characters.read_titles.v1"],
    held: null,
    info: null,
    history: null,
    levels: null,
    totalSp: null,
    gainedSp: null,
    finished: null,
    ownRoles: null,
    ownTitles: null,
    memberRoles: null,
    memberTitles: null,
    standings: null,
    ...given,
    checks: toJsonText(CHECKED.flatMap((section) => checks[section] ?? [null, null])),
  };
}

/** A list, its owner, as of when it is true, and since when it is as it is: the same unless given. */
type List = [string, number, number, number?];

function evidenceOf(given: Parameters<typeof row>[0], lists: List[] = []) {
  const user = {
    userId: "user",
    createdAt: new Date(0),
    isSuspended: 0,
    mainCharacterId: 1,
    hasDiscord: 0,
    groupIds: null,
    servers: null,
    facts: null,
    participation: null,
    refused: null,
  };
  const listRows = lists.map(([list, ownerId, at, sameSince = at]) => {
    if (list !== "roles" && list !== "titles" && list !== "contacts") throw new Error(list);
    return { list, ownerId, readAt: new Date(at), sameSince: new Date(sameSince) } as const;
  });
  const [evidence] = toEvidence([[user], [row(given)], listRows], NEEDS, NOW);
  const [character] = evidence?.characters ?? [];
  if (character === undefined) throw new Error("One character was given.");
  return character;
}

const DIRECTOR = toJsonText(["Director"]);
const TRADER = toJsonText(["Trader"]);

// ── Affiliation ───────────────────────────────────────────────────────────────────────────────

test("an affiliation is confirmed by the latest of its change, a check and a complete pass", () => {
  const at = (passedAt: number | null, checkedAt: number | null) =>
    evidenceOf({ passedAt, checks: { affiliation: [checkedAt, null] } }).affiliation;
  expect(at(null, NOW - 2 * HOUR)).toMatchObject({ isKnown: true, asOf: NOW - 2 * HOUR });
  // EVE may have cached for an hour what it tells a pass.
  expect(at(NOW - HOUR / 2, NOW - 2 * HOUR)).toMatchObject({
    isKnown: true,
    asOf: NOW - 1.5 * HOUR,
  });
  expect(at(NOW - 3 * DAY, null)).toEqual({
    isKnown: false,
    reason: "too_old",
    asOf: NOW - 3 * DAY - HOUR,
  });
  expect(at(null, null)).toMatchObject({ isKnown: false, asOf: NOW - 30 * DAY - HOUR });
});

test("a pass confirms neither a character that was linked later nor one unknown to EVE", () => {
  const given = {
    passedAt: NOW - HOUR,
    checks: { affiliation: [null, null] },
  } satisfies Parameters<typeof row>[0];
  expect(evidenceOf(given).affiliation.isKnown).toBe(true);
  expect(evidenceOf({ ...given, linkedAt: new Date(NOW) }).affiliation.isKnown).toBe(false);
  expect(evidenceOf({ ...given, isUnknownToEsi: 1 }).affiliation.isKnown).toBe(false);
});

test("a character without a known corporation says whether EVE failed", () => {
  const given = { corporationId: null, allianceId: null, affiliationAsOf: null };
  const reason = (more: object) => evidenceOf({ ...given, checks: {}, ...more }).affiliation;
  expect(reason({})).toMatchObject({ reason: "never_read" });
  expect(reason({ isUnknownToEsi: 1 })).toMatchObject({ reason: "eve_failed" });
});

test("a character in Doomheim is gone, and so is one that EVE calls deleted", () => {
  expect(evidenceOf({}).isGone).toBe(false);
  expect(evidenceOf({ corporationId: 1_000_001 }).isGone).toBe(true);
  expect(evidenceOf({ checks: { info: [NOW - DAY, "deleted"] } }).isGone).toBe(true);
  expect(evidenceOf({ checks: { info: [NOW - DAY, "unavailable"] } }).isGone).toBe(false);
});

test("the history counts if it was read since the character was seen in its corporation", () => {
  const history = toJsonText<[number, string]>([CORPORATION, "2026-10-01T00:00:00Z"]);
  const since = Date.parse("2026-10-01T00:00:00Z");
  const at = (checkedAt: number, more: object = {}) =>
    evidenceOf({ history, checks: { corporationHistory: [checkedAt, null] }, ...more })
      .inCorporationSince;
  expect(at(NOW - DAY)).toEqual({ isKnown: true, value: since, asOf: NOW - DAY });
  expect(at(NOW - 8 * DAY)).toMatchObject({ reason: "too_old" });
  // The character has joined another corporation since, or left and come back.
  expect(at(NOW - DAY, { corporationId: CORPORATION + 1 })).toMatchObject({ reason: "too_old" });
  expect(at(NOW - DAY, { affiliationAsOf: new Date(NOW - HOUR) })).toMatchObject({
    reason: "too_old",
  });
});

// ── Roles and titles ──────────────────────────────────────────────────────────────────────────

test("of the character's own roles and a director's list, the fresher counts", () => {
  const both = { ownRoles: DIRECTOR, memberRoles: TRADER };
  const roles = (own: number, byDirector: number) =>
    evidenceOf({ ...both, checks: { roles: [own, null] } }, [["roles", CORPORATION, byDirector]])
      .roles;
  expect(roles(NOW - HOUR, NOW - 2 * HOUR)).toMatchObject({ value: ["Director"] });
  expect(roles(NOW - 2 * HOUR, NOW - HOUR)).toEqual({
    isKnown: true,
    value: ["Trader"],
    asOf: NOW - HOUR,
  });
  expect(roles(NOW - 3 * DAY, NOW - 3 * DAY)).toMatchObject({ reason: "too_old" });
});

test("a director's list that names a character with nothing says that it has no roles and no titles", () => {
  const none = toJsonText<never[]>([]);
  const lists: List[] = [
    ["roles", CORPORATION, NOW],
    ["titles", CORPORATION, NOW],
  ];
  const evidence = evidenceOf({ scopes: [], memberRoles: none, memberTitles: none }, lists);
  expect(evidence.roles).toEqual({ isKnown: true, value: [], asOf: NOW });
  expect(evidence.titles).toMatchObject({
    value: { corporationId: CORPORATION, titleIds: [] },
  });
});

test("a director's list that does not name a character says so only if EVE has told the corporation since the list is as it is", () => {
  const read = (sameSince: number) =>
    evidenceOf({ scopes: [] }, [
      ["roles", CORPORATION, NOW, sameSince],
      ["titles", CORPORATION, NOW, sameSince],
    ]);
  const [before, after] = [read(NOW - HOUR), read(NOW - HOUR + 1)];
  expect(before.roles).toEqual({ isKnown: true, value: [], asOf: NOW });
  expect(before.titles).toMatchObject({ value: { titleIds: [] } });
  expect(after.roles).toEqual({ isKnown: false, reason: "too_old", asOf: NOW - HOUR });
  expect(after.titles).toMatchObject({ isKnown: false, reason: "too_old" });
});

test("a director's list of another corporation, or of before the character joined, says nothing", () => {
  expect(evidenceOf({ scopes: [] }, [["roles", OWNER, NOW - HOUR]]).roles).toEqual({
    isKnown: false,
    reason: "missing_scope",
    asOf: null,
  });
  const joined = { affiliationAsOf: new Date(NOW - HOUR), memberRoles: DIRECTOR };
  expect(evidenceOf(joined, [["roles", CORPORATION, NOW - 2 * HOUR]]).roles).toMatchObject({
    reason: "never_read",
  });
});

test("own titles are those of the present corporation", () => {
  const own = {
    ownTitles: toJsonText([1, 4]),
    checks: { titles: [NOW - HOUR, null] },
  } satisfies Parameters<typeof row>[0];
  expect(evidenceOf(own).titles).toMatchObject({
    value: { corporationId: CORPORATION, titleIds: [1, 4] },
  });
  const moved = { ...own, affiliationAsOf: new Date(NOW - HOUR / 2) };
  expect(evidenceOf(moved).titles).toMatchObject({ isKnown: false });
});

test("a member of an NPC corporation has neither roles nor titles", () => {
  const { roles, titles } = evidenceOf({ corporationId: 1_000_045, scopes: [] });
  expect(roles).toMatchObject({ isKnown: true, value: [] });
  expect(titles).toMatchObject({ value: { corporationId: 1_000_045, titleIds: [] } });
});

test("a reading that is too old says what keeps it from being renewed", () => {
  const old = (more: object, failure: string | null = null) =>
    evidenceOf({ ownRoles: DIRECTOR, checks: { roles: [NOW - 3 * DAY, failure] }, ...more }).roles;
  expect(old({})).toMatchObject({ reason: "too_old", asOf: NOW - 3 * DAY });
  expect(old({}, "unavailable")).toMatchObject({ reason: "eve_failed" });
  expect(old({ scopes: [] })).toMatchObject({ reason: "missing_scope" });
  expect(old({ tokenState: "revoked" })).toMatchObject({ reason: "no_authorization" });
  expect(old({ tokenState: "unknown" })).toMatchObject({ reason: "authorization_unknown" });
});

// ── Standings ─────────────────────────────────────────────────────────────────────────────────

const standing = (
  [character, corporation, alliance]: (number | null)[],
  given: Parameters<typeof row>[0] = {},
  readAt: number | null = NOW - HOUR,
) =>
  evidenceOf(
    {
      standings: toJsonText<[number, number | null, number | null, number | null][]>([
        [OWNER, character ?? null, corporation ?? null, alliance ?? null],
      ]),
      ...given,
    },
    readAt === null ? [] : [["contacts", OWNER, readAt]],
  ).standings.get(`corporation:${OWNER}`);

test("the most specific contact decides: character, corporation, alliance; without one it is 0", () => {
  expect(standing([-10, 5, 10])).toMatchObject({ isKnown: true, value: -10 });
  expect(standing([null, 5, 10])).toMatchObject({ value: 5 });
  expect(standing([null, null, 10])).toMatchObject({ value: 10 });
  expect(standing([null, null, null])).toMatchObject({ value: 0 });
});

test("a corporation has the best standing towards its own members", () => {
  expect(standing([-10, null, null], { corporationId: OWNER })).toMatchObject({ value: 10 });
});

test("contacts that no director has read, or that are too old, are no evidence", () => {
  expect(standing([5, null, null], {}, null)).toMatchObject({ reason: "no_director" });
  expect(standing([5, null, null], {}, NOW - 2 * DAY)).toMatchObject({ reason: "too_old" });
});

test("while the corporation is not known, only a contact of the character itself counts", () => {
  const lost = { checks: { affiliation: [NOW - 2 * DAY, null] } } satisfies Parameters<
    typeof row
  >[0];
  expect(standing([5, null, null], lost)).toMatchObject({ value: 5 });
  expect(standing([null, 5, null], lost)).toMatchObject({ isKnown: false, reason: "too_old" });
});

// ── What rules need ───────────────────────────────────────────────────────────────────────────

const NOTHING: EvidenceNeeds = {
  skillIds: [],
  totalSp: false,
  info: false,
  history: false,
  roles: false,
  titles: false,
  standings: [],
  groupIds: [],
  serverIds: [],
  factIds: [],
  participation: [],
  watchlist: false,
};

test("only what a condition compares is needed", () => {
  expect(needsOf([])).toEqual(NOTHING);
  const skills = (...ids: number[]) =>
    ({
      type: "skills",
      name: "List",
      skills: ids.map((skillId) => ({ skillId, level: 1 })),
    }) as const;
  const needs = needsOf([
    {
      type: "all",
      of: [
        { type: "characters", which: "every", meet: { type: "not", of: skills(7, 3) } },
        { type: "member_of", groupIds: ["a", "b"] },
      ],
    },
    {
      type: "characters",
      which: "main",
      meet: {
        type: "any",
        of: [
          skills(3, 5),
          { type: "security_status", minimum: 1 },
          { type: "standing", minimum: 5, of: "alliance", ownerId: ALLIANCE },
          { type: "standing", minimum: 1, of: "alliance", ownerId: ALLIANCE },
        ],
      },
    },
  ]);
  expect(needs).toMatchObject({
    skillIds: [3, 5, 7],
    info: true,
    history: false,
    standings: [{ of: "alliance", ownerId: ALLIANCE }],
    groupIds: ["a", "b"],
  });
});

test.each<[CharacterCondition, Partial<EvidenceNeeds>]>([
  [{ type: "corporation", corporationIds: [CORPORATION] }, {}],
  [{ type: "alliance", allianceIds: [ALLIANCE] }, {}],
  [{ type: "authorization", scopes: ["a"] }, {}],
  [{ type: "time_in_corporation", days: 30 }, { history: true }],
  [{ type: "roles", roles: ["Director"] }, { roles: true }],
  [{ type: "titles", corporationId: CORPORATION, titleIds: [4] }, { titles: true }],
  [{ type: "skills", name: "List", skills: [{ skillId: 11, level: 4 }] }, { skillIds: [11] }],
  [{ type: "total_sp", minimum: 1 }, { totalSp: true }],
  [{ type: "character_age", days: 30 }, { info: true }],
  [{ type: "security_status", minimum: 0 }, { info: true }],
])("of a character, a rule needs for %j: %j", (meet, needed) => {
  expect(needsOf([{ type: "characters", which: "any", meet }])).toEqual({ ...NOTHING, ...needed });
});

test.each<[UserCondition, Partial<EvidenceNeeds>]>([
  [{ type: "discord_linked" }, {}],
  [{ type: "account_age", days: 30 }, {}],
  [{ type: "member_of", groupIds: ["a", "b"] }, { groupIds: ["a", "b"] }],
  [{ type: "on_discord_server", serverId: "77" }, { serverIds: ["77"] }],
  [{ type: "fact", factId: "f", test: { compare: "is", value: true } }, { factIds: ["f"] }],
  [{ type: "cleared" }, { watchlist: true }],
])("of a user, rules need for %j, once: %j", (condition, needed) => {
  expect(needsOf([condition, { type: "not", of: condition }])).toEqual({ ...NOTHING, ...needed });
});
