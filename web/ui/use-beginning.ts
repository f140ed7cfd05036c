import { useDeferredValue } from "react";

/** They fill a screen. */
const FIRST_ROWS = 24;

/** A long list is drawn in two steps: its beginning need not wait for its end. */
export function useBeginning<Row>(rows: readonly Row[]): readonly Row[] {
  const isWhole = useDeferredValue(true, rows.length <= FIRST_ROWS);
  return isWhole ? rows : rows.slice(0, FIRST_ROWS);
}
