import { useState } from "react";

/** What each sort key compares; rows without a value come last. */
export type SortKeys<Row> = Record<string, (row: Row) => string | number | null>;

/** The rows in the order that the user chose, or as they are, and the `sorting` of their table. */
export function useSorted<Row>(rows: readonly Row[], keys: SortKeys<Row>) {
  const [{ key, isDescending }, setOrder] = useState({ key: "", isDescending: false });
  const value = keys[key];
  return {
    rows: value === undefined ? rows : sortRows(rows, value, isDescending),
    sorting: {
      key,
      isDescending,
      onSort: (next: string, descending: boolean) =>
        setOrder({ key: next, isDescending: descending }),
    },
  };
}

export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string | number | null,
  isDescending: boolean,
): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b);
    return isDescending ? -order : order;
  });
}
