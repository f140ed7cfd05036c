import { useCallback, useRef, useState } from "react";
import { ERROR_SHOWN_MS } from "#web/lib/use-passing-error.ts";

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

/** The same for a place that shows one message. */
export function useFailure() {
  const { failures, fail } = useFailures();
  const show = useCallback((message: string | undefined) => fail("", message), [fail]);
  return [failures[""], show] as const;
}
