import type { FleetState, ReadingProblem, ReadSpans } from "#shared/operations/participation.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";

/** A member of a fleet as ESI tells. `joinedAt` in milliseconds. */
export type FleetMember = { characterId: number; shipTypeId: number; joinedAt: number };

export type FleetReading = {
  begunAt: number;
  state: FleetState;
  spans: ReadSpans;
};

export const NOTHING_READ: Pick<FleetReading, "state" | "spans"> = {
  state: {
    fleetId: null,
    bossId: null,
    readAt: null,
    present: 0,
    granted: [],
    problem: null,
    pilots: {},
  },
  spans: { read: [], presentMost: 0 },
};

/** Readings that lie further apart leave a gap, in minutes. */
const LONGEST_STEP = 4;
/** While pilots come, a fleet is read each minute; then each second one, and EVE tells when who came in between has joined. */
const FIRST_MS = 30 * MINUTE_MS;
/** A problem is looked at again each minute at first. */
const SOON_MS = 5 * MINUTE_MS;
/** A fleet that nobody is seen in for so long is gone. */
const GONE_MS = 15 * MINUTE_MS;
export const LONGEST_MS = 12 * HOUR_MS;
/** Muster waits so long for the commander's fleet. */
export const WAITED_MS = HOUR_MS;

const minuteOf = (begunAt: number, at: number) =>
  Math.max(0, Math.floor((at - begunAt) / MINUTE_MS));

type Spans = readonly (readonly [from: number, to: number])[];

function extended(spans: Spans, from: number, to: number): [number, number][] {
  const before = spans.map(([first, last]): [number, number] => [first, last]);
  const last = before.at(-1);
  if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
  else before.push([from, to]);
  return before;
}

/** After a reading: `known` are the characters of members. Of all others nothing but the number is kept. */
export function withMembers(
  { begunAt, state, spans }: FleetReading,
  members: readonly FleetMember[],
  known: ReadonlySet<number>,
  now: number,
): Pick<FleetReading, "state" | "spans"> {
  const minute = minuteOf(begunAt, now);
  const before = spans.read.at(-1)?.[1];
  const isContinued = before !== undefined && minute - before <= LONGEST_STEP;
  // Who is there now counts from the reading before.
  const from = isContinued ? before : minute;
  const pilots = { ...state.pilots };
  for (const { characterId, shipTypeId, joinedAt } of members) {
    if (!known.has(characterId)) continue;
    const pilot = pilots[characterId] ?? { seen: [], ships: [] };
    const wasThere = isContinued && pilot.seen.at(-1)?.[1] === before;
    const since = wasThere ? from : Math.min(minute, Math.max(from, minuteOf(begunAt, joinedAt)));
    pilots[characterId] = {
      seen: extended(pilot.seen, since, minute),
      ships: pilot.ships.includes(shipTypeId) ? pilot.ships : [...pilot.ships, shipTypeId],
    };
  }
  return {
    state: { ...state, readAt: now, present: members.length, problem: null, pilots },
    spans: {
      read: extended(spans.read, from, minute),
      presentMost: Math.max(spans.presentMost, members.length),
    },
  };
}

/** The state with why the fleet is not read, since when. */
export function withProblem(
  state: FleetState,
  { reason, bossId }: { reason: ReadingProblem; bossId: number | null },
  now: number,
): FleetState {
  const since = state.problem?.reason === reason ? state.problem.since : now;
  return { ...state, problem: { reason, since, bossId } };
}

/** When the fleet is read next: at the beginning of a minute, as the cron comes. */
export function nextReading(begunAt: number | null, { problem }: FleetState, now: number): number {
  const after = (minutes: number) =>
    (Math.floor(now / MINUTE_MS / minutes) + 1) * minutes * MINUTE_MS;
  if (problem !== null) return after(now - problem.since < SOON_MS ? 1 : 5);
  return after(begunAt !== null && now - begunAt < FIRST_MS ? 1 : 2);
}

/** When a reading has ended, if it has. `endsAt`: as planned. */
export function endOfReading(
  begunAt: number,
  { problem, readAt }: FleetState,
  endsAt: number,
  now: number,
): number | undefined {
  if (now - begunAt >= LONGEST_MS) return begunAt + LONGEST_MS;
  if (problem === null) return undefined;
  const isGone = problem.reason === "no_fleet" && now - problem.since >= GONE_MS;
  const isOver = now - Math.max(problem.since, endsAt) >= WAITED_MS;
  return isGone || isOver
    ? Math.max(readAt ?? 0, Math.min(problem.since, now), begunAt)
    : undefined;
}

/** Whether everybody who took part was seen: the fleet was read without a gap, until somebody ended it or it was over. */
export function isWhole(
  { read }: ReadSpans,
  begunAt: number,
  ended: { at: number; isByHand: boolean; endsAt: number },
): boolean {
  const [span, ...others] = read;
  const last = minuteOf(begunAt, ended.at);
  const isRead = span !== undefined && others.length === 0 && span[0] <= LONGEST_STEP;
  return isRead && last - span[1] <= LONGEST_STEP && (ended.isByHand || ended.at >= ended.endsAt);
}

export type Participant = {
  userId: string;
  minutes: number;
  firstAt: number;
  lastAt: number;
  ships: number[];
};

/** Who took part, the characters of an account together: a minute in which two of them are there is one. */
export function participantsOf(
  begunAt: number,
  { pilots }: FleetState,
  ownerOf: ReadonlyMap<number, string>,
): Participant[] {
  const byUser = Map.groupBy(Object.entries(pilots), ([id]) => ownerOf.get(Number(id)));
  return [...byUser].flatMap(([userId, those]) => {
    if (userId === undefined) return [];
    const all = those.flatMap(([, { seen }]) => seen).toSorted(([left], [right]) => left - right);
    const spans = all.reduce<[number, number][]>(
      (done, [from, to]) => extended(done, from, to),
      [],
    );
    const [first, last] = [spans.at(0)?.[0] ?? 0, spans.at(-1)?.[1] ?? 0];
    return [
      {
        userId,
        minutes: Math.max(
          1,
          spans.reduce((sum, [from, to]) => sum + to - from, 0),
        ),
        firstAt: begunAt + first * MINUTE_MS,
        lastAt: begunAt + last * MINUTE_MS,
        ships: [...new Set(those.flatMap(([, { ships }]) => ships))],
      },
    ];
  });
}
