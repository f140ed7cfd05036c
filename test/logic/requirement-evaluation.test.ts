import { isWithinLimits } from "#shared/requirements/limits.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome } from "#shared/requirements/outcome.ts";
import { requirementSchema } from "#shared/requirements/tree.ts";
import type { CharacterRequirement, Requirement } from "#shared/requirements/tree.ts";
import { not } from "#test/support/requirements/condition-builders.ts";
import {
  arbitraryTree,
  arbitraryUser,
  buildUserEvidence,
  known,
  levelsOf,
  unknown,
} from "#test/support/requirements/requirement-evidence.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { CharacterEvidence } from "#worker/requirements/evaluation/user-evidence.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const outcomeOf = (tree: Requirement, user: Parameters<typeof evaluate>[1]) =>
  evaluate(tree, user, NOW).outcome;
const inAlliance = (which: "any" | "every" | "main"): Requirement => ({
  type: "characters",
  which,
  meet: { type: "alliance", allianceIds: [1] },
});
const IN = { affiliation: known({ corporationId: 10, allianceId: 1 }) };
const OUT = { affiliation: known({ corporationId: 20, allianceId: 2 }) };
const UNREAD = { affiliation: unknown("never_read") };

test.each<[string, Partial<CharacterEvidence>[], Record<"any" | "every" | "main", Outcome>]>([
  ["no characters", [], { any: "unmet", every: "met", main: "unmet" }],
  ["one inside", [IN], { any: "met", every: "met", main: "met" }],
  ["one outside", [OUT], { any: "unmet", every: "unmet", main: "unmet" }],
  ["one unread", [UNREAD], { any: "unknown", every: "unknown", main: "unknown" }],
  ["one inside and one outside", [IN, OUT], { any: "met", every: "unmet", main: "met" }],
  ["one inside and one unread", [IN, UNREAD], { any: "met", every: "unknown", main: "met" }],
  ["one outside and one unread", [OUT, UNREAD], { any: "unknown", every: "unmet", main: "unmet" }],
  [
    "one inside and a biomassed one outside",
    [IN, { ...OUT, isGone: true }],
    { any: "met", every: "met", main: "met" },
  ],
  ["a biomassed one inside", [{ ...IN, isGone: true }], { any: "met", every: "met", main: "met" }],
  [
    "a biomassed one outside",
    [{ ...OUT, isGone: true }],
    { any: "unmet", every: "met", main: "unmet" },
  ],
])("with %s, the quantifiers say what they mean", (_, characters, expected) => {
  const user = buildUserEvidence({ characters });
  for (const which of ["any", "every", "main"] as const) {
    expect([which, outcomeOf(inAlliance(which), user)]).toEqual([which, expected[which]]);
  }
});

test("a character whose authorization is unknown makes `every` unknown, not unmet", () => {
  const token = (state: "ok" | "unknown" | "revoked") => ({
    token: { state, scopes: ["a"], since: NOW },
  });
  const every: Requirement = {
    type: "characters",
    which: "every",
    meet: { type: "authorization", scopes: ["a"] },
  };
  const of = (...characters: Partial<CharacterEvidence>[]) =>
    outcomeOf(every, buildUserEvidence({ characters }));
  expect(of(token("ok"), token("unknown"))).toBe("unknown");
  expect(of(token("ok"), token("revoked"))).toBe("unmet");
  expect(of(token("ok"))).toBe("met");
});

test("a condition that only a newer version knows neither grants nor removes, as after a rollback", () => {
  const newer: Requirement = JSON.parse('{"type":"from_a_newer_version","count":1}');
  const ofCharacter: Requirement = JSON.parse(
    '{"type":"characters","which":"main","meet":{"type":"from_a_newer_version"}}',
  );
  const user = buildUserEvidence({ characters: [IN], hasDiscord: true });
  for (const tree of [newer, ofCharacter]) {
    expect(needsOf([tree])).toEqual(needsOf([]));
    expect(outcomeOf(tree, user)).toBe("unknown");
    expect(outcomeOf(not(tree), user)).toBe("unknown");
    expect(outcomeOf({ type: "all", of: [OF_USER.met, tree] }, user)).toBe("unknown");
    expect(outcomeOf({ type: "any", of: [OF_USER.unmet, tree] }, user)).toBe("unknown");
    expect(causesOf(evaluate(tree, user, NOW))).toHaveLength(1);
  }
});

/** On a user, and on one character: a condition with each outcome. */
const OF_USER: Record<Outcome, Requirement> = {
  met: { type: "discord_linked" },
  unmet: { type: "member_of", groupIds: ["elsewhere"] },
  unknown: { type: "on_discord_server", serverId: "77" },
};
const OF_CHARACTER: Record<Outcome, CharacterRequirement> = {
  met: { type: "corporation", corporationIds: [10] },
  unmet: { type: "corporation", corporationIds: [20] },
  unknown: { type: "total_sp", minimum: 1 },
};

test.each<[Outcome, Outcome, Record<"all" | "any", Outcome>]>([
  ["met", "met", { all: "met", any: "met" }],
  ["met", "unmet", { all: "unmet", any: "met" }],
  ["met", "unknown", { all: "unknown", any: "met" }],
  ["unmet", "unmet", { all: "unmet", any: "unmet" }],
  ["unmet", "unknown", { all: "unmet", any: "unknown" }],
  ["unknown", "unknown", { all: "unknown", any: "unknown" }],
])("a bracket of two conditions, %s and %s", (one, other, expected) => {
  const user = buildUserEvidence({ characters: [IN], hasDiscord: true });
  for (const type of ["all", "any"] as const) {
    for (const [first, second] of [[one, other] as const, [other, one] as const]) {
      const ofUser: Requirement = { type, of: [OF_USER[first], OF_USER[second]] };
      const meet: CharacterRequirement = { type, of: [OF_CHARACTER[first], OF_CHARACTER[second]] };
      expect(evaluate(ofUser, user, NOW)).toMatchObject({
        type,
        outcome: expected[type],
        of: [{ outcome: first }, { outcome: second }],
      });
      expect(evaluate({ type: "characters", which: "main", meet }, user, NOW)).toMatchObject({
        outcome: expected[type],
        characters: [{ trace: { type, of: [{ outcome: first }, { outcome: second }] } }],
      });
    }
  }
});

test.each<[Outcome, Outcome]>([
  ["met", "unmet"],
  ["unmet", "met"],
  ["unknown", "unknown"],
])("what is %s is %s when it is turned round", (of, turned) => {
  const user = buildUserEvidence({ characters: [IN], hasDiscord: true });
  const meet: CharacterRequirement = { type: "not", of: OF_CHARACTER[of] };
  expect(evaluate(not(OF_USER[of]), user, NOW)).toMatchObject({ type: "not", outcome: turned });
  expect(evaluate({ type: "characters", which: "any", meet }, user, NOW)).toMatchObject({
    outcome: turned,
    characters: [{ trace: { type: "not", of: { outcome: of } } }],
  });
});

test("De Morgan's laws hold with three values", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryTree, { minLength: 1, maxLength: 4 }),
      arbitraryUser,
      (parts, user) => {
        const all = outcomeOf(not({ type: "all", of: parts }), user);
        expect(all).toBe(outcomeOf({ type: "any", of: parts.map(not) }, user));
        const any = outcomeOf(not({ type: "any", of: parts }), user);
        expect(any).toBe(outcomeOf({ type: "all", of: parts.map(not) }, user));
      },
    ),
  );
});

test("what was decided stays decided when unknown facts become known", () => {
  fc.assert(
    fc.property(arbitraryTree, arbitraryUser, arbitraryUser, (tree, user, informed) => {
      const learned = {
        ...user,
        characters: user.characters.map((character, index) =>
          learn(character, informed.characters[index]),
        ),
      };
      const before = outcomeOf(tree, user);
      fc.pre(before !== "unknown");
      expect(outcomeOf(tree, learned)).toBe(before);
    }),
  );
});

/** The character with the facts of another where its own are unknown. */
function learn(
  character: CharacterEvidence,
  other: CharacterEvidence | undefined,
): CharacterEvidence {
  if (other === undefined) return character;
  const pick = <Fact extends { isKnown: boolean }>(own: Fact, from: Fact) =>
    own.isKnown ? own : from;
  return {
    ...character,
    affiliation: pick(character.affiliation, other.affiliation),
    inCorporationSince: pick(character.inCorporationSince, other.inCorporationSince),
    roles: pick(character.roles, other.roles),
    titles: pick(character.titles, other.titles),
    skills: pick(character.skills, other.skills),
    totalSp: pick(character.totalSp, other.totalSp),
    birthday: pick(character.birthday, other.birthday),
    securityStatus: pick(character.securityStatus, other.securityStatus),
    token: character.token.state === "unknown" ? other.token : character.token,
    standings: new Map(
      [...character.standings].map(([key, fact]) => [
        key,
        pick(fact, other.standings.get(key) ?? fact),
      ]),
    ),
  };
}

test("there are causes exactly if a requirement is not met, and each explains it", () => {
  fc.assert(
    fc.property(arbitraryTree, arbitraryUser, (tree, user) => {
      const trace = evaluate(tree, user, NOW);
      const causes = causesOf(trace);
      expect(causes.every(({ outcome }) => outcome === trace.outcome)).toBe(true);
      const hasCharacters =
        user.characters.some(({ isGone }) => !isGone) && user.mainCharacterId !== null;
      fc.pre(trace.outcome === "met" || hasCharacters);
      expect(causes.length > 0).toBe(trace.outcome !== "met");
    }),
  );
});

test("the character that lacks least explains why no character is enough", () => {
  const skills = [1, 2, 3].map((skillId) => ({ skillId, level: 4 }));
  const tree: Requirement = {
    type: "characters",
    which: "any",
    meet: { type: "skills", name: "Capital pilots", skills },
  };
  const user = buildUserEvidence({
    characters: [
      { skills: known(levelsOf([])) },
      { skills: known(levelsOf(skills.slice(0, 2))), name: "Saoirse Hale" },
    ],
  });
  expect(causesOf(evaluate(tree, user, NOW))).toMatchObject([
    {
      character: { characterName: "Saoirse Hale" },
      reading: { fact: { type: "skills", required: 3, missing: [{ skillId: 3, trained: 0 }] } },
    },
  ]);
});

test("a tree that is too deep or too large is refused before the schema walks it", () => {
  let deep: unknown = { type: "discord_linked" };
  for (let level = 0; level < 20_000; level += 1) deep = { type: "not", of: deep };
  expect(isWithinLimits(deep)).toBe(false);
  expect(requirementSchema.safeParse(deep).success).toBe(false);
  const wide = (nodes: number) => ({
    type: "all",
    of: Array.from({ length: nodes }, () => ({ type: "discord_linked" })),
  });
  expect(requirementSchema.safeParse(wide(63)).success).toBe(true);
  expect(requirementSchema.safeParse(wide(64)).success).toBe(false);
});

test("every tree of the generator is one that the schema accepts unchanged", () => {
  fc.assert(
    fc.property(arbitraryTree, (tree) => {
      expect(requirementSchema.parse(tree)).toEqual(tree);
    }),
  );
});
