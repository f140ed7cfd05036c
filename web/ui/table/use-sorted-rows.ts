import { useMemo, useState } from "react";
import type { Sorting } from "./sort-button.tsx";

type Value = string | number;
type Values<Row> = Record<string, (row: Row) => Value>;
type Order = Pick<Sorting, "key" | "isDescending">;

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Sorts the rows of a list that is not paged. `values` has the value of a row for every `sortKey` of the columns. */
export function useSortedRows<Row>(rows: readonly Row[], values: Values<Row>, initialKey: string) {
  const [order, setOrder] = useState<Order>({ key: initialKey, isDescending: false });
  const sorted = useMemo(() => sortRows(rows, values, order), [rows, values, order]);
  const onSort: Sorting["onSort"] = (key, isDescending) => setOrder({ key, isDescending });
  return { rows: sorted, sorting: { ...order, onSort } };
}

/** Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  values: Values<Row>,
  { key, isDescending }: Order,
): readonly Row[] {
  const valueOf = values[key];
  if (valueOf === undefined) return rows;
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => direction * compare(valueOf(one), valueOf(other)));
}

function compare(one: Value, other: Value): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}
