import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
import { downloadText, toCsv } from '../lib/download.ts';
import { type Sort, useUrlSort } from '../lib/use-url-sort.ts';
import { Button } from './button.tsx';

/** One column of a table. */
export type Column<Row> = {
  readonly key: string;
  readonly label: string;
  /** What the column has, shown where the pointer rests on its heading. */
  readonly definition?: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  /**
   * The value by which the column sorts, or `server` if the server sorts; without it the column
   * cannot be sorted.
   */
  readonly sortBy?: 'server' | ((row: Row) => number | string | null | undefined);
  readonly align?: 'right';
  /** Whether the column is hidden on narrow screens. */
  readonly minor?: boolean;
};

type DataTableProps<Row> = {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly initialSort?: Sort;
  /** Name of the parameter of the page's address that has the order; the table's own without it. */
  readonly sortParam?: string;
  /** Name of the file, if the columns that can be sorted are offered as CSV. */
  readonly csv?: string;
  /** Content that is shown if there are no rows. */
  readonly empty?: ReactNode;
  /** If the server sorts: the current order and the handler of a click. */
  readonly order?: { readonly sort: Sort; readonly onSort: (sort: Sort) => void };
};

/** Number of rows from which only the visible ones are in the document. */
const virtualFrom = 100;
const rowHeight = 44;

/** A table that can be sorted by its columns and is fast with thousands of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, order, csv, empty = 'Nothing to show.' } = props;
  const [own, setOwn] = useUrlSort(props.sortParam, props.initialSort);
  const sort = order?.sort ?? own;
  const sorted = useMemo(
    () => (order !== undefined || own === undefined ? rows : sortRows(rows, columns, own)),
    [rows, columns, own, order],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const isVirtual = sorted.length > virtualFrom;
  const virtual = useVirtualizer({
    count: isVirtual ? sorted.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = isVirtual ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const shown = isVirtual
    ? items.map(({ index }) => [sorted[index] as Row, index] as const)
    : sorted.map((row, index) => [row, index] as const);

  const onSort = (key: string) => {
    const next = { key, descending: sort?.key === key ? !sort.descending : true };
    if (order === undefined) setOwn(next);
    else order.onSort(next);
  };

  const table = (
    <section
      className={`table-scroll ${isVirtual ? 'tall' : ''}`}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table aria-rowcount={isVirtual ? sorted.length : undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                title={column.definition}
                className={classOf(column)}
                aria-sort={
                  sort?.key === column.key
                    ? sort.descending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
              >
                {column.sortBy === undefined ? (
                  column.label
                ) : (
                  <button type="button" className="sort" onClick={() => onSort(column.key)}>
                    {column.label}
                    <span aria-hidden="true" className="sort-mark">
                      {sort?.key === column.key ? (sort.descending ? '↓' : '↑') : ''}
                    </span>
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {shown.map(([row, index]) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <Spacer height={after} columns={columns.length} />}
          {sorted.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="empty muted">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
  if (csv === undefined || sorted.length === 0) return table;
  return (
    <>
      {table}
      <div className="table-files">
        <Button
          size="small"
          look="quiet"
          aria-label={`CSV of ${label}`}
          onClick={() => downloadText(`${csv}.csv`, 'text/csv', toCsv(cellsOf(sorted, columns)))}
        >
          CSV
        </Button>
      </div>
    </>
  );
}

/** Returns the heads and values of all columns by which a table can be sorted. */
function cellsOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]) {
  const read = columns.flatMap(({ label, sortBy }) =>
    typeof sortBy === 'function' ? [{ label, sortBy }] : [],
  );
  return [
    read.map(({ label }) => label),
    ...rows.map((row) => read.map(({ sortBy }) => sortBy(row) ?? null)),
  ];
}

const classOf = <Row,>({ align, minor }: Column<Row>) =>
  [align === 'right' ? 'right' : '', minor ? 'minor' : ''].join(' ').trim();

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** Sorts rows by a column; unknown values come last in both directions. */
function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { key, descending }: Sort,
): readonly Row[] {
  const by = columns.find((column) => column.key === key)?.sortBy;
  if (typeof by !== 'function') return rows;
  const way = descending ? -1 : 1;
  return [...rows].sort((left, right) => {
    const [a, b] = [by(left), by(right)];
    if (a == null || b == null) return Number(a == null) - Number(b == null);
    if (typeof a === 'string' || typeof b === 'string')
      return way * String(a).localeCompare(String(b));
    return way * (a - b);
  });
}
