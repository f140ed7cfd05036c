import { memo } from "react";
import type { ReactNode } from "react";
import { useProgressiveRows } from "./use-progressive-rows.ts";

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** For numbers and actions. */
  align?: "end";
  /** The cell that names its row. In a card it has no column label. */
  isRowHeader?: boolean;
  /** For a column of buttons: the header is for screen readers only. */
  isHeaderHidden?: boolean;
};

type TableProps<Row> = {
  /** For screen readers. */
  caption: string;
  /** Memoize it in long tables: rows re-render only if the row or the columns change. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowClassName?: (row: Row) => string | undefined;
  /** In cards, shows self-explanatory cells side by side and without column labels. */
  isCompact?: boolean;
};

/** A table whose rows become cards at 768 px and below (spec.md §2). */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowClassName, isCompact = false } = props;
  const renderedRows = useProgressiveRows(rows);
  return (
    <table className={isCompact ? "table table-compact" : "table"}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, align, isHeaderHidden }) => (
            <th key={header} scope="col" data-align={align}>
              {isHeaderHidden ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {renderedRows.map((row) => (
          <TableRow key={rowKey(row)} row={row} columns={columns} className={rowClassName?.(row)} />
        ))}
      </tbody>
    </table>
  );
}

type TableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  className: string | undefined;
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` loses the type parameter
const TableRow = memo(function TableRow<Row>({ row, columns, className }: TableRowProps<Row>) {
  return (
    <tr className={className}>
      {columns.map(({ header, cell, align, isRowHeader, isHeaderHidden }) =>
        isRowHeader ? (
          <th key={header} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={header} data-align={align} data-label={isHeaderHidden ? undefined : header}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;
