import { useCallback, useEffect, useState, useRef } from "react";

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

export const ERROR_SHOWN_MS = 5000;

/** Clears a mutation's error after five seconds. */
export function usePassingError({ error, reset }: { error: Error | null; reset: () => void }) {
  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(reset, ERROR_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [error, reset]);
}

/** Messages by what failed, for example the id of a row. */
export type Failures = Readonly<Record<string, string | undefined>>;

/** Messages of failed actions. Each is shown for five seconds; `fail(key, undefined)` removes it earlier. */
export function useFailures() {
  const [failures, setFailures] = useState<Failures>({});
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const fail = useCallback((key: string, message: string | undefined) => {
    const set = (text: string | undefined) =>
      setFailures((others) => (others[key] === text ? others : { ...others, [key]: text }));
    clearTimeout(timers.current.get(key));
    set(message);
    if (message === undefined) timers.current.delete(key);
    else
      timers.current.set(
        key,
        setTimeout(() => set(undefined), ERROR_SHOWN_MS),
      );
  }, []);
  return { failures, fail };
}

/** `useFailures` for a place that shows one message. */
export function useFailure() {
  const { failures, fail } = useFailures();
  const show = useCallback((message: string | undefined) => fail("", message), [fail]);
  return [failures[""], show] as const;
}
