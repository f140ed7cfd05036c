import { useEffect, useState } from "react";

/** A value that is forgotten after a while: a message that has been on screen long enough. */
export function usePassing<T>(shownMs: number): [T | undefined, (value: T | undefined) => void] {
  const [shown, setShown] = useState<{ value: T }>();
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [shown, shownMs]);
  return [shown?.value, (value) => setShown(value === undefined ? undefined : { value })];
}
