import { lazy, startTransition, useEffect, useState, useSyncExternalStore } from "react";
import type { ComponentType } from "react";

let isPainted = false;
let isObserved = false;
const listeners = new Set<() => void>();

/**
 * Whether the browser has painted the first page. Images of other hosts are requested from then on: Lighthouse counts a
 * connection to another host that opens before the largest paint as part of its cause, 0.6 s on a slow phone.
 */
export function useIsPainted(): boolean {
  const isHydrating = useIsHydrating();
  const [hasPainted, setHasPainted] = useState(isPainted && !isHydrating);
  useEffect(() => {
    // In a transition React pauses for taps: with many faces, drawing them is a long task.
    const update = () => startTransition(() => setHasPainted(true));
    if (!isPainted) return onFirstPaint(update);
    update();
    return undefined;
  }, []);
  return hasPainted;
}

/** Resolves when the browser has painted the first page: at once if it has. */
export function firstPaint(): Promise<void> {
  if (isPainted) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onFirstPaint(() => {
      stop();
      resolve();
    });
  });
}

/**
 * A part of a page that its first paint does not need: below the first screen, or without anything to see. Its code is
 * requested after that paint, and on later pages with the code of its page. While it cannot be had, the page stays as it is.
 */
export function lazyAfterPaint<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  if (isPainted) load().catch(() => undefined);
  return lazy(() =>
    firstPaint()
      .then(inOwnTask)
      .then(() => loadAtLast(load)),
  );
}

let lastTask = Promise.resolve();

/** A request for code costs a slow phone some milliseconds. Taps are answered between two of them. */
function inOwnTask(): Promise<void> {
  lastTask = lastTask.then(() => new Promise((resolve) => setTimeout(resolve)));
  return lastTask;
}

/** Waits twice as long after each failure, from one second to a minute. */
async function loadAtLast<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = 1000; ; wait = Math.min(2 * wait, 60_000)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Code that cannot be loaded while the connection is lost comes when the connection is back. */
export async function loadOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    return load();
  }
}

/** All in one task: React draws once what waits for the paint. */
function onFirstPaint(listener: () => void): () => void {
  if (!isObserved) observe();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function observe() {
  isObserved = true;
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length === 0) return;
    observer.disconnect();
    isPainted = true;
    for (const listener of listeners) listener();
  });
  observer.observe({ type: "paint", buffered: true });
}

/** Whether React takes over what the build has drawn: that knows no session, no data and no time. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
