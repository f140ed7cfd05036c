import * as fc from "fast-check";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { CharacterRequirement, Requirement, SkillLevel } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { standingKey } from "#worker/requirements/evaluation/user-evidence.ts";
import type {
  CharacterEvidence,
  EvidenceFact,
  UserEvidence,
} from "#worker/requirements/evaluation/user-evidence.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

export const known = <Value>(value: Value): EvidenceFact<Value> => ({
  isKnown: true,
  value,
  asOf: NOW,
});
export const unknown = (reason: UnknownReason): EvidenceFact<never> => ({
  isKnown: false,
  reason,
  asOf: null,
});

let lastId = 0;

export function buildCharacter(given: Partial<CharacterEvidence> = {}): CharacterEvidence {
  const characterId = ++lastId;
  return {
    characterId,
    name: `Pilot ${characterId}`,
    isGone: false,
    isUnconfirmed: false,
    affiliation: unknown("never_read"),
    inCorporationSince: unknown("never_read"),
    roles: unknown("never_read"),
    titles: unknown("never_read"),
    token: { state: "ok", scopes: [], since: NOW },
    skills: unknown("never_read"),
    totalSp: unknown("never_read"),
    birthday: unknown("never_read"),
    securityStatus: unknown("never_read"),
    standings: new Map(),
    ...given,
  };
}

/** A user with these characters, of which the first is the main. */
export function buildUserEvidence({
  characters = [],
  ...given
}: Partial<Omit<UserEvidence, "characters">> & {
  characters?: Partial<CharacterEvidence>[];
} = {}): UserEvidence {
  const built = characters.map(buildCharacter);
  return {
    userId: "u",
    createdAt: NOW,
    isSuspended: false,
    mainCharacterId: built[0]?.characterId ?? null,
    hasDiscord: false,
    servers: new Map(),
    facts: new Map(),
    participation: new Map(),
    refused: "no",
    groupIds: new Set(),
    ...given,
    characters: built,
  };
}

// ── Generators: few values, so that conditions and facts meet ─────────────────────────────────

const small = fc.integer({ min: 1, max: 3 });
const ids = fc.uniqueArray(small, { minLength: 1, maxLength: 2 });
const days = fc.integer({ min: 1, max: 30 });

const condition: fc.Arbitrary<CharacterRequirement> = fc.oneof(
  ids.map((corporationIds) => ({ type: "corporation" as const, corporationIds })),
  ids.map((allianceIds) => ({ type: "alliance" as const, allianceIds })),
  days.map((count) => ({ type: "time_in_corporation" as const, days: count })),
  fc.constantFrom("Director", "Trader").map((role) => ({ type: "roles" as const, roles: [role] })),
  fc.record({ type: fc.constant("titles" as const), corporationId: small, titleIds: ids }),
  fc.subarray(["a.v1", "b.v1"]).map((scopes) => ({ type: "authorization" as const, scopes })),
  fc
    .uniqueArray(fc.record({ skillId: small, level: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ skillId }) => skillId,
    })
    .map((skills) => ({ type: "skills" as const, name: "List", skills })),
  small.map((minimum) => ({ type: "total_sp" as const, minimum })),
  days.map((count) => ({ type: "character_age" as const, days: count })),
  fc
    .integer({ min: -10, max: 10 })
    .map((minimum) => ({ type: "security_status" as const, minimum })),
  fc.record({
    type: fc.constant("standing" as const),
    minimum: fc.integer({ min: -10, max: 10 }),
    of: fc.constantFrom("corporation" as const, "alliance" as const),
    ownerId: small,
  }),
);

const characterTree = fc.letrec<{ tree: CharacterRequirement }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", maxDepth: 1 },
    condition,
    fc.record({
      type: fc.constantFrom("all" as const, "any" as const),
      of: fc.array(tie("tree"), { minLength: 1, maxLength: 2 }),
    }),
    tie("tree").map((of) => ({ type: "not" as const, of })),
  ),
})).tree;

/** Trained skills, as evidence has them. */
export function levelsOf(skills: readonly SkillLevel[]) {
  return (skillId: number) => skills.find((one) => one.skillId === skillId)?.level ?? 0;
}

/** Trees within the limits of the schema. */
export const arbitraryTree: fc.Arbitrary<Requirement> = fc.letrec<{ tree: Requirement }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", maxDepth: 2 },
    fc.record({
      type: fc.constant("characters" as const),
      which: fc.constantFrom("any" as const, "every" as const, "main" as const),
      meet: characterTree,
    }),
    fc.constantFrom("g1", "g2").map((id) => ({ type: "member_of" as const, groupIds: [id] })),
    fc.constant({ type: "discord_linked" as const }),
    fc.constant({ type: "cleared" as const }),
    fc.constantFrom("1", "2").map((serverId) => ({ type: "on_discord_server" as const, serverId })),
    days.map((count) => ({ type: "account_age" as const, days: count })),
    small.map((value) => ({
      type: "fact" as const,
      factId: "f1",
      test: { compare: "at_least" as const, value },
    })),
    fc.record({
      type: fc.constantFrom("all" as const, "any" as const),
      of: fc.array(tie("tree"), { minLength: 1, maxLength: 2 }),
    }),
    tie("tree").map((of) => ({ type: "not" as const, of })),
  ),
})).tree;

const fact = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<EvidenceFact<Value>> =>
  fc.oneof(
    value.map(known),
    fc.constantFrom<UnknownReason>("never_read", "too_old", "no_director").map(unknown),
  );
const instant = fc.integer({ min: 0, max: 40 }).map((ago) => NOW - ago * DAY_MS);

const arbitraryCharacter: fc.Arbitrary<CharacterEvidence> = fc
  .record({
    isGone: fc.constantFrom(false, false, false, true),
    affiliation: fact(fc.record({ corporationId: small, allianceId: fc.option(small) })),
    inCorporationSince: fact(instant),
    roles: fact(fc.subarray(["Director", "Trader"])),
    titles: fact(fc.record({ corporationId: small, titleIds: ids })),
    token: fc.record({
      state: fc.constantFrom("ok" as const, "unknown" as const, "revoked" as const),
      scopes: fc.subarray(["a.v1", "b.v1"]),
      since: instant,
    }),
    skills: fact(
      fc
        .uniqueArray(fc.record({ skillId: small, level: fc.integer({ min: 0, max: 5 }) }), {
          maxLength: 3,
          selector: ({ skillId }) => skillId,
        })
        .map(levelsOf),
    ),
    totalSp: fact(small),
    birthday: fact(instant),
    securityStatus: fact(fc.integer({ min: -10, max: 10 })),
    standings: fc
      .tuple(fact(fc.integer({ min: -10, max: 10 })), fact(fc.integer({ min: -10, max: 10 })))
      .map(
        ([corporation, alliance]) =>
          new Map([
            [standingKey("corporation", 1), corporation],
            [standingKey("alliance", 2), alliance],
          ]),
      ),
  })
  .map(buildCharacter);

export const arbitraryUser: fc.Arbitrary<UserEvidence> = fc
  .record({
    characters: fc.array(arbitraryCharacter, { maxLength: 3 }),
    hasDiscord: fc.boolean(),
    servers: fact(fc.boolean()).map((one) => new Map([["1", one]])),
    facts: fact(fc.option(small)).map((one) => new Map([["f1", one]])),
    participation: fc.constant(new Map()),
    refused: fc.constantFrom("no" as const, "yes" as const, "unconfirmed" as const),
    groupIds: fc.subarray(["g1", "g2"]).map((all) => new Set(all)),
    createdAt: instant,
  })
  .map(({ characters, ...given }) => ({
    userId: "u",
    isSuspended: false,
    ...given,
    characters,
    mainCharacterId: characters[0]?.characterId ?? null,
  }));
