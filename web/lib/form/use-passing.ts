import { useCallback, useEffect, useState } from "react";

/** State that resets to undefined after `shownMs`, for messages. A value that `stays` is kept. */
export function usePassing<T>(
  shownMs: number,
  stays?: (value: T) => boolean,
): [T | undefined, (value: T | undefined) => void] {
  const [shown, setShown] = useState<{ value: T; isKept: boolean }>();
  useEffect(() => {
    if (shown === undefined || shown.isKept) return;
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [shown, shownMs]);
  const show = useCallback(
    (value: T | undefined) =>
      setShown(value === undefined ? undefined : { value, isKept: stays?.(value) ?? false }),
    [stays],
  );
  return [shown?.value, show];
}
