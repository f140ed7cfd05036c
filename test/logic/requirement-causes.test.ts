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

/** The causes in short: "unmet cleared", "unknown total_sp of Mira (any)", "unmet not discord_linked". */
function shortCauses(tree: Requirement, ...characters: Partial<CharacterEvidence>[]) {
  const user = buildUserEvidence({ hasDiscord: true, refused: "yes", characters });
  return causesOf(evaluate(tree, user, NOW)).map(
    ({ outcome, isNegated, condition, character, which }) => {
      const of = character === null ? "" : ` of ${character.characterName} (${which})`;
      return `${outcome} ${isNegated ? "not " : ""}${condition.type}${of}`;
    },
  );
}

const MET: Requirement = { type: "discord_linked" };
const UNMET: Requirement = { type: "cleared" };
const UNMET_TOO: Requirement = { type: "member_of", groupIds: ["scouts"] };
const UNKNOWN: Requirement = { type: "on_discord_server", serverId: "77" };

test.each<[string, Requirement, string[]]>([
  ["a condition that is met", MET, []],
  ["a condition that is not met", UNMET, ["unmet cleared"]],
  ["a condition of which it is not known", UNKNOWN, ["unknown on_discord_server"]],
  ["a condition that is met and must not be", not(MET), ["unmet not discord_linked"]],
  ["a condition that is not met and must not be", not(UNMET), []],
  ["a condition that must not be met, if known", not(UNKNOWN), ["unknown not on_discord_server"]],
  ["a condition that is turned round twice", not(not(UNMET)), ["unmet cleared"]],
  [
    "several of which all must be met",
    all(MET, UNMET, UNKNOWN, UNMET_TOO),
    ["unmet cleared", "unmet member_of"],
  ],
  ["several of which one is not known", all(MET, UNKNOWN), ["unknown on_discord_server"]],
  ["several of which one is enough", any(UNMET, UNMET_TOO), ["unmet cleared", "unmet member_of"]],
  ["several of which one could be enough", any(UNMET, UNKNOWN), ["unknown on_discord_server"]],
  ["several of which one is met", any(UNMET, MET), []],
  ["several of which none may be met", not(any(UNMET, MET)), ["unmet not discord_linked"]],
  [
    "several of which not all may be met",
    not(all(MET, not(UNMET))),
    ["unmet not discord_linked", "unmet cleared"],
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

test.each<[string, Requirement, Partial<CharacterEvidence>[], string[]]>([
  ["no characters", of("any", SP), [], []],
  [
    "a main that fails",
    of("main", SP),
    [mira(POOR), tovi(RICH)],
    ["unmet total_sp of Mira (main)"],
  ],
  ["alts that fail", of("main", SP), [mira(RICH), tovi(POOR)], []],
  [
    "every character that fails",
    of("every", SP),
    [mira(POOR), tovi(POOR)],
    ["unmet total_sp of Mira (every)", "unmet total_sp of Tovi (every)"],
  ],
  [
    "characters of which one fails and one is not known",
    of("every", SP),
    [mira(UNREAD), tovi(POOR)],
    ["unmet total_sp of Tovi (every)"],
  ],
  [
    "characters of which one could be enough",
    of("any", SP),
    [mira(POOR), tovi(UNREAD)],
    ["unknown total_sp of Tovi (any)"],
  ],
  [
    "characters that lack the same: the first",
    of("any", SP),
    [mira(POOR), tovi(POOR)],
    ["unmet total_sp of Mira (any)"],
  ],
  [
    "characters of which nothing is known: the first",
    of("any", SP),
    [mira(UNREAD), tovi(UNREAD)],
    ["unknown total_sp of Mira (any)"],
  ],
  [
    "characters that lack the same, turned round twice: the first",
    not(not(of("any", SP))),
    [mira(POOR), tovi(POOR)],
    ["unmet total_sp of Mira (any)"],
  ],
  [
    "characters of which none may meet it",
    not(of("any", SP)),
    [mira(RICH), tovi(RICH)],
    ["unmet not total_sp of Mira (any)", "unmet not total_sp of Tovi (any)"],
  ],
  [
    "characters of which not every one may meet it",
    not(of("every", SP)),
    [mira(RICH), tovi(RICH)],
    ["unmet not total_sp of Mira (every)", "unmet not total_sp of Tovi (every)"],
  ],
  [
    "a character that lacks one of several",
    of("main", allOf(SP, HOME)),
    [mira(RICH, at(20))],
    ["unmet corporation of Mira (main)"],
  ],
  [
    "a character that lacks each of which one is enough",
    of("main", anyOf(SP, HOME)),
    [mira(POOR, at(20))],
    ["unmet total_sp of Mira (main)", "unmet corporation of Mira (main)"],
  ],
  [
    "a character that meets one of several of which none may be met",
    of("main", noneOf(anyOf(SP, HOME))),
    [mira(POOR, at(10))],
    ["unmet not corporation of Mira (main)"],
  ],
])("the causes of %s", (_, tree, characters, expected) => {
  expect(shortCauses(tree, ...characters)).toEqual(expected);
});

test.each<[string, CharacterRequirement, Partial<CharacterEvidence>[], string[]]>([
  [
    "one condition instead of two",
    allOf(SP, HOME),
    [mira(POOR, at(20)), tovi(POOR, at(10))],
    ["total_sp"],
  ],
  [
    "few skills of a list instead of a condition",
    allOf(SKILLS, HOME),
    [mira(trained(1, 2, 3), at(20)), tovi(trained(1), at(10))],
    ["skills"],
  ],
  [
    "fewer skills where one list is enough",
    anyOf(SKILLS, SP),
    [mira(POOR, trained()), tovi(POOR, trained(1))],
    ["skills", "total_sp"],
  ],
  [
    "nothing that is turned round",
    allOf(noneOf(HOME), SP),
    [mira(POOR, at(10)), tovi(POOR, at(20))],
    ["total_sp"],
  ],
])("of two characters, the one that lacks less is the cause: %s", (_, meet, characters, types) => {
  const ofTovi = types.map((type) => `unmet ${type} of Tovi (any)`);
  expect(shortCauses(of("any", meet), ...characters)).toEqual(ofTovi);
});

test("what a character meets does not count among what it lacks", () => {
  const characters = [mira(RICH, trained()), tovi(POOR, trained(1, 2, 3))];
  expect(shortCauses(of("any", allOf(SKILLS, SP)), ...characters)).toEqual([
    "unmet skills of Mira (any)",
  ]);
});
