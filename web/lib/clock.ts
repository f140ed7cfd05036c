import { DAY_MS } from "#shared/time.ts";

/** Smaller differences are ignored, because `Date` headers have whole seconds. */
const TOLERANCE_MS = 5000;

let offsetMs = 0;

/** The estimated server time. Users' clocks can be wrong by minutes. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Updates the estimate from the `Date` header of a response. */
export function setServerTime(dateHeader: string | null): void {
  const server = Date.parse(dateHeader ?? "");
  if (Number.isNaN(server)) return;
  const difference = server - Date.now();
  offsetMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** The maximum of setTimeout: 2^31 - 1 ms, or 24.8 days. */
const LONGEST_MS = DAY_MS;
/** Allows for clock differences to the server. */
const GRACE_MS = 1500;

/** For `refetchInterval`: the time until the earliest future moment. */
export function refetchAt(moments: readonly (string | null)[]): number | false {
  const now = serverNow();
  const ahead = moments.map((at) => Date.parse(at ?? "") - now).filter((left) => left > 0);
  return ahead.length > 0 && Math.min(Math.min(...ahead) + GRACE_MS, LONGEST_MS);
}
