import { downloadText, toCsv } from '../lib/download.ts';
import { Button } from '../ui/button.tsx';

/** A button that downloads rows as CSV; the first row has the names of the columns. */
export function CsvButton(props: {
  /** What the file has, for screen readers. */
  readonly of: string;
  readonly file: string;
  readonly rows: () => readonly (readonly (string | number | null)[])[];
}) {
  return (
    <Button
      size="small"
      look="quiet"
      className="plot-files"
      aria-label={`CSV of ${props.of}`}
      onClick={() => downloadText(`${props.file}.csv`, 'text/csv', toCsv(props.rows()))}
    >
      CSV
    </Button>
  );
}
