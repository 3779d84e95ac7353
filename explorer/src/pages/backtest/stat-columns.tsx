import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { RunStatsFragment } from '../../generated/graphql.ts';
import { formatFixed, formatPercent } from '../../lib/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/figures.tsx';

const runStats = graphql(`
  fragment RunStats on SimulationRun {
    stats {
      totalReturnPct
      annualizedReturn
      sharpeRatio
      maxDrawdownPct
    }
  }
`);

/** Creates the columns that compare runs, for a table with one run in each row. */
export function createStatColumns<Row>(
  runOf: (row: Row) => FragmentType<typeof runStats>,
): readonly Column<Row>[] {
  type Stats = NonNullable<RunStatsFragment['stats']>;
  const read = (row: Row, name: keyof Stats) => readFragment(runStats, runOf(row)).stats?.[name];
  return [
    {
      key: 'return',
      label: 'Return',
      align: 'right',
      cell: (row) => <PercentChange percent={read(row, 'totalReturnPct')} />,
      sortBy: (row) => read(row, 'totalReturnPct'),
    },
    {
      key: 'year',
      label: 'A year',
      align: 'right',
      cell: (row) => <PercentChange percent={read(row, 'annualizedReturn')} />,
      sortBy: (row) => read(row, 'annualizedReturn'),
    },
    {
      key: 'sharpe',
      label: 'Sharpe',
      align: 'right',
      cell: (row) => formatFixed(read(row, 'sharpeRatio')),
      sortBy: (row) => read(row, 'sharpeRatio'),
    },
    {
      key: 'drawdown',
      label: 'Drawdown',
      align: 'right',
      cell: (row) => formatPercent(read(row, 'maxDrawdownPct')),
      sortBy: (row) => read(row, 'maxDrawdownPct'),
    },
  ];
}
