import { useEffect } from "react";

export const ERROR_SHOWN_MS = 5000;

/** Clears a mutation's error after five seconds. */
export function usePassingError({ error, reset }: { error: Error | null; reset: () => void }) {
  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(reset, ERROR_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [error, reset]);
}
