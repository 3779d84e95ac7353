import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import type { CsvRows, CsvValue } from '../lib/download.ts';
import { formatNumber } from '../lib/format.ts';
import { type Sort, useUrlSort } from '../lib/use-url-sort.ts';
import { Button } from './button.tsx';
import { Defined, Term } from './fields.tsx';
import { TableFoot } from './table-foot.tsx';

/** One column of a table. */
export type Column<Row> = {
  readonly key: string;
  readonly label: string;
  /** The time that the values are of, below the label: `1 year`. */
  readonly window?: string;
  /** What the column has, which its heading opens. */
  readonly definition?: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly align?: 'right';
  /** Whether the column is hidden on narrow screens. */
  readonly minor?: boolean;
  /** Whether the column is in the CSV alone. */
  readonly csvOnly?: boolean;
  /** Whether the first click sorts from the lowest value, which is the largest loss. */
  readonly ascendsFirst?: boolean;
} & ColumnValues<Row>;

/**
 * The values of a column: by which it sorts (`server` if the server sorts; without, it cannot be
 * sorted), and what it has in the CSV, which is exact and not as the cell shows it.
 */
type ColumnValues<Row> =
  | {
      readonly sortBy: (row: Row) => number | string | null | undefined;
      /** The name of the values by which it sorts, or columns of their own. */
      readonly csv: string | CsvColumns<Row>;
    }
  | { readonly sortBy?: 'server'; readonly csv: CsvColumns<Row> };

/** Values by their names, which state the unit; empty for controls and drawings. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

type DataTableProps<Row> = {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  /** What is shown below an opened row; null below the others. */
  readonly detail?: (row: Row) => ReactNode;
  /** Whether a row matters less than the others. */
  readonly isDim?: (row: Row) => boolean;
  readonly initialSort?: Sort;
  /** Name of the parameter of the page's address that has the order; the table's own without it. */
  readonly sortParam?: string;
  /** Name of the CSV, without its ending. */
  readonly csv: string;
  /** Number of rows of the whole list, if the table has a page of it. */
  readonly total?: number | undefined;
  /** Number of rows that are shown until the reader asks for all; all rows without it. */
  readonly firstRows?: number;
  /** Content that is shown if there are no rows. */
  readonly empty?: ReactNode;
  /** If the server sorts: the current order and the handler of a click. */
  readonly order?: { readonly sort: Sort; readonly onSort: (sort: Sort) => void };
  /** What the line below the table has beside the CSV, such as a `Pager`. */
  readonly children?: ReactNode;
};

/** Number of rows from which only the visible ones are in the document. */
const virtualFrom = 100;
const rowHeight = 44;

/** A table that can be sorted by its columns and is fast with thousands of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    rowKey,
    detail,
    isDim,
    order,
    csv,
    total,
    empty = 'Nothing to show.',
  } = props;
  const columns = props.columns.filter(({ csvOnly }) => csvOnly !== true);
  const [own, setOwn] = useUrlSort(props.sortParam, props.initialSort);
  const sort = order?.sort ?? own;
  const sorted = useMemo(
    () => (order !== undefined || own === undefined ? rows : sortRows(rows, props.columns, own)),
    [rows, props.columns, own, order],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  // A row stays while it is open, also when newer rows push it down.
  const lastOpened = detail ? sorted.findLastIndex((row) => detail(row) !== null) : -1;
  const shownFirst = Math.max(props.firstRows ?? Infinity, lastOpened + 1);
  const hidden = isWhole ? 0 : Math.max(0, sorted.length - shownFirst);
  const isVirtual = sorted.length - hidden > virtualFrom;
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
    : sorted.slice(0, sorted.length - hidden).map((row, index) => [row, index] as const);

  const onSort = (key: string) => {
    const isFirst = sort?.key !== key;
    const ascendsFirst = columns.find((column) => column.key === key)?.ascendsFirst ?? false;
    const next = { key, descending: isFirst ? !ascendsFirst : !sort.descending };
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
      <table aria-rowcount={shown.length < sorted.length ? sorted.length : undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={classOf(column)}
                aria-sort={
                  sort?.key === column.key
                    ? sort.descending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
              >
                <ColumnHeading
                  column={column}
                  descending={sort?.key === column.key ? sort.descending : undefined}
                  onSort={() => onSort(column.key)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {shown.map(([row, index]) => {
            const opened = detail?.(row) ?? null;
            return (
              <Fragment key={rowKey(row, index)}>
                <tr className={isDim?.(row) === true ? 'muted' : undefined}>
                  {columns.map((column) => (
                    <td key={column.key} className={classOf(column)}>
                      {column.cell(row, index)}
                    </td>
                  ))}
                </tr>
                {opened !== null && (
                  <tr className="detail-row">
                    <td colSpan={columns.length}>
                      <div className="detail">{opened}</div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
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
  return (
    <>
      {table}
      <TableFoot
        of={label}
        file={csv}
        rows={() => toCsvRows(sorted, props.columns)}
        count={sorted.length}
        total={total}
      >
        {hidden > 0 && (
          <Button size="small" className="all-rows" onClick={() => setWhole(true)}>
            Show all {formatNumber(sorted.length)}
          </Button>
        )}
        {props.children}
      </TableFoot>
    </>
  );
}

/** The heading of a column: sorts by it if it can, and has its definition in reach. */
function ColumnHeading<Row>(props: {
  readonly column: Column<Row>;
  /** The order if the table is sorted by the column. */
  readonly descending: boolean | undefined;
  readonly onSort: () => void;
}) {
  const { column, descending, onSort } = props;
  const { definition, sortBy } = column;
  const name = <ColumnName column={column} />;
  if (sortBy === undefined) {
    return definition === undefined ? name : <Term text={definition}>{name}</Term>;
  }
  return (
    <Defined text={definition}>
      <button type="button" className="sort" onClick={onSort}>
        {name}
        {descending !== undefined && (
          <span aria-hidden="true" className="sort-mark">
            {descending ? '↓' : '↑'}
          </span>
        )}
      </button>
    </Defined>
  );
}

function ColumnName<Row>({ column }: { readonly column: Column<Row> }) {
  const { label, window, definition } = column;
  return (
    <span className={definition === undefined ? undefined : 'defined'}>
      {label}
      {window !== undefined && <span className="column-window"> {window}</span>}
    </span>
  );
}

type NamedValue<Row> = readonly [string, (row: Row) => CsvValue];

function toCsvRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): CsvRows {
  const values = columns.flatMap((column): readonly NamedValue<Row>[] =>
    typeof column.csv === 'string'
      ? [[column.csv, column.sortBy as NamedValue<Row>[1]]]
      : Object.entries(column.csv),
  );
  return [values.map(([name]) => name), ...rows.map((row) => values.map(([, read]) => read(row)))];
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
