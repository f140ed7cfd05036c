import { memo } from "react";
import type { Words } from "#shared/language/messages.ts";
import type { ReactNode } from "react";
import type { Message } from "#shared/language/messages.ts";
import { useWords } from "#web/language/use-language.ts";
import { cx } from "#web/lib/cx.ts";
import { headerOf } from "./header-of.ts";
import { followRowLink } from "./row-links.ts";
import { SortButton } from "./sort-button.tsx";
import { SortSelect } from "./sort-select.tsx";
import type { Sorting } from "./sort-button.tsx";
import { useProgressiveRows } from "./use-progressive-rows.ts";
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
  sorting?: Sorting;
  /** A click anywhere in a row follows the first link of its row header. */
  hasRowLinks?: boolean;
};

/** A table whose rows become cards on small screens. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowClassName, isCompact = false, sorting } = props;
  const { hasRowLinks = false, isWide = false } = props;
  const renderedRows = useProgressiveRows(rows);
  const words = useWords();
  const table = (
    <table
      className={cx(
        "table",
        isCompact && "table-compact",
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
  words: Words;
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
