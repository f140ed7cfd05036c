import { expect, test } from "vitest";
import type { CharacterRequirement, Quantifier, Requirement } from "#shared/requirements/tree.ts";
import { all, any, not } from "#test/support/requirements/condition-builders.ts";
import {
  buildUserEvidence,
  known,
  levelsOf,
  unknown,
} from "#test/support/requirements/requirement-evidence.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { CharacterEvidence } from "#worker/requirements/evaluation/user-evidence.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

/** The causes in short: "cleared", "unknown total_sp of Mira (any)", "not discord_linked". */
function shortCauses(tree: Requirement, ...characters: Partial<CharacterEvidence>[]) {
  const user = buildUserEvidence({ hasDiscord: true, refused: "yes", characters });
  return causesOf(evaluate(tree, user, NOW)).map(
    ({ outcome, isNegated, condition, character, which }) => {
      const of = character === null ? "" : ` of ${character.characterName} (${which})`;
      const how = outcome === "unmet" ? "" : `${outcome} `;
      return `${how}${isNegated ? "not " : ""}${condition.type}${of}`;
    },
  );
}

const MET: Requirement = { type: "discord_linked" };
const UNMET: Requirement = { type: "cleared" };
const UNMET_TOO: Requirement = { type: "member_of", groupIds: ["scouts"] };
const UNKNOWN: Requirement = { type: "on_discord_server", serverId: "77" };

test.each<[string, Requirement, string[]]>([
  ["a condition that is met", MET, []],
  ["a condition that is not met", UNMET, ["cleared"]],
  ["a condition of which it is not known", UNKNOWN, ["unknown on_discord_server"]],
  ["a condition that is met and must not be", not(MET), ["not discord_linked"]],
  ["a condition that is not met and must not be", not(UNMET), []],
  ["a condition that must not be met, if known", not(UNKNOWN), ["unknown not on_discord_server"]],
  ["a condition that is turned round twice", not(not(UNMET)), ["cleared"]],
  [
    "several of which all must be met",
    all(MET, UNMET, UNKNOWN, UNMET_TOO),
    ["cleared", "member_of"],
  ],
  ["several of which one is not known", all(MET, UNKNOWN), ["unknown on_discord_server"]],
  ["several of which one is enough", any(UNMET, UNMET_TOO), ["cleared", "member_of"]],
  ["several of which one could be enough", any(UNMET, UNKNOWN), ["unknown on_discord_server"]],
  ["several of which one is met", any(UNMET, MET), []],
  ["several of which none may be met", not(any(UNMET, MET)), ["not discord_linked"]],
  [
    "several of which not all may be met",
    not(all(MET, not(UNMET))),
    ["not discord_linked", "cleared"],
  ],
])("the causes of %s", (_, tree, expected) => {
  expect(shortCauses(tree)).toEqual(expected);
});

// ── Characters ────────────────────────────────────────────────────────────────────────────────

const of = (which: Quantifier, meet: CharacterRequirement): Requirement => ({
  type: "characters",
  which,
  meet,
});
const allOf = (...parts: CharacterRequirement[]): CharacterRequirement => ({
  type: "all",
  of: parts,
});
const anyOf = (...parts: CharacterRequirement[]): CharacterRequirement => ({
  type: "any",
  of: parts,
});
const noneOf = (part: CharacterRequirement): CharacterRequirement => ({ type: "not", of: part });

const SP: CharacterRequirement = { type: "total_sp", minimum: 5 };
const HOME: CharacterRequirement = { type: "corporation", corporationIds: [10] };
const SKILLS: CharacterRequirement = {
  type: "skills",
  name: "Logistics",
  skills: [1, 2, 3].map((skillId) => ({ skillId, level: 5 })),
};

const at = (corporationId: number) => ({ affiliation: known({ corporationId, allianceId: null }) });
const trained = (...skillIds: number[]) => ({
  skills: known(levelsOf(skillIds.map((skillId) => ({ skillId, level: 5 })))),
});
const RICH = { totalSp: known(5) };
const POOR = { totalSp: known(4) };
const UNREAD = { totalSp: unknown("never_read") };

const mira = (...facts: Partial<CharacterEvidence>[]) => Object.assign({ name: "Mira" }, ...facts);
const tovi = (...facts: Partial<CharacterEvidence>[]) => Object.assign({ name: "Tovi" }, ...facts);

const [MAIN, EVERY, ANY] = [of("main", SP), of("every", SP), of("any", SP)];
const BOTH_POOR = [mira(POOR), tovi(POOR)];
const BOTH_RICH = [mira(RICH), tovi(RICH)];
const BOTH_UNREAD = [mira(UNREAD), tovi(UNREAD)];
const ofBoth = (cause: string, which: Quantifier) =>
  ["Mira", "Tovi"].map((name) => `${cause} of ${name} (${which})`);

test.each<[string, Requirement, Partial<CharacterEvidence>[], string[]]>([
  ["no characters", ANY, [], []],
  ["a main that fails", MAIN, [mira(POOR), tovi(RICH)], ["total_sp of Mira (main)"]],
  ["alts that fail", MAIN, [mira(RICH), tovi(POOR)], []],
  ["every character that fails", EVERY, BOTH_POOR, ofBoth("total_sp", "every")],
  [
    "one that fails, one not known",
    EVERY,
    [mira(UNREAD), tovi(POOR)],
    ["total_sp of Tovi (every)"],
  ],
  ["one could be enough", ANY, [mira(POOR), tovi(UNREAD)], ["unknown total_sp of Tovi (any)"]],
  ["two that lack the same: the first", ANY, BOTH_POOR, ["total_sp of Mira (any)"]],
  ["two of whom nothing is known: the first", ANY, BOTH_UNREAD, ["unknown total_sp of Mira (any)"]],
  ["the same, turned round twice", not(not(ANY)), BOTH_POOR, ["total_sp of Mira (any)"]],
  ["none may meet it", not(ANY), BOTH_RICH, ofBoth("not total_sp", "any")],
  ["not every one may meet it", not(EVERY), BOTH_RICH, ofBoth("not total_sp", "every")],
  [
    "a character that lacks one of several",
    of("main", allOf(SP, HOME)),
    [mira(RICH, at(20))],
    ["corporation of Mira (main)"],
  ],
  [
    "a character that lacks each of which one is enough",
    of("main", anyOf(SP, HOME)),
    [mira(POOR, at(20))],
    ["total_sp of Mira (main)", "corporation of Mira (main)"],
  ],
  [
    "a character that meets one of several of which none may be met",
    of("main", noneOf(anyOf(SP, HOME))),
    [mira(POOR, at(10))],
    ["not corporation of Mira (main)"],
  ],
])("the causes of %s", (_, tree, characters, expected) => {
  expect(shortCauses(tree, ...characters)).toEqual(expected);
});

const [SKILLED_AWAY, ONE_AT_HOME] = [mira(trained(1, 2, 3), at(20)), tovi(trained(1), at(10))];
const [NONE_POOR, ONE_POOR] = [mira(POOR, trained()), tovi(POOR, trained(1))];
const [AWAY, AT_HOME] = [mira(POOR, at(20)), tovi(POOR, at(10))];

test.each<[string, CharacterRequirement, Partial<CharacterEvidence>[], string[]]>([
  ["one of two", allOf(SP, HOME), [AWAY, AT_HOME], ["total_sp"]],
  ["few skills of a list", allOf(SKILLS, HOME), [SKILLED_AWAY, ONE_AT_HOME], ["skills"]],
  ["fewer skills", anyOf(SKILLS, SP), [NONE_POOR, ONE_POOR], ["skills", "total_sp"]],
  [
    "nothing that is turned round",
    allOf(noneOf(HOME), SP),
    [mira(POOR, at(10)), tovi(POOR, at(20))],
    ["total_sp"],
  ],
])("of two characters, the one that lacks less is the cause: %s", (_, meet, characters, types) => {
  const ofTovi = types.map((type) => `${type} of Tovi (any)`);
  expect(shortCauses(of("any", meet), ...characters)).toEqual(ofTovi);
});

test("what a character meets does not count among what it lacks", () => {
  const characters = [mira(RICH, trained()), tovi(POOR, trained(1, 2, 3))];
  expect(shortCauses(of("any", allOf(SKILLS, SP)), ...characters)).toEqual([
    "skills of Mira (any)",
  ]);
});
