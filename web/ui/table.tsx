import { memo, startTransition, useEffect, useState } from "react";
import type { ReactNode, MouseEvent } from "react";
import type { LanguageWords, Message } from "#shared/language/messages.ts";
import { useWords, worded } from "#web/language/messages.ts";
import type { Text } from "#web/language/messages.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icon.tsx";
import { t } from "#web/language/macros.ts";
import { useIsSmallScreen } from "#web/lib/layout.ts";
import "./table.css";

export type Column<Row> = {
  /** A message, if the columns are a module's constant. */
  header: string | Message;
  cell: (row: Row) => ReactNode;
  /** For numbers and actions. */
  align?: "end";
  /** The cell that names its row. In a card it has no column label. */
  isRowHeader?: boolean;
  /** For a column of buttons: the header is for screen readers only. */
  isHeaderHidden?: boolean;
  /** Makes the header a button that sorts by this key; see `sorting` of the table. */
  sortKey?: string;
  /** The order has no reverse. */
  isSortedOneWay?: boolean;
  /** For numbers: the first press of the header sorts in descending order. */
  isLargestFirst?: boolean;
};

type TableProps<Row> = {
  /** For screen readers. */
  caption: string;
  /** Memoize it in long tables: rows re-render only if the row or the columns change. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowClassName?: (row: Row) => string | undefined;
  /** Has so many columns that they do not fit beside the sidebar on a tablet: its rows are cards there too. */
  isWide?: boolean;
  /** In cards, shows self-explanatory cells side by side and without column labels. */
  isCompact?: boolean;
  /** In cards, the cells that stay stand side by side with their labels; `cell-no-card` marks the others. */
  hasTwoFacts?: boolean;
  sorting?: Sorting;
  /** A click anywhere in a row follows the first link of its row header. */
  hasRowLinks?: boolean;
};

/** A table whose rows become cards on small screens. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowClassName, isCompact = false, sorting } = props;
  const { hasRowLinks = false, isWide = false, hasTwoFacts = false } = props;
  const renderedRows = useProgressiveRows(rows);
  const words = useWords();
  const table = (
    <table
      className={cx(
        "table",
        isCompact && "table-compact",
        hasTwoFacts && "table-facts",
        isWide && "cards-until-lg",
        hasRowLinks && "table-links",
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => {
            const { align, isHeaderHidden, sortKey, isLargestFirst } = column;
            const header = headerOf(column);
            const isSorted = sortKey !== undefined && sorting?.key === sortKey;
            return (
              <th
                key={header}
                scope="col"
                data-align={align}
                aria-sort={
                  isSorted ? (sorting.isDescending ? "descending" : "ascending") : undefined
                }
              >
                {isHeaderHidden ? (
                  <span className="sr-only">{header}</span>
                ) : sortKey !== undefined && sorting ? (
                  <SortButton
                    label={header}
                    sortKey={sortKey}
                    align={align}
                    isLargestFirst={isLargestFirst}
                    sorting={sorting}
                  />
                ) : (
                  header
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the link itself */}
      <tbody onClick={hasRowLinks ? followRowLink : undefined}>
        {renderedRows.map((row) => (
          <TableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            className={rowClassName?.(row)}
            words={words}
          />
        ))}
      </tbody>
    </table>
  );
  return (
    <>
      {sorting && <SortSelect columns={columns} sorting={sorting} isWide={isWide} />}
      {table}
    </>
  );
}

type TableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  className: string | undefined;
  /** When it changes, the row is drawn again. */
  words: LanguageWords;
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` loses the type parameter
const TableRow = memo(function TableRow<Row>({ row, columns, className }: TableRowProps<Row>) {
  return (
    <tr className={className}>
      {columns.map((column) => {
        const { cell, align, isRowHeader, isHeaderHidden } = column;
        const header = headerOf(column);
        return isRowHeader ? (
          <th key={header} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={header} data-align={align} data-label={isHeaderHidden ? undefined : header}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** A column's header in words. */
const headerOf = ({ header }: { header: Text }): string => worded(header);

const INTERACTIVE = "a, button, input, select, textarea, label, summary";

/**
 * For the body of a table: a click beside the controls of a row follows the first link of its header cell. Not a link
 * stretched over the row, which needs `position: relative` on a `tr`: CSS 2 leaves it undefined, and older WebKit ignores it.
 */
function followRowLink(event: MouseEvent<HTMLElement>) {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof Element)) return;
  // Text was selected, or the click was meant for a control.
  if (target.closest(INTERACTIVE) || getSelection()?.isCollapsed === false) return;
  const link = target.closest("tr")?.querySelector<HTMLAnchorElement>("th a");
  const { ctrlKey, metaKey, shiftKey } = event;
  link?.dispatchEvent(
    new globalThis.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
      view: globalThis.window,
    }),
  );
}

/** The sorting of a list whose address has its order: "-name" is the reverse of "name". */
export function sortingOf(order: string, onOrder: (order: string) => void): Sorting {
  return {
    key: order.replace("-", ""),
    isDescending: order.startsWith("-"),
    onSort: (key, isDescending) => onOrder(`${isDescending ? "-" : ""}${key}`),
  };
}

export type Sorting = {
  key: string;
  isDescending: boolean;
  onSort: (key: string, isDescending: boolean) => void;
};

type SortButtonProps = {
  label: string;
  sortKey: string;
  align: "end" | undefined;
  isLargestFirst?: boolean | undefined;
  sorting: Sorting;
};

/** A column header that sorts its table, and reverses the order when it is pressed again. */
function SortButton(props: SortButtonProps) {
  const { label, sortKey, align, isLargestFirst = false, sorting } = props;
  const { key, isDescending, onSort } = sorting;
  const isCurrent = key === sortKey;
  return (
    <>
      <button
        type="button"
        onClick={() => onSort(sortKey, isCurrent ? !isDescending : isLargestFirst)}
        className={cx(
          // Beside numbers, the label keeps its place at the edge.
          align === "end" && "flex-row-reverse",
          "group -mx-1.5 -my-1.5 inline-flex min-h-6 cards:hidden items-center gap-1 rounded-control px-1.5 hover:text-text-1",
          isCurrent && "text-text-1",
        )}
      >
        {label}
        <span
          className={cx(
            isCurrent && !isDescending && "rotate-180",
            !isCurrent && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
          )}
        >
          <Icon name="chevron" size={12} />
        </span>
      </button>
      {/* Cards have no header to press; screen readers still read it. */}
      <span className="hidden cards:inline">{label}</span>
    </>
  );
}

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  isWide: boolean;
};

/** Where rows are cards without headers, the order is a select. */
function SortSelect<Row>({ columns, sorting, isWide }: SortSelectProps<Row>) {
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
      <span className="shrink-0">{t`Sort by`}</span>
      <select
        value={current}
        className="h-11 min-w-0 flex-1 rounded-control border border-line-control bg-surface-1 px-3 text-text-1"
        onChange={({ target }) => {
          const chosen = options[Number(target.value)];
          if (chosen) sorting.onSort(chosen.key, chosen.isDescending);
        }}
      >
        {current === -1 && <option value={current}>{t`Default order`}</option>}
        {options.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Enough to fill a screen: rows of a table, or cards on a phone. */
const FIRST_ROWS = 24;
const FIRST_CARDS = 8;
/** Rows of one line on a phone. */
export const FIRST_LINES = 16;

/** Renders the first rows of a long list immediately and as many again with each step, so that a slow phone is never busy for long. */
export function useProgressiveRows<Row>(
  rows: readonly Row[],
  onPhone = FIRST_CARDS,
): readonly Row[] {
  const step = useIsSmallScreen() ? onPhone : FIRST_ROWS;
  const [count, setCount] = useState(rows.length > step ? step : Infinity);
  useEffect(() => {
    if (count === Infinity) return;
    const next = count + step;
    startTransition(() => setCount(next < rows.length ? next : Infinity));
  }, [count, rows.length, step]);
  return count < rows.length ? rows.slice(0, count) : rows;
}
