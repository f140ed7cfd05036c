const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** When the sheet of a character was read, for readers other than its player: the minute would tell when the player is online. */
export function toHour(ms: number): number {
  return ms - (ms % HOUR_MS);
}

/** When a player was last seen, for readers who are no system administrators: the day in EVE time. */
export function toDay(ms: number): number {
  return ms - (ms % DAY_MS);
}
