import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import type { DrawdownRowsFragment } from '../generated/graphql.ts';
import { formatDay, formatNumber, formatPercent } from '../lib/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';

const drawdownRows = graphql(`
  fragment DrawdownRows on Performance {
    drawdowns(first: 5) {
      peakDate
      troughDate
      recoveryDate
      depthPct
      days
      daysToTrough
      daysToRecovery
    }
  }
`);

type Row = NonNullable<DrawdownRowsFragment['drawdowns']>[number];

const columns: readonly Column<Row>[] = [
  {
    key: 'depth',
    label: 'Depth',
    definition: '100·(v_trough/v_peak − 1), percent, v is the value of a day.',
    align: 'right',
    ascendsFirst: true,
    cell: ({ depthPct }) => formatPercent(depthPct),
    sortBy: ({ depthPct }) => depthPct,
    csv: 'depth_pct',
  },
  {
    key: 'peak',
    label: 'Peak',
    cell: ({ peakDate }) => formatDay(peakDate),
    sortBy: ({ peakDate }) => peakDate,
    csv: 'peak',
  },
  {
    key: 'trough',
    label: 'Trough',
    minor: true,
    cell: ({ troughDate }) => formatDay(troughDate),
    sortBy: ({ troughDate }) => troughDate,
    csv: 'trough',
  },
  {
    key: 'recovery',
    label: 'Recovery',
    cell: ({ recoveryDate }) => (recoveryDate === null ? 'not yet' : formatDay(recoveryDate)),
    sortBy: ({ recoveryDate }) => recoveryDate,
    csv: 'recovery',
  },
  {
    key: 'fall',
    label: 'Days down',
    definition: 'Days from the peak to the trough.',
    align: 'right',
    minor: true,
    cell: ({ daysToTrough }) => formatNumber(daysToTrough),
    sortBy: ({ daysToTrough }) => daysToTrough,
    csv: 'fall_days',
  },
  {
    key: 'rise',
    label: 'Days up',
    definition: 'Days from the trough until the value was back at the peak.',
    align: 'right',
    minor: true,
    cell: ({ daysToRecovery }) => formatNumber(daysToRecovery),
    sortBy: ({ daysToRecovery }) => daysToRecovery,
    csv: 'rise_days',
  },
  {
    key: 'days',
    label: 'Days',
    definition:
      'Days from the peak until the value was back at it, or to the last day while it lasts.',
    align: 'right',
    cell: ({ days }) => formatNumber(days),
    sortBy: ({ days }) => days,
    csv: 'days',
  },
];

/** The deepest declines, from the peak until the value is back at it. */
export function DrawdownTable(props: {
  readonly performance: FragmentType<typeof drawdownRows>;
  readonly file: string;
}) {
  const { drawdowns } = readFragment(drawdownRows, props.performance);
  return (
    <div className="dense tight-table">
      <DataTable
        label="Worst drawdowns"
        columns={columns}
        rows={drawdowns ?? []}
        rowKey={({ peakDate }) => peakDate}
        initialSort={{ key: 'depth', descending: false }}
        csv={`${props.file}-drawdowns`}
        empty="The value never fell below a peak."
      />
    </div>
  );
}
