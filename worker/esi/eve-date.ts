import type { EveDate } from "#worker/db/schema/esi.ts";

/** How long ESI keeps what it answers about the corporation of a character. It does not date that answer. */
export const AFFILIATION_CACHED_MS = 60 * 60 * 1000;

const SAME_MOMENT_MS = 60 * 1000;

/** The dates of an answer of ESI, in milliseconds since 1970. */
export type Dated = {
  /** As of when the answer is true, at the earliest: ESI may have cached it since. */
  asOf: EveDate;
  /** By when it is true, at the latest: later than `asOf` only if ESI did not date it. */
  knownBy: EveDate;
};

/**
 * When ESI made an answer. `Last-Modified` is that time, or an earlier one if the data was the same before; `Expires` is that time
 * and the route's documented cache time (https://developers.eveonline.com/docs/services/esi/best-practices/#caching). POSTs have
 * neither: their answers may be as old as the cache keeps them. A date in the future is the fault of a clock.
 */
export function datesOf(headers: Headers, cacheSeconds: number, now: number): Dated {
  const expires = Date.parse(headers.get("Expires") ?? "") - cacheSeconds * 1000;
  const told = [Date.parse(headers.get("Last-Modified") ?? ""), expires].filter(
    (at) => !Number.isNaN(at),
  );
  if (told.length === 0) return { asOf: dated(now - cacheSeconds * 1000), knownBy: dated(now) };
  const asOf = dated(Math.min(now, Math.max(...told)));
  return { asOf, knownBy: asOf };
}

/** An instant that EVE itself has written, such as the time of a notice; NaN if it is none. */
export function eveDateOf(text: string): EveDate {
  return dated(Date.parse(text));
}

/** The earlier one, if there is another. */
export function earlierOf(one: EveDate, other: EveDate | undefined): EveDate {
  return other !== undefined && other < one ? other : one;
}

/** Whether one date is before the other. What one refresh reads is of the same moment. */
export function isBefore(one: number, other: number): boolean {
  return one < other - SAME_MOMENT_MS;
}

/** The only place that makes a date of EVE from a number. */
function dated(at: number): EveDate {
  // oxlint-disable-next-line no-unsafe-type-assertion -- a brand has no value.
  return at as EveDate;
}
