import { useCallback, useSyncExternalStore } from "react";
import { serverNow } from "./clock.ts";

const CADENCE_MS = { second: 1000, minute: 60_000 };
type Cadence = keyof typeof CADENCE_MS;

/** Subscribers with their cadence. They share one timer, which runs at the fastest cadence needed. */
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
 * The server's time in milliseconds, updated every second or minute while the page is visible. Rounded down to the
 * cadence, so that a component re-renders only when its output can change.
 */
export function useNow(cadence: Cadence): number {
  const interval = CADENCE_MS[cadence];
  return useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(listener, cadence), [cadence]),
    () => Math.floor(serverNow() / interval) * interval,
    () => 0,
  );
}
