import { lazy, useEffect, useState } from "react";
import type { ComponentType } from "react";

/** The page itself comes first. */
const DELAY_MS = 1000;

/** Becomes true when the page has had its time. */
export function useLater(): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}

/** A part that may fail to load without taking the page with it; `Missing` stands in for it. */
export function optional<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<Props> = () => null,
) {
  return lazy(() => load().catch(() => ({ default: Missing })));
}
