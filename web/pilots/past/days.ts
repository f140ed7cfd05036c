import { DAY_MS } from "#shared/time.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day in EVE time. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** A past day in an address; undefined for today, the future, and anything else. */
export function readPastDay(text: string | null, now: number): string | undefined {
  if (text === null || !DAY.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  // February 30 is the day of another month.
  return dayOf(Date.parse(text)) === text && text < dayOf(now) ? text : undefined;
}

/** The latest day with a change before this one, and the earliest after it. `days` are in order. */
export function changesAround(days: readonly string[], on: string) {
  return {
    earlier: days.findLast((day) => day < on),
    later: days.find((day) => day > on),
  };
}

/** Where a day lies between the first change and today, from 0 to 1. */
export function positionOf(day: string, first: string, today: string): number {
  const span = Date.parse(today) - Date.parse(first);
  if (span < DAY_MS) return 1;
  return Math.min(1, Math.max(0, (Date.parse(day) - Date.parse(first)) / span));
}
