import { DAY_MS } from "#shared/time.ts";
import { serverNow } from "./clock.ts";

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
