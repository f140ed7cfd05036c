import { expect, test } from "vitest";
import type { FactValue } from "#shared/requirements/cause.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { CharacterCondition, FactTest, UserCondition } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import {
  buildCharacter,
  buildUserEvidence,
  known,
  levelsOf,
  unknown,
} from "#test/support/requirements/requirement-evidence.ts";
import { readCharacter, readUser } from "#worker/requirements/evaluation/conditions.ts";
import type {
  CharacterEvidence,
  ToldValue,
  UserEvidence,
} from "#worker/requirements/evaluation/user-evidence.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const AT_NOW = "2026-11-22T12:00:00.000Z";
const A_MONTH_AGO = NOW - 30 * DAY_MS;
/** A millisecond less than a month ago. */
const LESS = A_MONTH_AGO + 1;
const since = (at: number): FactValue => ({ type: "since", at: new Date(at).toISOString() });
const [A_MONTH, ALMOST] = [since(A_MONTH_AGO), since(LESS)];
const number = (value: number): FactValue => ({ type: "number", value });

const CORPORATION: CharacterCondition = { type: "corporation", corporationIds: [10, 11] };
const ALLIANCE: CharacterCondition = { type: "alliance", allianceIds: [1, 2] };
const MONTH: CharacterCondition = { type: "time_in_corporation", days: 30 };
const ROLES: CharacterCondition = { type: "roles", roles: ["Director", "Trader"] };
const TITLES: CharacterCondition = { type: "titles", corporationId: 10, titleIds: [4, 8] };
const TOTAL: CharacterCondition = { type: "total_sp", minimum: 5_000_000 };
const AGE: CharacterCondition = { type: "character_age", days: 30 };
const SECURITY: CharacterCondition = { type: "security_status", minimum: -2 };
const STANDING: CharacterCondition = {
  type: "standing",
  minimum: 5,
  of: "corporation",
  ownerId: 10,
};
const SKILLS: CharacterCondition = {
  type: "skills",
  name: "Logistics",
  skills: [
    { skillId: 1, level: 4 },
    { skillId: 2, level: 5 },
  ],
};

const affiliation = (corporationId: number, allianceId: number | null) => ({
  given: { affiliation: known({ corporationId, allianceId }) },
  fact: { type: "affiliation" as const, corporationId, allianceId },
});
const roles = (...held: string[]) => ({ roles: known(held) });
const titles = (corporationId: number, ...titleIds: number[]) => ({
  titles: known({ corporationId, titleIds }),
});
const skills = (...levels: [number, number]) => ({
  skills: known(levelsOf(levels.map((level, index) => ({ skillId: index + 1, level })))),
});
const standings = (owner: string, value: number) => ({
  standings: new Map([[owner, known(value)]]),
});
const missing = (...levels: { skillId: number; level: number; trained: number }[]): FactValue => ({
  type: "skills",
  required: 2,
  missing: levels,
});

const SECOND_AT_4 = { skillId: 2, level: 5, trained: 4 };
const joined = (at: number) => ({ inCorporationSince: known(at) });
const heldRoles = (...held: string[]): FactValue => ({ type: "roles", roles: held });
const heldTitles = (...titleIds: number[]): FactValue => ({ type: "titles", titleIds });

const inSecond = affiliation(11, null);
const inOther = affiliation(12, 1);
const inAlliance = affiliation(12, 2);
const inOtherAlliance = affiliation(10, 3);
const inNoAlliance = affiliation(10, null);

test.each<[string, CharacterCondition, Partial<CharacterEvidence>, "met" | "unmet", FactValue]>([
  ["one of the corporations", CORPORATION, inSecond.given, "met", inSecond.fact],
  ["another corporation", CORPORATION, inOther.given, "unmet", inOther.fact],
  ["one of the alliances", ALLIANCE, inAlliance.given, "met", inAlliance.fact],
  ["another alliance", ALLIANCE, inOtherAlliance.given, "unmet", inOtherAlliance.fact],
  ["no alliance", ALLIANCE, inNoAlliance.given, "unmet", inNoAlliance.fact],
  ["thirty days in its corporation", MONTH, joined(A_MONTH_AGO), "met", A_MONTH],
  ["almost thirty days in its corporation", MONTH, joined(LESS), "unmet", ALMOST],
  ["one of the roles", ROLES, roles("Auditor", "Trader"), "met", heldRoles("Trader")],
  ["none of the roles", ROLES, roles("Auditor"), "unmet", heldRoles()],
  ["one of the titles", TITLES, titles(10, 2, 8), "met", heldTitles(8)],
  ["none of the titles", TITLES, titles(10, 2), "unmet", heldTitles()],
  ["a title of another corporation", TITLES, titles(11, 4), "unmet", heldTitles()],
  ["all skills", SKILLS, skills(4, 5), "met", missing()],
  ["a skill that is too low", SKILLS, skills(5, 4), "unmet", missing(SECOND_AT_4)],
  ["enough skill points", TOTAL, { totalSp: known(5_000_000) }, "met", number(5_000_000)],
  ["too few skill points", TOTAL, { totalSp: known(4_999_999) }, "unmet", number(4_999_999)],
  ["an age of thirty days", AGE, { birthday: known(A_MONTH_AGO) }, "met", A_MONTH],
  ["an age of almost thirty days", AGE, { birthday: known(LESS) }, "unmet", since(LESS)],
  ["the lowest security status", SECURITY, { securityStatus: known(-2) }, "met", number(-2)],
  ["a lower security status", SECURITY, { securityStatus: known(-2.1) }, "unmet", number(-2.1)],
  ["enough standing", STANDING, standings("corporation:10", 5), "met", number(5)],
  ["too little standing", STANDING, standings("corporation:10", 4.9), "unmet", number(4.9)],
])("a character with %s: %j", (_, condition, given, outcome, fact) => {
  expect(readCharacter(condition, buildCharacter(given), NOW)).toEqual({
    outcome,
    reading: { fact, unknown: null, asOf: AT_NOW },
  });
});

const SEEN = "2026-11-20T08:00:00.000Z";
const OLD = { isKnown: false, reason: "too_old", asOf: Date.parse(SEEN) } as const;

test.each<[CharacterCondition, Partial<CharacterEvidence>]>([
  [CORPORATION, { affiliation: OLD }],
  [ALLIANCE, { affiliation: OLD }],
  [MONTH, { inCorporationSince: OLD }],
  [ROLES, { roles: OLD }],
  [TITLES, { titles: OLD }],
  [SKILLS, { skills: OLD }],
  [TOTAL, { totalSp: OLD }],
  [AGE, { birthday: OLD }],
  [SECURITY, { securityStatus: OLD }],
  [STANDING, { standings: new Map([["corporation:10", OLD]]) }],
])("a fact that is not known leaves it open, and says why: $type", (condition, given) => {
  expect(readCharacter(condition, buildCharacter(given), NOW)).toEqual({
    outcome: "unknown",
    reading: { fact: null, unknown: "too_old", asOf: SEEN },
  });
});

test("contacts of an alliance say nothing about the standing of a corporation with the same id", () => {
  expect(readCharacter(STANDING, buildCharacter(standings("alliance:10", 5)), NOW)).toEqual({
    outcome: "unknown",
    reading: { fact: null, unknown: "no_director", asOf: null },
  });
});

const SCOPES: CharacterCondition = { type: "authorization", scopes: ["a", "b"] };
const ANY_SCOPE: CharacterCondition = { type: "authorization", scopes: [] };

test.each<
  [string, CharacterCondition, CharacterEvidence["token"]["state"], string[], Outcome, string[]]
>([
  ["covers all scopes", SCOPES, "ok", ["c", "b", "a"], "met", []],
  ["lacks a scope", SCOPES, "ok", ["a"], "unmet", ["b"]],
  ["is valid where none is required", ANY_SCOPE, "ok", [], "met", []],
  ["was revoked, whatever its scopes", SCOPES, "revoked", ["a", "b"], "unmet", []],
  ["was revoked where no scope is required", ANY_SCOPE, "revoked", [], "unmet", []],
  ["has an unknown state, whatever its scopes", SCOPES, "unknown", ["a"], "unknown", ["b"]],
])("an authorization that %s", (_, condition, state, scopes, outcome, missingScopes) => {
  const token = { state, scopes, since: A_MONTH_AGO };
  expect(readCharacter(condition, buildCharacter({ token }), NOW)).toEqual({
    outcome,
    reading: {
      fact: { type: "authorization", state, missingScopes },
      unknown: outcome === "unknown" ? "authorization_unknown" : null,
      asOf: new Date(A_MONTH_AGO).toISOString(),
    },
  });
});

const notKnown = (reason: string) => ({
  outcome: "unknown",
  reading: { fact: null, unknown: reason, asOf: null },
});

test("nothing is known of a character that its account has not confirmed", () => {
  const character = buildCharacter({ ...inSecond.given, isUnconfirmed: true });
  for (const condition of [CORPORATION, ANY_SCOPE]) {
    expect(readCharacter(condition, character, NOW)).toEqual(notKnown("unconfirmed"));
  }
});

// ── Users ─────────────────────────────────────────────────────────────────────────────────────

const MEMBER: UserCondition = { type: "member_of", groupIds: ["g1", "g2"] };
const LINKED: UserCondition = { type: "discord_linked" };
const SERVER: UserCondition = { type: "on_discord_server", serverId: "77" };
const ACCOUNT: UserCondition = { type: "account_age", days: 30 };
const CLEARED: UserCondition = { type: "cleared" };

const groups = (...groupIds: string[]): FactValue => ({ type: "groups", groupIds });
const discord = (isLinked: boolean): FactValue => ({ type: "discord", isLinked });

test.each<[string, UserCondition, Partial<UserEvidence>, "met" | "unmet", FactValue | null]>([
  ["in one of the groups", MEMBER, { groupIds: new Set(["g2", "g3"]) }, "met", groups("g2")],
  ["in none of the groups", MEMBER, { groupIds: new Set(["g3"]) }, "unmet", groups()],
  ["in none of the groups and suspended", MEMBER, { isSuspended: true }, "unmet", groups()],
  ["with Discord", LINKED, { hasDiscord: true }, "met", discord(true)],
  ["without Discord", LINKED, {}, "unmet", discord(false)],
  [
    "whom a server knew before Discord was unlinked",
    SERVER,
    { servers: new Map([["77", known(true)]]) },
    "unmet",
    { type: "server", isLinked: false, isMember: false },
  ],
  ["with an account of thirty days", ACCOUNT, { createdAt: A_MONTH_AGO }, "met", A_MONTH],
  ["with a younger account", ACCOUNT, { createdAt: LESS }, "unmet", since(LESS)],
  ["whom no entry refuses", CLEARED, { refused: "no" }, "met", null],
  ["whom an entry refuses", CLEARED, { refused: "yes" }, "unmet", null],
])("a user %s: %j", (_, condition, given, outcome, fact) => {
  expect(readUser(condition, buildUserEvidence(given), NOW)).toEqual({
    outcome,
    reading: { fact, unknown: null, asOf: null },
  });
});

test.each([true, false])("a user with Discord whom a server knows as a member: %s", (isMember) => {
  const user = buildUserEvidence({ hasDiscord: true, servers: new Map([["77", known(isMember)]]) });
  expect(readUser(SERVER, user, NOW)).toEqual({
    outcome: isMember ? "met" : "unmet",
    reading: { fact: { type: "server", isLinked: true, isMember }, unknown: null, asOf: AT_NOW },
  });
});

const LEAST: UserCondition = { type: "fact", factId: "f", test: { compare: "at_least", value: 0 } };

test.each<[string, UserCondition, Partial<UserEvidence>, string]>([
  [
    "is suspended in one of the groups",
    MEMBER,
    { isSuspended: true, groupIds: new Set(["g1"]) },
    "suspended",
  ],
  [
    "has linked Discord, of which the reader may not know",
    LINKED,
    { hasDiscord: true, isDiscordHidden: true },
    "never_read",
  ],
  ["has Discord, and the server was never read", SERVER, { hasDiscord: true }, "never_read"],
  [
    "has Discord, and the server was not read lately",
    SERVER,
    { hasDiscord: true, servers: new Map([["77", unknown("too_old")]]) },
    "too_old",
  ],
  ["has no fact of an application", LEAST, {}, "never_read"],
  [
    "has a fact of an application that is switched off",
    LEAST,
    { facts: new Map([["f", unknown("source_off")]]) },
    "source_off",
  ],
  ["has refused characters, unconfirmed", CLEARED, { refused: "unconfirmed" }, "unconfirmed"],
])("it is open for a user who %s", (_, condition, given, reason) => {
  expect(readUser(condition, buildUserEvidence(given), NOW)).toEqual(notKnown(reason));
});

// ── Facts of applications ─────────────────────────────────────────────────────────────────────

const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
/** A value of each kind; null is no value. */
const DATES = [daysAgo(6), daysAgo(8)];
const VALUES: ToldValue[] = [true, false, 2, 3, 4, "3", "blue", "red", ...DATES, null];

test.each<[FactTest, ToldValue[]]>([
  [{ compare: "is", value: true }, [true]],
  [{ compare: "is", value: false }, [false, null]],
  [{ compare: "at_least", value: 3 }, [3, 4]],
  [{ compare: "at_least", value: -1 }, [2, 3, 4]],
  [{ compare: "at_most", value: 3 }, [2, 3]],
  [{ compare: "exactly", value: 3 }, [3]],
  [{ compare: "one_of", values: ["red", "green"] }, ["red"]],
  [{ compare: "one_of", values: ["3"] }, ["3"]],
])("%j is passed by these values: %j", (factTest, passing) => {
  expect(VALUES.filter((value) => outcomeOf(factTest, value) === "met")).toEqual(passing);
});

test.each<[FactTest, ToldValue[]]>([
  [{ compare: "within", days: 7 }, [daysAgo(6)]],
  [{ compare: "before", days: 7 }, [daysAgo(8)]],
])("%j is passed by these dates, and by nothing else: %j", (factTest, passing) => {
  expect(
    [...DATES, true, false, 3, null].filter((value) => outcomeOf(factTest, value) === "met"),
  ).toEqual(passing);
});

function outcomeOf(factTest: FactTest, value: ToldValue): Outcome {
  const user = buildUserEvidence({ facts: new Map([["f", known(value)]]) });
  const { outcome, reading } = readUser({ type: "fact", factId: "f", test: factTest }, user, NOW);
  expect(reading).toEqual({ fact: { type: "fact", value }, unknown: null, asOf: AT_NOW });
  return outcome;
}
