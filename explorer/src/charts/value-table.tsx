import { formatDateTime, formatDay } from '../lib/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { type AxisRow, type TimeAxis, toAxisRows } from './time-axis.ts';
import type { ChartSeries } from './time-chart.tsx';

const isoOf = (timestamp: number) => new Date(timestamp * 1000).toISOString();

/** The values of a chart as a table, the newest first. */
export function ValueTable(props: {
  readonly label: string;
  readonly lines: readonly ChartSeries[];
  readonly axis: TimeAxis;
  readonly daily: boolean;
  readonly format: (value: number) => string;
}) {
  const { label, lines, axis, daily, format } = props;
  const columns: readonly Column<AxisRow>[] = [
    {
      key: 'time',
      label: daily ? 'Day' : 'Time',
      cell: ({ timestamp }) => (daily ? formatDay(isoOf(timestamp)) : formatDateTime(timestamp)),
      sortBy: ({ timestamp }) => timestamp,
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
    />
  );
}
