import fc from "fast-check";
import { expect, test } from "vitest";
import type { NamedAffiliation } from "#shared/session.ts";
import { UNKNOWN_CORPORATION_ID } from "#worker/db/schema/characters.ts";
import type { Beginnings, PilotEvent, PresentPilot } from "#worker/pilots/past/replay.ts";
import { pilotAt } from "#worker/pilots/past/replay.ts";

const CHARACTERS = [1, 2, 3];
const step = fc.record({
  act: fc.constantFrom(
    "link",
    "unlink",
    "sell",
    "main",
    "takeBack",
    "move",
    "lose",
    "restore",
    "grant",
    "withdraw",
    "discord",
    "noDiscord",
    "suspend",
    "lift",
    "wait",
  ),
  who: fc.constantFrom(...CHARACTERS),
  where: fc.integer({ min: 1, max: 4 }),
});
type Step = { act: string; who: number; where: number };

const inCorporation = (id: number): NamedAffiliation => ({
  corporationId: id,
  corporationName: `Corporation ${id}`,
  allianceId: null,
  allianceName: null,
});

type Character = {
  linkedAt: number | null;
  affiliation: NamedAffiliation | null;
  hasToken: boolean;
  tokenSince: number;
};
type World = {
  main: number | null;
  characters: Map<number, Character>;
  isAdmin: boolean;
  discord: { name: string; linkedAt: number } | null;
  isSuspended: boolean;
};

/** A claim and what is true, to compare; undefined where the replay says that it is not recorded. */
const told = <Value>(claim: { value: Value } | null, truth: Value | undefined) =>
  claim === null ? undefined : { claim: claim.value, truth };
const isTrue = (one: { claim: unknown; truth: unknown } | undefined) =>
  JSON.stringify(one?.claim) === JSON.stringify(one?.truth);
const idsOf = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b);

const idOf = (at: number) => String(at).padStart(6, "0");

/**
 * One account, as the product changes it: its states, and what the product writes into the log. Time passes with every step. Nothing
 * here knows the replay.
 */
function play(steps: readonly Step[]) {
  const log: PilotEvent[] = [];
  let at = 1;
  const record = (kind: string, characterId: number | null, more: Partial<PilotEvent> = {}) => {
    log.push({ id: idOf(at), kind, at, characterId, ...more });
    at += 1;
  };
  const linked = (): Character => ({
    linkedAt: at,
    affiliation: null,
    hasToken: true,
    tokenSince: at,
  });
  const world: World = {
    main: 1,
    characters: new Map([[1, linked()]]),
    isAdmin: false,
    discord: null,
    isSuspended: false,
  };
  // Where EVE says that the characters are; also while they are not linked.
  const affiliations = new Map<number, NamedAffiliation>();
  record("account_created", 1);
  const states: { after: number; world: World }[] = [];
  const keep = () => states.push({ after: at - 1, world: structuredClone(world) });
  keep();
  for (const { act, who, where } of steps) {
    const character = world.characters.get(who);
    const release = () => {
      world.characters.delete(who);
      if (world.main !== who) return {};
      const [next] = [...world.characters].toSorted(
        ([a, { linkedAt: x }], [b, { linkedAt: y }]) => (x ?? 0) - (y ?? 0) || a - b,
      );
      world.main = next?.[0] ?? null;
      return { mainCharacterId: world.main };
    };
    if (act === "link" && character === undefined) {
      world.characters.set(who, { ...linked(), affiliation: affiliations.get(who) ?? null });
      world.main ??= who;
      record(
        ["character_linked", "character_acquired", "character_returned"][where % 3] ?? "",
        who,
      );
    } else if (act === "unlink" && character !== undefined && world.main !== who) {
      record("character_unlinked", who, release());
    } else if (act === "sell" && character !== undefined) {
      record("character_sold", who, release());
    } else if (act === "main" && character !== undefined && world.main !== who) {
      world.main = who;
      record("main_changed", who);
    } else if (act === "takeBack" && character !== undefined && world.main !== who) {
      world.main = who;
      record("account_taken_back", who, { mainCharacterId: who });
    } else if (act === "move") {
      const to = inCorporation(where);
      const from = affiliations.get(who) ?? null;
      if (from?.corporationId === to.corporationId) continue;
      affiliations.set(who, to);
      // Nothing is recorded of a character that is not linked.
      if (character === undefined) continue;
      character.affiliation = to;
      record("affiliation_changed", who, { affiliation: { from, to } });
    } else if (act === "lose" && character?.hasToken === true) {
      Object.assign(character, { hasToken: false, tokenSince: at });
      record("token_lost", who);
    } else if (act === "restore" && character?.hasToken === false) {
      Object.assign(character, { hasToken: true, tokenSince: at });
      record("token_restored", who);
    } else if (act === "grant" && !world.isAdmin) {
      world.isAdmin = true;
      record("administrator_added", null);
    } else if (act === "withdraw" && world.isAdmin) {
      world.isAdmin = false;
      record("administrator_removed", null);
    } else if (act === "discord" && world.discord === null) {
      world.discord = { name: `discord ${at}`, linkedAt: at };
      record("discord_linked", null, { discordName: world.discord.name });
    } else if (act === "noDiscord" && world.discord !== null) {
      const { name } = world.discord;
      world.discord = null;
      record("discord_unlinked", null, { discordName: name });
    } else if (act === "suspend") {
      world.isSuspended = true;
      record("user_suspended", null, { until: null });
    } else if (act === "lift" && world.isSuspended) {
      world.isSuspended = false;
      record("suspension_lifted", null);
    } else if (act === "wait") {
      at += 1;
    }
    keep();
  }
  return { log, states, world };
}

function presentOf({ main, characters, discord }: World): PresentPilot {
  return {
    mainCharacterId: main,
    discord,
    characters: [...characters].map(([characterId, character]) => ({ characterId, ...character })),
  };
}

const FROM_START: Beginnings = {
  affiliations: idOf(0),
  tokens: idOf(0),
  administrators: idOf(0),
};

test("a replay of the log equals the account at every moment of any history", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const { log, states, world } = play(steps);
      for (const { after, world: then } of states) {
        const moment = { before: idOf(after + 1), instant: after + 1 };
        const found = pilotAt(log, presentOf(world), FROM_START, moment);
        expect(found.main).toEqual({ value: then.main });
        expect(found.isAdmin).toEqual({ value: then.isAdmin });
        expect(found.isSuspended).toBe(then.isSuspended);
        expect(found.discord).toEqual(then.discord);
        expect(idsOf(found.characters.map(({ characterId }) => characterId))).toEqual(
          idsOf(then.characters.keys()),
        );
        for (const one of found.characters) {
          const expected = then.characters.get(one.characterId);
          expect(one.linkedAt).toBe(expected?.linkedAt);
          expect(one.hasToken).toEqual({ value: expected?.hasToken });
          // A corporation that changed while the character was not linked is known only by what the log says later.
          expect(told(one.affiliation, expected?.affiliation)).toSatisfy(isTrue);
        }
      }
    }),
    { numRuns: 400, seed: 5 },
  );
});

test("where the log began later, a replay tells what is true, or that it is not recorded", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 50 }),
      fc.nat(60),
      fc.nat(60),
      (steps, cut, laterKinds) => {
        // What a former main takes back may have been linked before the log, or not.
        const { log, states, world } = play(steps.filter(({ act }) => act !== "takeBack"));
        const began = states[cut % states.length]?.after ?? 0;
        const kindsBegan = began + (laterKinds % 10);
        const isLate = ({ kind, at }: PilotEvent) =>
          at <= kindsBegan &&
          ["affiliation_changed", "token_lost", "token_restored"].includes(kind);
        const later = log.filter((event) => event.at > began && !isLate(event));
        const beginnings: Beginnings = {
          affiliations: idOf(kindsBegan),
          tokens: idOf(kindsBegan),
          administrators: idOf(kindsBegan),
        };
        for (const { after, world: then } of states.filter((state) => state.after >= began)) {
          const moment = { before: idOf(after + 1), instant: after + 1 };
          const found = pilotAt(later, presentOf(world), beginnings, moment);
          expect(told(found.main, then.main)).toSatisfy(isTrue);
          expect(found.discord?.name).toBe(then.discord?.name);
          expect([null, then.discord?.linkedAt]).toContain(found.discord?.linkedAt ?? null);
          // What has stayed the same until now is told.
          const since = later.filter((event) => event.at > after);
          const sameMain = ({ kind, mainCharacterId }: PilotEvent) =>
            kind !== "main_changed" && kind !== "character_sold" && mainCharacterId === undefined;
          expect([found.main !== null, then.main === null || !since.every(sameMain)]).toContain(
            true,
          );
          expect(idsOf(found.characters.map(({ characterId }) => characterId))).toEqual(
            idsOf(then.characters.keys()),
          );
          for (const one of found.characters) {
            const expected = then.characters.get(one.characterId);
            expect([null, expected?.linkedAt]).toContain(one.linkedAt);
            expect(told(one.hasToken, expected?.hasToken)).toSatisfy(isTrue);
            expect(told(one.affiliation, expected?.affiliation)).toSatisfy(isTrue);
            const now = world.characters.get(one.characterId);
            const stays = since.every(
              ({ kind, characterId }) =>
                characterId !== one.characterId || !/unlinked|sold|token_|affiliation/.test(kind),
            );
            const isKept = stays && now !== undefined;
            const hasUnread = now?.affiliation?.corporationId === UNKNOWN_CORPORATION_ID;
            expect([one.hasToken !== null, !isKept || now.tokenSince > after]).toContain(true);
            expect([
              one.affiliation !== null,
              !isKept || hasUnread || after < kindsBegan,
            ]).toContain(true);
          }
        }
      },
    ),
    { numRuns: 400, seed: 6 },
  );
});

test("before another account was merged into it, the main of an account is not told", () => {
  const log: PilotEvent[] = [
    { id: "1", kind: "account_created", at: 1, characterId: 1 },
    { id: "2", kind: "account_created", at: 2, characterId: 2 },
    { id: "3", kind: "accounts_merged", at: 3, characterId: 2 },
    { id: "4", kind: "account_absorbed", at: 3, characterId: 1 },
  ];
  const character = { affiliation: null, hasToken: true, tokenSince: 0 };
  const present: PresentPilot = {
    mainCharacterId: 1,
    discord: null,
    characters: [
      { characterId: 1, linkedAt: 1, ...character },
      { characterId: 2, linkedAt: 2, ...character },
    ],
  };
  const at = (before: string, instant: number) =>
    pilotAt(log, present, FROM_START, { before, instant });
  expect(at("3", 3)).toMatchObject({ main: null, mergedAt: 3 });
  expect(at("3", 3).characters).toHaveLength(2);
  expect(at("5", 5)).toMatchObject({ main: { value: 1 }, mergedAt: null });
});
