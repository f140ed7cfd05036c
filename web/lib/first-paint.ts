import { startTransition, useEffect, useState } from "react";

let isPainted = false;
const waiting = new Set<() => void>();

/** To be called when the first page has been handed to React: it is on the screen two frames later. */
export function notePaint(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        isPainted = true;
        startTransition(() => {
          for (const listener of waiting) listener();
        });
        waiting.clear();
      }),
    ),
  );
}

/** Whether the first page has been on the screen: what it can do without comes then. */
export function useIsPainted(): boolean {
  const [is, setIs] = useState(isPainted);
  useEffect(() => {
    if (is) return;
    const listener = () => setIs(true);
    if (isPainted) listener();
    else waiting.add(listener);
    return () => void waiting.delete(listener);
  }, [is]);
  return is;
}
