import { eveDateOf } from "#worker/esi/eve-date.ts";

/** A date of EVE in milliseconds since 1970, for readings that a test makes up. */
export function eveDate(at: number) {
  return eveDateOf(new Date(at).toISOString());
}
