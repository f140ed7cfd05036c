import { DAY_MS, HOUR_MS } from "#shared/time.ts";

const START_MS = 11 * HOUR_MS;
const END_MS = START_MS + 15 * 60 * 1000;

/** EVE restarts daily at 11:00 UTC, usually for a few minutes. Milliseconds until the pause ends; 0 outside of it. */
export function downtimeLeftMs(now: number): number {
  const timeOfDay = now % DAY_MS;
  return timeOfDay >= START_MS && timeOfDay < END_MS ? END_MS - timeOfDay : 0;
}
