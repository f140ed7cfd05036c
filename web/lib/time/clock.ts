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
