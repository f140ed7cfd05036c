import { useEffect, useState } from "react";

/** State that resets to undefined after `shownMs`, for messages. */
export function usePassing<T>(shownMs: number): [T | undefined, (value: T | undefined) => void] {
  const [shown, setShown] = useState<{ value: T }>();
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [shown, shownMs]);
  return [shown?.value, (value) => setShown(value === undefined ? undefined : { value })];
}
