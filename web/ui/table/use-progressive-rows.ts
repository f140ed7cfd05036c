import { useDeferredValue } from "react";
import { useIsSmallScreen } from "#web/lib/small-screen.ts";

/** Enough to fill a screen: rows of a table, or cards on a phone. */
const FIRST_ROWS = 24;
const FIRST_CARDS = 8;

/** Renders the first rows of a long list immediately and the rest deferred. */
export function useProgressiveRows<Row>(rows: readonly Row[]): readonly Row[] {
  const first = useIsSmallScreen() ? FIRST_CARDS : FIRST_ROWS;
  const isWhole = useDeferredValue(true, rows.length <= first);
  return isWhole ? rows : rows.slice(0, first);
}
