import { msg } from "#web/language/macros.ts";
import type { UndoQuery } from "#shared/pilots/undo.ts";
import { HOUR_MS } from "#shared/time.ts";

export const SPANS = [
  { value: "1", label: msg`The last hour` },
  { value: "24", label: msg`The last 24 hours` },
  { value: "168", label: msg`The last 7 days` },
  { value: "own", label: msg`From ... to ...` },
];

/** The span that ends now. */
export function lastHours(hours: number, now: number): Pick<UndoQuery, "from" | "to"> {
  return { from: new Date(now - hours * HOUR_MS).toISOString(), to: new Date(now).toISOString() };
}

/** A span of two fields for dates with times, which are in EVE's time; undefined unless both are filled in. */
export function ownSpan(from: string, to: string): Pick<UndoQuery, "from" | "to"> | undefined {
  const [first, last] = [from, to].map((text) => Date.parse(`${text}Z`));
  if (first === undefined || last === undefined) return undefined;
  if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
  return { from: new Date(first).toISOString(), to: new Date(last).toISOString() };
}

const MINUTE_MS = 60 * 1000;

/** What the fields for a date with a time show: whole minutes, in which the span lies. */
export function toFields({ from, to }: Pick<UndoQuery, "from" | "to">): [from: string, to: string] {
  const end = Math.ceil(Date.parse(to) / MINUTE_MS) * MINUTE_MS;
  return [toField(Date.parse(from)), toField(end)];
}

function toField(instant: number): string {
  return new Date(instant).toISOString().slice(0, "2026-11-23T18:00".length);
}
