const DAY_MS = 24 * 60 * 60 * 1000;
const STARTS_MS = 11 * 60 * 60 * 1000;
const ENDS_MS = STARTS_MS + 15 * 60 * 1000;

/** EVE restarts at 11:00 UTC every day. Milliseconds until it is over; 0 when it is not on. */
export function downtimeLeftMs(now: number): number {
  const timeOfDay = now % DAY_MS;
  return timeOfDay >= STARTS_MS && timeOfDay < ENDS_MS ? ENDS_MS - timeOfDay : 0;
}
