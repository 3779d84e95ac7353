import { formatDateTime, formatIso, formatIsoDay, formatUtcDay } from '../lib/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { type AxisRow, type TimeAxis, toAxisRows } from './time-axis.ts';
import type { ChartSeries } from './time-chart.tsx';

/** The values of a chart as a table, the newest first. */
export function ValueTable(props: {
  readonly label: string;
  readonly file: string;
  readonly lines: readonly ChartSeries[];
  readonly axis: TimeAxis;
  readonly daily: boolean;
  readonly format: (value: number) => string;
}) {
  const { label, file, lines, axis, daily, format } = props;
  const columns: readonly Column<AxisRow>[] = [
    {
      key: 'time',
      label: daily ? 'Day' : 'Time',
      cell: ({ timestamp }) => (daily ? formatUtcDay(timestamp) : formatDateTime(timestamp)),
      sortBy: ({ timestamp }) => timestamp,
      csv: daily
        ? { date: ({ timestamp }) => formatIsoDay(timestamp) }
        : { time: ({ timestamp }) => formatIso(timestamp) },
    },
    ...lines.map(({ name }, position): Column<AxisRow> => {
      const read = ({ values }: AxisRow) => values[position] ?? null;
      return {
        key: name,
        label: name,
        align: 'right',
        cell: (row) => {
          const value = read(row);
          return value === null ? '–' : format(value);
        },
        sortBy: read,
        csv: name,
      };
    }),
  ];

  return (
    <DataTable
      label={label}
      columns={columns}
      rows={toAxisRows(lines, axis)}
      rowKey={({ timestamp }) => String(timestamp)}
      initialSort={{ key: 'time', descending: true }}
      csv={file}
    />
  );
}
