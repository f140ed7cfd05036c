import type { Reading } from "#shared/requirements/cause.ts";
import { expect, test } from "vitest";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { Explained, ExplainedCharacter } from "#shared/requirements/rule.ts";
import type { CharacterCondition, Quantifier } from "#shared/requirements/tree.ts";
import {
  causesOfRow,
  charactersOf,
  countRows,
  isPrivate,
  toRows,
  leavesOf,
} from "#web/requirements-text/explained-causes.ts";
import { textOf } from "#web/lib/sentence.ts";
import { firstRepair, repairOf } from "#web/repairs/repair-button.tsx";
import { leafAge, leafText } from "#web/requirements-text/explained-text.ts";
import { daysAgo, names, NOW, SAMPLES } from "./condition-samples.ts";

const discord = (isLinked: boolean): Explained => ({
  type: "condition",
  condition: { type: "discord_linked" },
  outcome: isLinked ? "met" : "unmet",
  reading: { fact: { type: "discord", isLinked }, unknown: null, asOf: null },
});

const home: Explained = {
  type: "condition",
  condition: { type: "member_of", groupIds: ["g1"] },
  outcome: "unmet",
  reading: { fact: { type: "groups", groupIds: [] }, unknown: null, asOf: null },
};

const found = (
  condition: CharacterCondition,
  outcome: Outcome,
  reading: Partial<Reading>,
): ExplainedCharacter => ({
  type: "condition",
  condition,
  outcome,
  reading: { fact: null, unknown: null, asOf: null, ...reading },
});

const authorization: CharacterCondition = { type: "authorization", scopes: [] };
const lost = found(authorization, "unmet", {
  fact: { type: "authorization", state: "revoked", missingScopes: [] },
  asOf: daysAgo(2),
});
const valid = found(authorization, "met", {
  fact: { type: "authorization", state: "ok", missingScopes: [] },
});

const CAPITAL: CharacterCondition = {
  type: "skills",
  name: "Capital pilots",
  skills: [
    { skillId: 11, level: 5 },
    { skillId: 12, level: 1 },
  ],
};
const lacks = (...missing: number[]) =>
  found(CAPITAL, missing.length > 0 ? "unmet" : "met", {
    fact: {
      type: "skills",
      required: 2,
      missing: missing.map((skillId) => ({ skillId, level: skillId === 11 ? 5 : 1, trained: 0 })),
    },
    asOf: daysAgo(1 / 8),
  });

const NAMES = ["Valka Stroud", "Rook Ansgar", "Tovi Renn"];

function characters(
  which: Quantifier,
  outcome: Outcome,
  meets: ExplainedCharacter[],
): Extract<Explained, { type: "characters" }> {
  const [first] = meets;
  return {
    type: "characters",
    which,
    outcome,
    meet: first?.type === "condition" ? first.condition : authorization,
    characters: meets.map((meet, index) => ({
      characterId: index + 1,
      characterName: NAMES[index] ?? "",
      outcome: meet.outcome,
      meet,
    })),
  };
}

const tell = (part: Explained) =>
  leavesOf(part)
    .map((leaf) => textOf(leafText(leaf, names, NOW)))
    .join(" | ");

test("rows come unmet first, then unknown, then met, and are counted", () => {
  const unknown = characters("main", "unknown", [
    found(CAPITAL, "unknown", { unknown: "too_old", asOf: daysAgo(20) }),
  ]);
  const rows = toRows({
    type: "all",
    outcome: "unmet",
    of: [discord(true), unknown, discord(false), { type: "private", outcome: "unmet" }],
  });
  expect(rows.map(({ index }) => index)).toEqual([2, 3, 1, 0]);
  expect(countRows(rows)).toEqual({ met: 1, unmet: 2, unknown: 1, total: 4 });
  expect(rows.map(isPrivate)).toEqual([false, true, false, false]);
});

test("a rule that is no bracket of all is one row", () => {
  expect(toRows({ type: "any", outcome: "met", of: [discord(true), home] })).toHaveLength(1);
  expect(toRows(discord(false))).toHaveLength(1);
});

test("of every character, those that fail are told, and the others are fine", () => {
  expect(tell(characters("every", "unmet", [valid, lost, valid]))).toBe(
    "Rook Ansgar lost its authorization 2 days ago. Your 2 other characters are fine.",
  );
  expect(tell(characters("every", "unmet", [valid, lost]))).toBe(
    "Rook Ansgar lost its authorization 2 days ago. Your other character is fine.",
  );
  expect(tell(characters("every", "met", [valid, valid]))).toBe("All of your 2 characters.");
  expect(tell(characters("every", "met", [valid]))).toBe("Valka Stroud has a valid authorization.");
});

test("of any character, the one that lacks least is told", () => {
  expect(tell(characters("any", "unmet", [lacks(11, 12), lacks(11)]))).toBe(
    "None of your 2 characters. Closest: Rook Ansgar has trained 1 of 2 skills of Capital pilots, and lacks Jump Drive Calibration V.",
  );
  expect(tell(characters("any", "unmet", [lacks(11)]))).toMatch(/^Valka Stroud has trained 1 of 2/);
  expect(tell(characters("any", "met", [lacks(11), lacks()]))).toBe(
    "Rook Ansgar has trained Capital pilots.",
  );
});

test("what no character may be is told of those that are", () => {
  const none = (outcome: Outcome, meets: ExplainedCharacter[]): Explained => ({
    type: "not",
    outcome: outcome === "met" ? "unmet" : "met",
    of: characters("any", outcome, meets),
  });
  expect(tell(none("met", [lacks(11), lacks()]))).toBe(
    "Rook Ansgar has trained Capital pilots. Your other character is fine.",
  );
  expect(tell(none("unmet", [lacks(11), lacks(12)]))).toBe("None of your 2 characters.");
});

test("without a character there is nothing to look at", () => {
  expect(tell(characters("main", "unmet", []))).toBe("You have no main character.");
  expect(tell(characters("any", "unmet", []))).toBe("You have no characters.");
});

test("several conditions on one character are told one by one", () => {
  const meet: ExplainedCharacter = { type: "all", outcome: "unmet", of: [lost, lacks(12)] };
  expect(tell(characters("main", "unmet", [meet]))).toBe(
    "Valka Stroud lost its authorization 2 days ago. Valka Stroud has trained 1 of 2 skills of Capital pilots, and lacks Capital Ships I.",
  );
});

test("the age of a row is that of its oldest fact", () => {
  const [leaf] = leavesOf(characters("any", "unmet", [lacks(11), lacks(12)]));
  expect(leaf && leafAge(leaf, NOW)).toBe("Read 3 hours ago");
  const [linked] = leavesOf(discord(true));
  expect(linked && leafAge(linked, NOW)).toBeNull();
});

test("a private part says no more than that", () => {
  expect(tell({ type: "private", outcome: "unmet" })).toBe(
    "This part is private. It is not met, or not known.",
  );
});

// ── Repairs ───────────────────────────────────────────────────────────────────────────────────

function repairOfPart(part: Explained) {
  const [row] = toRows(part);
  return row && firstRepair(causesOfRow(row, names));
}

test("each repair is the one that helps", () => {
  expect(repairOfPart(characters("every", "unmet", [valid, lost]))).toEqual({
    kind: "authorize",
    character: { characterId: 2, characterName: "Rook Ansgar" },
    isLost: true,
    scopes: [],
  });
  expect(repairOfPart(discord(false))).toEqual({ kind: "discord" });
  expect(repairOfPart(home)).toEqual({ kind: "group", groupId: "g1", groupName: "Home Defence" });
  expect(repairOfPart(characters("any", "unmet", [lacks(11)]))).toMatchObject({ kind: "skills" });
  const unread = found(CAPITAL, "unknown", { unknown: "never_read" });
  expect(repairOfPart(characters("any", "unknown", [unread]))).toMatchObject({ kind: "check" });
  const uncovered = found(CAPITAL, "unknown", { unknown: "missing_scope" });
  expect(repairOfPart(characters("any", "unknown", [uncovered]))).toMatchObject({
    kind: "authorize",
    isLost: false,
  });
});

test("one authorization covers all that a row needs of a character", () => {
  const hidden = (condition: CharacterCondition) =>
    found(condition, "unknown", { unknown: "missing_scope" });
  const meet: ExplainedCharacter = {
    type: "all",
    outcome: "unknown",
    of: [
      hidden({ type: "roles", roles: ["Trader"] }),
      hidden({ type: "titles", corporationId: 2, titleIds: [1] }),
    ],
  };
  expect(repairOfPart(characters("main", "unknown", [meet]))).toMatchObject({
    kind: "authorize",
    scopes: ["esi-characters.read_corporation_roles.v1", "esi-characters.read_titles.v1"],
  });
});

test("of a bracket, the first part that can be repaired is", () => {
  const standing = found(
    { type: "standing", minimum: 5, of: "corporation", ownerId: 2 },
    "unknown",
    { unknown: "no_director" },
  );
  const part: Explained = {
    type: "any",
    outcome: "unknown",
    of: [characters("main", "unknown", [standing]), home],
  };
  expect(repairOfPart(part)).toMatchObject({ kind: "group" });
});

test("what is met needs no repair, and a hidden group gives none away", () => {
  expect(repairOfPart(discord(true))).toBeNull();
  const [row] = toRows(home);
  const [cause] = row ? causesOfRow(row, { ...names, groups: {} }) : [];
  expect(cause && repairOf(cause)).toBeNull();
});

test("every condition but those that time repairs has a repair, or a sentence why there is none", () => {
  const without = Object.values(SAMPLES).filter(({ condition, unmet }) => {
    const repair = repairOf({
      outcome: "unmet",
      isNegated: false,
      condition,
      which: null,
      character: { characterId: 1, characterName: "Valka Stroud" },
      reading: { fact: unmet.fact, unknown: null, asOf: null },
      names,
    });
    return repair === null;
  });
  expect(without.map(({ condition }) => condition.type)).toEqual([
    "time_in_corporation",
    "total_sp",
    "character_age",
    "account_age",
    "took_part",
    "cleared",
  ]);
});

test("the characters of a rule are those that it looked at", () => {
  const part: Explained = {
    type: "all",
    outcome: "unmet",
    of: [characters("every", "unmet", [valid, lost]), characters("main", "met", [valid])],
  };
  expect(charactersOf(part)).toEqual([1, 2]);
});
