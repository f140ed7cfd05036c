import type { Cause, FactValue, Reading } from "#shared/requirements/cause.ts";
import { describe, expect, test } from "vitest";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type {
  CharacterCondition,
  Condition,
  Quantifier,
  Requirement,
  UserCondition,
} from "#shared/requirements/tree.ts";
import { textOf } from "#web/lib/sentence.ts";
import { causesText, causeText, ageText } from "#web/requirements-text/cause-text.ts";
import {
  conditionLabel,
  conditionText,
  isOnCharacter,
} from "#web/requirements-text/condition-text.ts";
import { requirementText, requirementTold } from "#web/requirements-text/tree-text.ts";
import type { Told } from "#web/requirements-text/tree-text.ts";
import { daysAgo, names, NOW, SAMPLES } from "./condition-samples.ts";

const samples = Object.entries(SAMPLES);

function cause(condition: Condition, change: Partial<Cause>): Cause {
  const isOnOne = isOnCharacter(condition);
  return {
    outcome: "unmet",
    isNegated: false,
    condition,
    which: isOnOne ? "every" : null,
    character: isOnOne ? { characterId: 7, characterName: "Rook Ansgar" } : null,
    reading: { fact: null, unknown: null, asOf: null },
    names,
    ...change,
  };
}

const reading = (fact: FactValue | null, asOf: string | null = null): Reading => ({
  fact,
  unknown: null,
  asOf,
});

const say = (one: Cause, viewpoint: "own" | "other" = "other") =>
  textOf(causeText(one, viewpoint, NOW));

describe.each(samples)("%s", (_, { condition, every, none, unmet, met }) => {
  test("is a sentence, also negated", () => {
    expect(textOf(conditionText(condition, "every", names))).toBe(every);
    expect(textOf(conditionText(condition, "every", names, { negation: "each" }))).toBe(none);
    expect(textOf(conditionText(condition, "any", names, { negation: "whole" }))).toBe(none);
  });

  test("says what was found where it is not met, and where it must not be", () => {
    expect(say(cause(condition, { reading: reading(unmet.fact, unmet.asOf) }))).toBe(unmet.text);
    expect(say(cause(condition, { isNegated: true, reading: reading(met.fact) }))).toBe(met.text);
  });

  test("has a label", () => {
    expect(textOf(conditionLabel(condition, names))).toMatch(/^\S.*\S$/);
  });
});

const QUANTIFIERS: Quantifier[] = ["any", "every", "main"];
const REASONS: UnknownReason[] = [
  "never_read",
  "too_old",
  "missing_scope",
  "no_authorization",
  "authorization_unknown",
  "no_director",
  "unconfirmed",
  "eve_failed",
];

test("every combination is one sentence, and names no character that the reader may not know", () => {
  const sentences = samples.flatMap(([, { condition, unmet, met }]) =>
    QUANTIFIERS.flatMap((which) =>
      (["own", "other"] as const).flatMap((viewpoint) =>
        [
          cause(condition, { which, character: null, reading: reading(unmet.fact, unmet.asOf) }),
          cause(condition, { which, character: null, isNegated: true, reading: reading(met.fact) }),
          ...REASONS.flatMap((unknown) =>
            [null, daysAgo(20)].map((asOf) =>
              cause(condition, {
                which,
                character: null,
                outcome: "unknown",
                reading: { fact: null, unknown, asOf },
              }),
            ),
          ),
        ].map((one) => say(one, viewpoint)),
      ),
    ),
  );
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^[A-Z\d].*\.$/);
    expect(sentence).not.toMatch(/Rook|undefined|null\b|NaN|\s{2}| [.,]|\(name/);
  }
});

const skills = SAMPLES.skills.condition;

test.each<[UnknownReason, string]>([
  ["never_read", "The skills of Rook Ansgar have not been read yet."],
  ["too_old", "The skills of Rook Ansgar were last read on Nov 3, which is too long ago to count."],
  ["missing_scope", "The authorization of Rook Ansgar does not cover its skills."],
  ["no_authorization", "The skills of Rook Ansgar are not known: there is no valid authorization."],
  ["authorization_unknown", "EVE did not say whether the authorization of Rook Ansgar is valid."],
  ["no_director", "The skills of Rook Ansgar are not known: no director can read it."],
  ["unconfirmed", "Rook Ansgar is not confirmed as a character of this account."],
  ["eve_failed", "The skills of Rook Ansgar could not be read from EVE."],
])("a fact that is %s says why", (unknown, text) => {
  const unread = { fact: null, unknown, asOf: daysAgo(20) };
  expect(say(cause(skills, { outcome: "unknown", reading: unread }))).toBe(text);
});

test("a standing without a director names whose director is missing", () => {
  const unread: Reading = { fact: null, unknown: "no_director", asOf: null };
  expect(say(cause(SAMPLES.standing.condition, { outcome: "unknown", reading: unread }))).toBe(
    "The standing of Rook Ansgar is not known: no director of Sable Meridian can read it.",
  );
});

test("a character that must not be named is one of theirs, the closest of theirs, or their main", () => {
  const hidden = { character: null, reading: reading(SAMPLES.total_sp.unmet.fact) };
  const of = (which: Quantifier, viewpoint: "own" | "other") =>
    say(cause(SAMPLES.total_sp.condition, { ...hidden, which }), viewpoint);
  expect(of("every", "other")).toBe("One of their characters has 43,100,000 skill points.");
  expect(of("any", "other")).toBe("The closest of their characters has 43,100,000 skill points.");
  expect(of("main", "other")).toBe("Their main character has 43,100,000 skill points.");
  expect(of("every", "own")).toBe("One of your characters has 43,100,000 skill points.");
});

test("the reader's own conditions are addressed to the reader", () => {
  const own = (condition: UserCondition, isNegated = false) =>
    say(cause(condition, { isNegated, reading: reading({ type: "groups", groupIds: [] }) }), "own");
  expect(own({ type: "member_of", groupIds: ["g1"] })).toBe(
    "You are not a member of Home Defence.",
  );
  expect(own({ type: "member_of", groupIds: ["g1"] }, true)).toBe(
    "You are a member of Home Defence.",
  );
});

test("an authorization that does not cover enough says what it lacks", () => {
  const fact: FactValue = {
    type: "authorization",
    state: "ok",
    missingScopes: ["esi-skills.read_skills.v1", "esi-assets.read_assets.v1"],
  };
  expect(say(cause(SAMPLES.authorization.condition, { reading: reading(fact) }))).toBe(
    "The authorization of Rook Ansgar does not cover skills and assets.",
  );
});

test("several causes are the first and a number", () => {
  const one = cause(SAMPLES.discord_linked.condition, {
    reading: reading(SAMPLES.discord_linked.unmet.fact),
  });
  expect(textOf(causesText([one, one, one], "other", NOW))).toBe(
    "Discord is not linked. And 2 more.",
  );
  expect(textOf(causesText([], "other", NOW))).toMatch(/no character/);
});

test("names that are not known, or not for the reader, are replaced", () => {
  expect(textOf(conditionText({ type: "alliance", allianceIds: [9] }, "main", names))).toBe(
    "Main character is in the alliance (name not available)",
  );
});

test("long lists are counted", () => {
  const allianceIds = Array.from({ length: 9 }, (_, index) => index + 1);
  expect(textOf(conditionText({ type: "alliance", allianceIds }, "any", names))).toMatch(
    /^Any character is in one of the alliances Null Concord, .*, or 5 others$/,
  );
});

test("the age of a fact is told where it has one", () => {
  expect(ageText(reading(SAMPLES.alliance.met.fact, daysAgo(1 / 8)), NOW)).toBe("Read 3 hours ago");
  expect(ageText(reading(SAMPLES.discord_linked.met.fact), NOW)).toBeNull();
  expect(ageText(reading(SAMPLES.authorization.unmet.fact, daysAgo(2)), NOW)).toBeNull();
});

// ── Trees ─────────────────────────────────────────────────────────────────────────────────────

const alliance: CharacterCondition = { type: "alliance", allianceIds: [1] };
const capital: CharacterCondition = { type: "skills", name: "Capital pilots", skills: [] };
const discord: UserCondition = { type: "discord_linked" };
const home: UserCondition = { type: "member_of", groupIds: ["g1"] };
const any = (meet: Extract<Requirement, { type: "characters" }>["meet"]): Requirement => ({
  type: "characters",
  which: "any",
  meet,
});

test.each<[string, Requirement]>([
  ["Discord is linked, or you are a member of Home Defence", { type: "any", of: [discord, home] }],
  [
    "Discord is not linked, and you are not a member of Home Defence",
    { type: "not", of: { type: "any", of: [discord, home] } },
  ],
  [
    "All of these: Any character is in the alliance Null Concord; Discord is linked, or you are a member of Home Defence",
    { type: "all", of: [any(alliance), { type: "any", of: [discord, home] }] },
  ],
  [
    "One character is in the alliance Null Concord and has trained Capital pilots",
    any({ type: "all", of: [alliance, capital] }),
  ],
  [
    "No character is in the alliance Null Concord and has trained Capital pilots",
    { type: "not", of: any({ type: "all", of: [alliance, capital] }) },
  ],
  ["No character is in the alliance Null Concord", { type: "not", of: any(alliance) }],
  ["Any character is not in the alliance Null Concord", any({ type: "not", of: alliance })],
  [
    "Every character is in the alliance Null Concord",
    { type: "not", of: any({ type: "not", of: alliance }) },
  ],
  ["Discord is linked", { type: "all", of: [{ type: "not", of: { type: "not", of: discord } }] }],
])("a tree reads: %s", (text, tree) => {
  expect(textOf(requirementText(tree, names, "own"))).toBe(text);
});

test("a bracket within a bracket is a list, whose entries are sentences or lists", () => {
  const said = ({ pieces, list }: Told): unknown =>
    list.length === 0 ? textOf(pieces) : { [textOf(pieces)]: list.map(said) };
  const old: CharacterCondition = { type: "character_age", days: 30 };
  const one = any({ type: "all", of: [alliance, { type: "any", of: [capital, old] }] });
  const tree: Requirement = { type: "any", of: [home, { type: "all", of: [discord, one] }] };
  expect(said(requirementTold(tree, names, "own"))).toEqual({
    "One of these": [
      "You are a member of Home Defence",
      {
        "All of these": [
          "Discord is linked",
          {
            "One character meets all of these": [
              "Is in the alliance Null Concord",
              "Has trained Capital pilots or is at least 30 days old",
            ],
          },
        ],
      },
    ],
  });
});
