import { useDeferredValue } from "react";

/** Enough to fill a screen. */
const FIRST_ROWS = 24;

/** Renders the first rows of a long list immediately and the rest deferred. */
export function useProgressiveRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isWhole = useDeferredValue(true, rows.length <= FIRST_ROWS);
  return isWhole ? rows : rows.slice(0, FIRST_ROWS);
}
