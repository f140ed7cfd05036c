import { memo } from "react";
import type { ReactNode } from "react";
import { useBeginning } from "./use-beginning.ts";

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers align at the end. */
  align?: "end";
  /** The cell that names its row. Below 768 px it stands without the column's name. */
  isRowHeader?: boolean;
  /** A column of buttons: its name is for assistive technology only. */
  isHeaderHidden?: boolean;
};

type TableProps<Row> = {
  /** Says what the table is, to assistive technology. */
  caption: string;
  /** The same array as long as it says the same: then a row is drawn anew only when it has changed. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowClassName?: (row: Row) => string | undefined;
  /** As cards, the cells stand side by side without the names of their columns: they explain themselves. */
  isCompact?: boolean;
};

/** A real table that becomes a list of cards at 768 px and below. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowClassName, isCompact = false } = props;
  const drawn = useBeginning(rows);
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
        {drawn.map((row) => (
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
  // `memo` forgets that the component is generic.
}) as <Row>(props: TableRowProps<Row>) => ReactNode;
