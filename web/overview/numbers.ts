import { HEALTH_DAYS } from "#shared/overview.ts";
import type { CountedDay, Overview, OverviewCorporation, WatchedDay } from "#shared/overview.ts";
import { DAY_MS, mondayOf } from "#shared/time.ts";

// Turns counted days into what the charts show. Days are numbers since 1970 in the answer, and dates here.

const HOURS_OF_WEEK = 168;
const WORK_DAYS = 7;

/** A week that begins with this Monday. `members`: at its end, or now; null if they are not known. */
export type MembersWeek = { monday: string; members: number | null; joined: number; left: number };

/** The weeks from the first counted day on. */
export function weeksOf(days: CountedDay[]): MembersWeek[] {
  const members = membersOfDays(days);
  const weeks = new Map<number, MembersWeek>();
  for (const [index, { day, joined, left }] of days.entries()) {
    const monday = mondayOf(day);
    const week = weeks.get(monday) ?? { monday: dateOf(monday), members: null, joined: 0, left: 0 };
    weeks.set(monday, {
      ...week,
      members: members[index] ?? week.members,
      joined: week.joined + joined,
      left: week.left + left,
    });
  }
  return [...weeks.values()];
}

/** Days before the first count are worked out backwards, from who joined and left. */
function membersOfDays(days: CountedDay[]): (number | null)[] {
  let before: number | null = null;
  const members: (number | null)[] = [];
  for (const row of days.toReversed()) {
    const own: number | null = row.members ?? before;
    members.push(own === null || own < 0 ? null : own);
    before = own === null ? null : own - row.joined + row.left;
  }
  return members.toReversed();
}

type Reading = { registered: number; members: number };
/** `before`: twelve weeks ago, or the first reading. */
export type Coverage = Pick<OverviewCorporation, "corporationId" | "name" | "ticker"> &
  Reading & { before: (Reading & { day: string }) | null };

/** The active corporations whose members were read. */
export function coverageOf(corporations: OverviewCorporation[]): Coverage[] {
  return corporations.flatMap((row) => {
    const { corporationId, name, ticker, isActive, registered, members } = row;
    if (!isActive || registered === null || members === null) return [];
    const { beforeDay, beforeRegistered, beforeMembers } = row;
    const before =
      beforeDay === null || beforeRegistered === null || beforeMembers === null
        ? null
        : { day: dateOf(beforeDay), registered: beforeRegistered, members: beforeMembers };
    return [{ corporationId, name, ticker, registered, members, before }];
  });
}

/** The mean in game; "few" is under five, null not counted yet. */
export type Hour = number | "few" | null;

/** The hours of a week; undefined if none was counted. */
export function hoursOf(counted: Overview["hours"]): Hour[] | undefined {
  if (counted.length === 0) return undefined;
  const hours: Hour[] = Array.from({ length: HOURS_OF_WEEK }, () => null);
  for (const { hour, pilots } of counted) hours[hour] = pilots ?? "few";
  return hours;
}

export type Work = Pick<CountedDay, "rolesChanged" | "ended" | "held" | "undone">;
export type WorkDay = Work & { day: string };

/** What Muster did on each of seven days, today last. */
export function workOf(days: CountedDay[], today: number): WorkDay[] {
  const byDay = new Map(days.map((row) => [row.day, row]));
  return Array.from({ length: WORK_DAYS }, (_, index) => {
    const day = today - WORK_DAYS + 1 + index;
    const { rolesChanged = 0, ended = 0, held = 0, undone = 0 } = byDay.get(day) ?? {};
    return { day: dateOf(day), rolesChanged, ended, held, undone };
  });
}

/** The hours of a day. An hour that was not watched is in none of them. */
export type HealthDay = { good: number; partial: number; down: number };
export type HealthStrip = Pick<WatchedDay, "kind"> & {
  id: string;
  name: string;
  days: HealthDay[];
};

/** A strip of 30 days for everything that is on, or was on within them. */
export function healthOf({ days, health, corporations, servers, today }: Overview): HealthStrip[] {
  const watched = new Map(days.map((row) => [row.day, row.watched]));
  const found = Map.groupBy(health, ({ kind, subjectId }) => `${kind} ${subjectId}`);
  const strip = (kind: WatchedDay["kind"], id: string, name: string, isOn: boolean) => {
    const own = new Map(found.get(`${kind} ${id}`)?.map((row) => [row.day, row]));
    if (!isOn && own.size === 0) return [];
    const first = today - HEALTH_DAYS + 1;
    return [
      {
        kind,
        id,
        name,
        days: Array.from({ length: HEALTH_DAYS }, (_, index) =>
          dayOf(watched.get(first + index) ?? 0, own.get(first + index)),
        ),
      },
    ];
  };
  return [
    ...corporations.flatMap(({ corporationId, name, isActive, directorCount }) =>
      strip("corporation", String(corporationId), name, isActive && directorCount > 0),
    ),
    ...servers.flatMap(({ serverId, name, isOn }) => strip("server", serverId, name, isOn)),
  ];
}

function dayOf(watched: number, row: WatchedDay | undefined): HealthDay {
  if (row === undefined) return { good: 0, partial: 0, down: 0 };
  const known = watched & ~row.unknown;
  const down = bitsOf(known & row.down);
  const partial = bitsOf(known & row.partial & ~row.down);
  return { good: bitsOf(known) - down - partial, partial, down };
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
