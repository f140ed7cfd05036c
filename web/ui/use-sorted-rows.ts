import { useMemo, useState } from "react";
import { compareNames } from "#web/lib/compare.ts";
import type { Sorting } from "./table.tsx";

type Value = string | number | null;

/** The value of a row for every `sortKey` of the columns. Rows without a value come last in both directions. */
export type SortValues<Row> = Record<string, (row: Row) => Value>;

type Order = Pick<Sorting, "key" | "isDescending">;

/** Sorts the rows of a list that is not paged. Without an `initialKey` they stay in the order of `rows` at first. */
export function useSortedRows<Row>(
  rows: readonly Row[],
  values: SortValues<Row>,
  initialKey?: string,
) {
  const [order, setOrder] = useState<Order>({ key: initialKey ?? "", isDescending: false });
  const sorted = useMemo(() => sortRows(rows, values, order), [rows, values, order]);
  const onSort: Sorting["onSort"] = (key, isDescending) => setOrder({ key, isDescending });
  return { rows: sorted, sorting: { ...order, onSort } };
}

/** Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  values: SortValues<Row>,
  { key, isDescending }: Order,
): readonly Row[] {
  const valueOf = values[key];
  if (valueOf === undefined) return rows;
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((row, other) => {
    const [a, b] = [valueOf(row), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * compare(a, b);
  });
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : compareNames(String(a), String(b));
}
