import type { SavedState } from "#test/new-eden/saved-state.ts";

/** The seeded community of a build of the demo, as it was at one moment. */
export type Snapshot = {
  takenAt: number;
  tables: SnapshotTable[];
  /** In the order of their creation. */
  triggers: { name: string; sql: string }[];
  newEden: SavedState;
};

export type SnapshotTable = {
  name: string;
  columns: string[];
  /** The columns that hold times, by what they count. */
  times: { column: number; unit: Unit }[];
  rows: Value[][];
};

/** `text`: anywhere in a text, times in ISO 8601, ids of events, which begin with their time, and the ends of timers (`AlarmFields`). */
export type Unit = "milliseconds" | "hours" | "days" | "text";
export type Value = string | number | null;

const UNIT_MS = { milliseconds: 1, hours: 3_600_000, days: 86_400_000 } as const;
const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** See `worker/audit/event-id.ts`: nine digits in base 36, the first of which is 0 until 2059. */
const EVENT_ID = /(?<![\w-])(0[0-9a-z]{8})([0-9a-z]{3}[\w-]{8})(?![\w-])/g;
const TIME_DIGITS = 9;
const TIMER_END = /(?<="endsAt":)\d{13}\b/g;

/** The rows of a table as if the community had been seeded `shiftMs` later: what happened yesterday stays yesterday. */
export function shiftRows({ times, rows }: SnapshotTable, shiftMs: number): Value[][] {
  return rows.map((row) => {
    const shifted = [...row];
    for (const { column, unit } of times) {
      shifted[column] = shiftValue(row[column] ?? null, unit, shiftMs);
    }
    return shifted;
  });
}

function shiftValue(value: Value, unit: Unit, shiftMs: number): Value {
  if (unit === "text") return typeof value === "string" ? shiftText(value, shiftMs) : value;
  return typeof value === "number" ? value + Math.floor(shiftMs / UNIT_MS[unit]) : value;
}

function shiftText(text: string, shiftMs: number): string {
  return text
    .replaceAll(ISO_TIME, (time) => {
      const later = new Date(Date.parse(time) + shiftMs).toISOString();
      return time.includes(".") ? later : later.replace(/\.\d+Z$/, "Z");
    })
    .replaceAll(EVENT_ID, (_, time: string, rest: string) => {
      const later = Number.parseInt(time, 36) + shiftMs;
      return later.toString(36).padStart(TIME_DIGITS, "0") + rest;
    })
    .replaceAll(TIMER_END, (end) => String(Number(end) + shiftMs));
}

export function hasTimes(text: string): boolean {
  return shiftText(text, UNIT_MS.days) !== text;
}
