import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  /** `number` aligns right. */
  kind?: 'text' | 'number';
  /** True for the column that names the row. */
  isRowHeader?: boolean;
  /** True for a column that a phone leaves out. */
  isWideOnly?: boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** The name of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The key of the row that the panel shows. */
  selected?: string | undefined;
}

/** A table. A row is opened with a link or a button in one of its cells. */
export function DataTable<Row>({ caption, columns, rows, keyOf, selected }: DataTableProps<Row>) {
  const styleOf = ({ kind, isWideOnly }: Column<Row>) =>
    [kind === 'number' && styles['number'], isWideOnly && styles['wide']].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={styleOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-selected={keyOf(row) === selected || undefined}>
              {columns.map((column) =>
                column.isRowHeader ? (
                  <th key={column.id} scope="row" className={styleOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={styleOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
