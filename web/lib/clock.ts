/** A clock closer to the server's than this is taken as right: `Date` headers only know whole seconds. */
const TOLERANCE_MS = 5000;

let offsetMs = 0;

/** The time on the server, as well as we know it: players' clocks are wrong by minutes now and then. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Learns from the `Date` header of an answer. */
export function setServerTime(dateHeader: string | null): void {
  const server = Date.parse(dateHeader ?? "");
  if (Number.isNaN(server)) return;
  const difference = server - Date.now();
  offsetMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}
