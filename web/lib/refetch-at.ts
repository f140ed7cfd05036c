import { serverNow } from "./clock.ts";

/** Timers hold at most 24.8 days. */
const LONGEST_MS = 86_400_000;
/** So that the server's clock has passed the moment as well. */
const GRACE_MS = 1500;

/** How long until the earliest of these moments that is still to come, for `refetchInterval`. */
export function refetchAt(moments: readonly (string | null)[]): number | false {
  const now = serverNow();
  const ahead = moments.map((at) => Date.parse(at ?? "") - now).filter((left) => left > 0);
  return ahead.length > 0 && Math.min(Math.min(...ahead) + GRACE_MS, LONGEST_MS);
}
