import { FEWEST_PILOTS } from "#shared/overview.ts";
import type {
  CorporationCoverage,
  HealthDay,
  HealthStrip,
  MembersWeek,
  Overview,
  WorkDay,
} from "#shared/overview.ts";
import { DAY_MS } from "#shared/time.ts";
import type { CorporationRow, DayRow, HealthRow, HourRow, ServerRow } from "./store.ts";

// Days are numbers since 1970 here, and dates in the answer.

export const WEEKS = 12;
export const HEALTH_DAYS = 30;
const HOURS_OF_WEEK = 168;
const WORK_DAYS = 7;
/** 1970 began on a Thursday. */
const DAYS_FROM_MONDAY = 3;

export function mondayOf(day: number): number {
  return day - ((day + DAYS_FROM_MONDAY) % 7);
}

/** The weeks from the first counted day on. */
export function presentWeeks(days: DayRow[], today: number): MembersWeek[] {
  const members = membersOfDays(days);
  const weeks = new Map<number, MembersWeek>();
  for (const [index, { day, joined, left }] of days.entries()) {
    if (day > today) continue;
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

/** Days from before the counting follow from those after them. */
function membersOfDays(days: DayRow[]): (number | null)[] {
  let after: number | null = null;
  const members: (number | null)[] = [];
  for (const row of days.toReversed()) {
    const own: number | null = row.members ?? after;
    members.push(own === null || own < 0 ? null : own);
    after = own === null ? null : own - row.joined + row.left;
  }
  return members.toReversed();
}

export function presentCoverage(corporations: CorporationRow[]): CorporationCoverage[] {
  return corporations.flatMap((row) => {
    const { corporationId, name, ticker, registered, members } = row;
    if (registered === null || members === null) return [];
    const { beforeDay, beforeRegistered, beforeMembers } = row;
    const before =
      beforeDay === null || beforeRegistered === null || beforeMembers === null
        ? null
        : { day: dateOf(beforeDay), registered: beforeRegistered, members: beforeMembers };
    return [{ corporationId, name, ticker, registered, members, before }];
  });
}

export function presentHours(rows: HourRow[]): Overview["hours"] {
  if (rows.length === 0) return null;
  const hours: (number | "few" | null)[] = Array.from({ length: HOURS_OF_WEEK }, () => null);
  for (const { hour, sum, weight } of rows) {
    const mean = Math.round(sum / weight);
    hours[hour] = mean < FEWEST_PILOTS ? "few" : mean;
  }
  return hours;
}

export function presentWork(days: DayRow[], today: number): WorkDay[] {
  const byDay = new Map(days.map((row) => [row.day, row]));
  return Array.from({ length: WORK_DAYS }, (_, index) => {
    const day = today - WORK_DAYS + 1 + index;
    const { rolesChanged = 0, ended = 0, held = 0, undone = 0 } = byDay.get(day) ?? {};
    return { day: dateOf(day), rolesChanged, ended, held, undone };
  });
}

type Watched = {
  days: DayRow[];
  rows: HealthRow[];
  corporations: CorporationRow[];
  servers: ServerRow[];
  today: number;
};

/** A strip for all that is on, and for what was on within the days. */
export function presentHealth({
  days,
  rows,
  corporations,
  servers,
  today,
}: Watched): HealthStrip[] {
  const watched = new Map(days.map((row) => [row.day, row.watched]));
  const found = Map.groupBy(rows, ({ kind, subjectId }) => `${kind} ${subjectId}`);
  const strip = (kind: HealthStrip["kind"], id: string, name: string, isOn: boolean) => {
    const own = new Map(found.get(`${kind} ${id}`)?.map((row) => [row.day, row]));
    if (!isOn && own.size === 0) return [];
    const from = today - HEALTH_DAYS + 1;
    return [
      {
        kind,
        id,
        name,
        days: Array.from({ length: HEALTH_DAYS }, (_, index) =>
          dayOf(watched.get(from + index) ?? 0, own.get(from + index)),
        ),
      },
    ];
  };
  return [
    ...corporations.flatMap(({ corporationId, name, isActive, directorCount }) =>
      strip("corporation", String(corporationId), name, isActive && directorCount > 0),
    ),
    ...servers.flatMap(({ id, name, isOn }) => strip("server", id, name, isOn)),
  ];
}

function dayOf(watched: number, row: HealthRow | undefined): HealthDay {
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

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
