import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import type { Config } from "#worker/config.ts";

const START_MS = 11 * HOUR_MS;
const END_MS = START_MS + 15 * 60 * 1000;

/**
 * EVE restarts daily at 11:00 UTC, usually for a few minutes. Milliseconds until the pause ends; 0 outside of it, and for an EVE
 * that does not restart.
 */
export function downtimeLeftMs(
  { EVE_DOWNTIME }: Pick<Config, "EVE_DOWNTIME">,
  now: number,
): number {
  if (EVE_DOWNTIME === "off") return 0;
  const timeOfDay = now % DAY_MS;
  return timeOfDay >= START_MS && timeOfDay < END_MS ? END_MS - timeOfDay : 0;
}
