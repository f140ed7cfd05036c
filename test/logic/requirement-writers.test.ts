import { expect, test } from "vitest";
import type {
  CharacterCondition,
  CharacterRequirement,
  Quantifier,
  Requirement,
  UserCondition,
} from "#shared/requirements/tree.ts";
import { all, any, not } from "#test/support/requirements/condition-builders.ts";
import { writeRefusal } from "#worker/enrolment/rules/policy.ts";

const OWNER = { isAdmin: false };
const ADMINISTRATOR = { isAdmin: true };

const refusalOf = (tree: Requirement, actor: { isAdmin: boolean }) =>
  writeRefusal({ tree, enrolment: "manual" }, actor)?.message ?? null;

const of = (which: Quantifier, meet: CharacterRequirement): Requirement => ({
  type: "characters",
  which,
  meet,
});

const OWNERS = "owners";
const ADMINISTRATORS = "system administrators";
const CONDITION = "Only system administrators can use one of these conditions.";

/** A condition of each kind, and who may write it. */
const ON_CHARACTERS: {
  [Type in CharacterCondition["type"]]: [string, Extract<CharacterCondition, { type: Type }>];
} = {
  corporation: [OWNERS, { type: "corporation", corporationIds: [98_000_001] }],
  alliance: [OWNERS, { type: "alliance", allianceIds: [99_000_001] }],
  time_in_corporation: [OWNERS, { type: "time_in_corporation", days: 30 }],
  character_age: [OWNERS, { type: "character_age", days: 30 }],
  skills: [OWNERS, { type: "skills", name: "Logistics", skills: [{ skillId: 1, level: 4 }] }],
  total_sp: [OWNERS, { type: "total_sp", minimum: 5_000_000 }],
  roles: [ADMINISTRATORS, { type: "roles", roles: ["Director"] }],
  titles: [ADMINISTRATORS, { type: "titles", corporationId: 98_000_001, titleIds: [4] }],
  authorization: [ADMINISTRATORS, { type: "authorization", scopes: [] }],
  security_status: [ADMINISTRATORS, { type: "security_status", minimum: 0 }],
  standing: [
    ADMINISTRATORS,
    { type: "standing", minimum: 5, of: "corporation", ownerId: 98_000_001 },
  ],
};

const ON_USERS: {
  [Type in UserCondition["type"]]: [string, Extract<UserCondition, { type: Type }>];
} = {
  member_of: [OWNERS, { type: "member_of", groupIds: ["scouts"] }],
  discord_linked: [OWNERS, { type: "discord_linked" }],
  on_discord_server: [ADMINISTRATORS, { type: "on_discord_server", serverId: "77" }],
  account_age: [ADMINISTRATORS, { type: "account_age", days: 30 }],
  fact: [ADMINISTRATORS, { type: "fact", factId: "f", test: { compare: "is", value: true } }],
  took_part: [
    ADMINISTRATORS,
    { type: "took_part", count: 3, groupIds: ["scouts"], kinds: [], days: 30 },
  ],
  cleared: [ADMINISTRATORS, { type: "cleared" }],
};

test.each(Object.values(ON_CHARACTERS))("%s may require of mains: %j", (who, condition) => {
  const tree = of("main", condition);
  expect(refusalOf(tree, OWNER)).toBe(who === OWNERS ? null : CONDITION);
  expect(refusalOf(tree, ADMINISTRATOR)).toBe(null);
});

test.each(Object.values(ON_USERS))("%s may require of users: %j", (who, condition) => {
  expect(refusalOf(condition, OWNER)).toBe(who === OWNERS ? null : CONDITION);
  expect(refusalOf(condition, ADMINISTRATOR)).toBe(null);
});

const ALLIANCE: CharacterRequirement = { type: "alliance", allianceIds: [99_000_001] };
const SECURITY: CharacterRequirement = { type: "security_status", minimum: 0 };
const LINKED: Requirement = { type: "discord_linked" };
const ALTS = "Only system administrators can set conditions on characters other than the main.";

test.each<[string, Requirement, string | null]>([
  ["one character of the user", of("any", ALLIANCE), ALTS],
  ["every character of the user", of("every", ALLIANCE), ALTS],
  ["mains", of("main", ALLIANCE), null],
  ["mains, turned round", not(of("main", ALLIANCE)), null],
  ["every character, turned round", not(of("every", ALLIANCE)), ALTS],
  ["every character, beside the main", all(of("main", ALLIANCE), of("every", ALLIANCE)), ALTS],
  ["every character, or the main", any(of("main", ALLIANCE), of("every", ALLIANCE)), ALTS],
  ["mains and users", any(of("main", ALLIANCE), all(LINKED, not(LINKED))), null],
  ["a condition of administrators beside another", all(LINKED, of("main", SECURITY)), CONDITION],
  [
    "a condition of administrators within one on mains",
    of("main", { type: "any", of: [ALLIANCE, { type: "not", of: SECURITY }] }),
    CONDITION,
  ],
  ["a condition of administrators on every character", of("every", SECURITY), CONDITION],
])("what an owner may require: %s", (_, tree, refusal) => {
  expect(refusalOf(tree, OWNER)).toBe(refusal);
  expect(refusalOf(tree, ADMINISTRATOR)).toBe(null);
});

test("only system administrators enrol members automatically", () => {
  const rule = { tree: of("every", SECURITY), enrolment: "automatic" } as const;
  expect(writeRefusal(rule, OWNER)).toMatchObject({
    code: "forbidden",
    message: "Only system administrators can enrol members automatically.",
  });
  expect(writeRefusal(rule, ADMINISTRATOR)).toBe(undefined);
});

const CLEARED: Requirement = { type: "cleared" };

test.each<[string, Requirement]>([
  ["turned round", not(CLEARED)],
  ["turned round twice", not(not(CLEARED))],
  ["turned round in a bracket", all(LINKED, not(CLEARED))],
  ["turned round in a bracket of which one is enough", any(not(CLEARED), LINKED)],
  ["in a bracket that is turned round", not(any(LINKED, CLEARED))],
  ["deep in brackets", any(LINKED, all(LINKED, not(all(any(LINKED, CLEARED)))))],
])("the condition on the watchlist, %s, is refused to system administrators, too", (_, tree) => {
  expect(writeRefusal({ tree, enrolment: "manual" }, ADMINISTRATOR)).toMatchObject({
    code: "invalid_request",
    message:
      "Requirements cannot ask for people on the watchlist: the members would be a list of them.",
  });
  expect(refusalOf(tree, OWNER)).toBe(CONDITION);
});

test.each<[string, Requirement]>([
  ["in brackets", any(all(CLEARED, LINKED), LINKED)],
  ["beside another one that is turned round", all(CLEARED, not(LINKED))],
])("system administrators use the condition on the watchlist %s", (_, tree) => {
  expect(refusalOf(tree, ADMINISTRATOR)).toBe(null);
});
