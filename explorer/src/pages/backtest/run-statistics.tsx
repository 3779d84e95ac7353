import { simulationStatsDefinitions as definitions } from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatFixed, formatNumber, formatPercent } from '../../lib/format.ts';
import { type DefinedFigure, FigureStrip } from '../../performance/figure-list.tsx';
import { leastReturns } from '../../performance/least-lengths.ts';
import { tradingCostsDefinition, tradingCostsLabel } from '../../performance/plain-definitions.ts';
import { PercentChange } from '../../ui/figures.tsx';
import { hasRatios, isYear } from './format-run.ts';

const runStatistics = graphql(`
  fragment RunStatistics on SimulationRun {
    stats {
      totalReturnPct
      annualizedReturn
      sharpeRatio
      maxDrawdownPct
      totalFeesPct
      totalTrades
      totalRebalances
      totalDelistings
      startDate
      endDate
    }
  }
`);

/** The headline figures of a run, each with its definition. */
export function RunStatistics(props: { readonly run: FragmentType<typeof runStatistics> }) {
  const { stats } = readFragment(runStatistics, props.run);
  if (stats === null) return null;
  const isLong = hasRatios(stats);
  const figures: readonly DefinedFigure[] = [
    {
      label: 'Total return',
      value: <PercentChange percent={stats.totalReturnPct} />,
      definition: definitions.totalReturnPct,
    },
    ...(isYear(stats)
      ? [
          {
            label: 'Return per year',
            value: <PercentChange percent={stats.annualizedReturn} />,
            definition: definitions.annualizedReturn,
          },
        ]
      : []),
    {
      label: 'Sharpe ratio',
      value: isLong ? formatFixed(stats.sharpeRatio) : '–',
      definition: `${definitions.sharpeRatio} The risk-free rate is 0.`,
      note: isLong ? undefined : `fewer than ${leastReturns} daily returns`,
    },
    {
      label: 'Largest drawdown',
      value: formatPercent(stats.maxDrawdownPct),
      definition: definitions.maxDrawdownPct,
    },
    {
      label: tradingCostsLabel,
      value: formatPercent(stats.totalFeesPct),
      definition: tradingCostsDefinition,
    },
    {
      label: 'Rebalances',
      value: formatNumber(stats.totalRebalances),
      definition: definitions.totalRebalances,
    },
    {
      label: 'Trades',
      value: formatNumber(stats.totalTrades),
      definition: definitions.totalTrades,
    },
    {
      label: 'Delistings',
      value: formatNumber(stats.totalDelistings),
      definition: definitions.totalDelistings,
    },
  ];
  return (
    <div className="run-figures">
      <FigureStrip label="Figures of the run" figures={figures} />
    </div>
  );
}
