import type { ReactNode } from 'react';
import { type CsvRows, downloadCsv } from '../lib/download.ts';
import { formatNumber } from '../lib/format.ts';
import { Button } from './button.tsx';

/** The line below a table: at the right its CSV, before that what belongs to the list. */
export function TableFoot(props: {
  /** Name of the table. */
  readonly of: string;
  /** Name of the CSV, without its ending. */
  readonly file: string;
  readonly rows: () => CsvRows;
  /** Number of rows; an empty table has no CSV. */
  readonly count: number;
  /** Number of rows of the whole list, if the table has a page of it. */
  readonly total?: number | undefined;
  readonly children?: ReactNode;
}) {
  const { of, file, rows, count, total = count, children } = props;
  if (count === 0 && children === undefined) return null;
  const extent =
    count < total ? `, the ${formatNumber(count)} of ${formatNumber(total)} rows shown` : '';
  const name = `CSV of ${of}${extent}`;
  return (
    <div className="table-foot">
      {children}
      {count > 0 && (
        <Button
          size="small"
          look="quiet"
          className="file-button"
          aria-label={name}
          title={name}
          onClick={() => downloadCsv(file, rows())}
        >
          CSV
        </Button>
      )}
    </div>
  );
}
