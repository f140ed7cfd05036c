import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { FleetReading } from "#worker/operations/fleet.ts";
import { isWhole, NOTHING_READ, participantsOf, withMembers } from "#worker/operations/fleet.ts";

const MINUTE = 60_000;
const BEGUN = Date.parse("2026-11-28T19:00:00Z");
const LONGEST_STEP = 4;
/** Characters by account; the last is of nobody here. */
const OWNERS = new Map([
  [1, "a"],
  [2, "a"],
  [3, "b"],
  [4, "c"],
]);
const STRANGER = 9;
const EVERYBODY = [...OWNERS.keys(), STRANGER];

/** A fleet minute by minute: who joins or leaves, and whether it is read. */
const minute = fc.record({
  change: fc.option(fc.constantFrom(...EVERYBODY), { freq: 2 }),
  isRead: fc.boolean(),
});
const timeline = fc.array(minute, { minLength: 1, maxLength: 40 });

type Minute = { change: number | null; isRead: boolean };

/** Since when each character is in the fleet, after each minute. */
function presenceOf(minutes: readonly Minute[]) {
  const here = new Map<number, number>();
  return minutes.map(({ change, isRead }, at) => {
    if (change !== null && !here.delete(change)) here.set(change, at);
    return { at, isRead, here: new Map(here) };
  });
}

/** The product: each reading after the one before. */
function readAll(minutes: readonly Minute[]): FleetReading {
  return presenceOf(minutes)
    .filter(({ isRead }) => isRead)
    .reduce<FleetReading>(
      (reading, { at, here }) => ({
        begunAt: BEGUN,
        ...withMembers(
          reading,
          [...here].map(([characterId, since]) => ({
            characterId,
            shipTypeId: 587,
            joinedAt: BEGUN + since * MINUTE,
          })),
          new Set(OWNERS.keys()),
          BEGUN + at * MINUTE,
        ),
      }),
      { begunAt: BEGUN, ...NOTHING_READ },
    );
}

/** The model: the minutes of an account are those between two close readings in which one of its characters was there. */
function modelOf(minutes: readonly Minute[]) {
  const read = presenceOf(minutes).filter(({ isRead }) => isRead);
  const minutesOf = new Map<string, Set<number>>();
  for (const [index, { at, here }] of read.entries()) {
    const before = read[index - 1];
    const isClose = before !== undefined && at - before.at <= LONGEST_STEP;
    for (const [character, joined] of here) {
      const owner = OWNERS.get(character);
      if (owner === undefined) continue;
      const spent = minutesOf.get(owner) ?? new Set();
      minutesOf.set(owner, spent);
      if (!isClose) continue;
      const since = before.here.has(character) ? before.at : Math.max(before.at, joined);
      for (let one = since; one < at; one += 1) spent.add(one);
    }
  }
  const times = [0, ...read.map(({ at }) => at), minutes.length - 1];
  const isAllRead =
    read.length > 0 && times.every((at, index) => at - (times[index - 1] ?? at) <= LONGEST_STEP);
  return { minutesOf, isAllRead };
}

test("minutes count for who was there between two readings, and for nobody in a gap", () => {
  fc.assert(
    fc.property(timeline, (minutes) => {
      const { state, spans } = readAll(minutes);
      const { minutesOf, isAllRead } = modelOf(minutes);
      const found = participantsOf(BEGUN, state, OWNERS);
      expect(new Map(found.map((one) => [one.userId, one.minutes]))).toEqual(
        new Map([...minutesOf].map(([userId, spent]) => [userId, Math.max(1, spent.size)])),
      );
      const last = BEGUN + (minutes.length - 1) * MINUTE;
      const ended = { at: last, isByHand: true, endsAt: last };
      expect(isWhole(spans, BEGUN, ended)).toBe(isAllRead);
      expect(JSON.stringify(state.pilots)).not.toContain(`"${STRANGER}"`);
    }),
  );
});

test("a fleet that vanishes before the planned end is not known to have ended", () => {
  const { spans } = readAll([
    { change: 1, isRead: true },
    { change: null, isRead: true },
  ]);
  const at = BEGUN + MINUTE;
  expect(isWhole(spans, BEGUN, { at, isByHand: false, endsAt: at + MINUTE })).toBe(false);
  expect(isWhole(spans, BEGUN, { at, isByHand: false, endsAt: at })).toBe(true);
});
