import { useCallback, useSyncExternalStore } from "react";
import { serverNow } from "./clock.ts";

const CADENCE_MS = { second: 1000, minute: 60_000 };
type Cadence = keyof typeof CADENCE_MS;

/** Who wants to hear, and how often. One timer serves them all, as rarely as the most eager allows. */
const listeners = new Map<() => void, Cadence>();
let timer: ReturnType<typeof setTimeout> | undefined;

function schedule() {
  clearTimeout(timer);
  if (listeners.size === 0 || document.hidden) return;
  const eager = [...listeners.values()].includes("second");
  const interval = CADENCE_MS[eager ? "second" : "minute"];
  timer = setTimeout(tick, interval - (serverNow() % interval));
}

function tick() {
  for (const listener of listeners.keys()) listener();
  schedule();
}

function subscribe(listener: () => void, cadence: Cadence) {
  if (listeners.size === 0) document.addEventListener("visibilitychange", tick);
  listeners.set(listener, cadence);
  schedule();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener("visibilitychange", tick);
    schedule();
  };
}

/**
 * The server's time, in milliseconds, renewed every second or every minute while the page is visible. The
 * value is cut to the cadence, so that a component renders no oftener than what it shows can change.
 */
export function useNow(cadence: Cadence): number {
  const interval = CADENCE_MS[cadence];
  return useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(listener, cadence), [cadence]),
    () => Math.floor(serverNow() / interval) * interval,
  );
}
