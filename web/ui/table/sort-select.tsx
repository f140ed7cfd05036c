import { Trans, t } from "#web/language/macros.ts";
import { cx } from "#web/lib/cx.ts";
import { headerOf } from "./header-of.ts";
import type { Sorting } from "./sort-button.tsx";
import type { Column } from "./table.tsx";

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  isWide: boolean;
};

/** Where rows are cards without headers, the order is a select. */
export function SortSelect<Row>({ columns, sorting, isWide }: SortSelectProps<Row>) {
  const options = columns.flatMap((column) => {
    const { sortKey: key, isSortedOneWay = false } = column;
    if (key === undefined) return [];
    const header = headerOf(column);
    if (isSortedOneWay) return [{ key, isDescending: false, label: header }];
    return [
      { key, isDescending: false, label: t`${header}, ascending` },
      { key, isDescending: true, label: t`${header}, descending` },
    ];
  });
  const current = options.findIndex(
    ({ key, isDescending }) => key === sorting.key && isDescending === sorting.isDescending,
  );
  return (
    <label
      className={cx(
        "hidden items-center gap-3 border-b border-line-faint px-4 py-2 text-sm text-text-2 cards:flex",
        isWide && "cards-until-lg",
      )}
    >
      <span className="shrink-0">
        <Trans>Sort by</Trans>
      </span>
      <select
        value={current}
        className="h-11 min-w-0 flex-1 rounded-control border border-line-control bg-surface-1 px-3 text-text-1"
        onChange={({ target }) => {
          const chosen = options[Number(target.value)];
          if (chosen) sorting.onSort(chosen.key, chosen.isDescending);
        }}
      >
        {current === -1 && (
          <option value={current}>
            <Trans>Default order</Trans>
          </option>
        )}
        {options.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
