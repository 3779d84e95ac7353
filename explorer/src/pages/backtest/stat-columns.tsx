import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { RunStatsFragment } from '../../generated/graphql.ts';
import { formatFixed, formatPercent } from '../../lib/format.ts';
import { tradingCostsDefinition } from '../../performance/plain-definitions.ts';
import type { Column } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { hasRatios, isYear } from './format-run.ts';

const runStats = graphql(`
  fragment RunStats on SimulationRun {
    stats {
      totalReturnPct
      annualizedReturn
      sharpeRatio
      maxDrawdownPct
      totalFeesPct
      startDate
      endDate
    }
  }
`);

/** The statistics of a run; null if the data node has none. */
export const readRunStats = (run: FragmentType<typeof runStats>): RunStatsFragment['stats'] =>
  readFragment(runStats, run).stats;

/** Creates the columns that compare runs, for a table with one run in each row. */
export function createStatColumns<Row>(
  runOf: (row: Row) => FragmentType<typeof runStats>,
): readonly Column<Row>[] {
  type Figure = Exclude<
    keyof NonNullable<RunStatsFragment['stats']>,
    'startDate' | 'endDate' | '__typename'
  >;
  const statsOf = (row: Row) => readRunStats(runOf(row));
  const read = (row: Row, name: Figure) => statsOf(row)?.[name];
  // Annual figures of less than a year are extrapolations.
  const readAnnual = (row: Row, name: Figure) => (isYear(statsOf(row)) ? read(row, name) : null);
  const readRatio = (row: Row, name: Figure) => (hasRatios(statsOf(row)) ? read(row, name) : null);
  return [
    {
      key: 'return',
      label: 'Return',
      align: 'right',
      cell: (row) => <PercentChange percent={read(row, 'totalReturnPct')} />,
      sortBy: (row) => read(row, 'totalReturnPct'),
      csv: 'return_pct',
    },
    {
      key: 'year',
      label: 'Per year',
      align: 'right',
      minor: true,
      cell: (row) => <PercentChange percent={readAnnual(row, 'annualizedReturn')} />,
      sortBy: (row) => readAnnual(row, 'annualizedReturn'),
      csv: 'return_pct_per_year',
    },
    {
      key: 'sharpe',
      label: 'Sharpe',
      align: 'right',
      cell: (row) => formatFixed(readRatio(row, 'sharpeRatio')),
      sortBy: (row) => readRatio(row, 'sharpeRatio'),
      csv: 'sharpe',
    },
    {
      key: 'drawdown',
      label: 'Drawdown',
      align: 'right',
      cell: (row) => formatPercent(read(row, 'maxDrawdownPct')),
      sortBy: (row) => read(row, 'maxDrawdownPct'),
      csv: 'max_drawdown_pct',
    },
    {
      key: 'fees',
      label: 'Costs',
      window: '% of value',
      definition: tradingCostsDefinition,
      align: 'right',
      cell: (row) => formatPercent(read(row, 'totalFeesPct')),
      sortBy: (row) => read(row, 'totalFeesPct'),
      csv: 'fees_pct',
    },
  ];
}
