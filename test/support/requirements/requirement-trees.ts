import * as fc from "fast-check";
import type { CharacterRequirement, Requirement } from "#shared/requirements/tree.ts";
import type {
  CharacterEvidence,
  Fact,
  UserEvidence,
} from "#worker/requirements/evaluation/user-evidence.ts";

const NEVER = { isKnown: false, reason: "never_read", asOf: null } as const;
const READ_AT = Date.parse("2026-11-20T10:00:00Z");

const skillPoints = fc.constantFrom(1, 2, 3);
const characterCondition = skillPoints.map((minimum) => ({ type: "total_sp" as const, minimum }));
const userCondition = fc.constantFrom<Requirement>(
  { type: "discord_linked" },
  { type: "member_of", groupIds: ["g1"] },
  { type: "member_of", groupIds: ["g2"] },
);

const brackets = fc.constantFrom<"all" | "any">("all", "any");

const { characterTree } = fc.letrec<{ characterTree: CharacterRequirement }>((tie) => ({
  characterTree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    characterCondition,
    fc.record({
      type: brackets,
      of: fc.array(tie("characterTree"), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant("not" as const), of: tie("characterTree") }),
  ),
}));

const { tree } = fc.letrec<{ tree: Requirement }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    userCondition,
    fc.record({
      type: fc.constant("characters" as const),
      which: fc.constantFrom<"any" | "every" | "main">("any", "every", "main"),
      meet: characterTree,
    }),
    fc.record({ type: brackets, of: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ type: fc.constant("not" as const), of: tie("tree") }),
  ),
}));

/** Trees of few conditions, so that users meet some of them. */
export const trees = tree;

const totalSp = fc
  .option(fc.nat(3))
  .map((value): Fact<number> => (value === null ? NEVER : { isKnown: true, value, asOf: READ_AT }));

const character = fc
  .record({ isGone: fc.boolean(), totalSp })
  .map((facts): Omit<CharacterEvidence, "characterId" | "name"> => ({
    ...facts,
    isUnconfirmed: false,
    affiliation: NEVER,
    inCorporationSince: NEVER,
    roles: NEVER,
    titles: NEVER,
    token: { state: "ok", scopes: [], since: READ_AT },
    skills: NEVER,
    birthday: NEVER,
    securityStatus: NEVER,
    standings: new Map(),
  }));

/** Users with 0 to 3 characters, the first of them the main, and facts that the trees ask for: some are not known. */
export const users = fc
  .record({
    characters: fc.array(character, { maxLength: 3 }),
    hasDiscord: fc.boolean(),
    groupIds: fc.subarray(["g1", "g2"]),
  })
  .map(({ characters, hasDiscord, groupIds }): UserEvidence => ({
    userId: "u1",
    createdAt: READ_AT,
    isSuspended: false,
    mainCharacterId: characters.length > 0 ? 1 : null,
    characters: characters.map((facts, index) => ({
      ...facts,
      characterId: index + 1,
      name: `Pilot ${index + 1}`,
    })),
    hasDiscord,
    servers: new Map(),
    facts: new Map(),
    participation: new Map(),
    refused: "no" as const,
    groupIds: new Set(groupIds),
  }));
