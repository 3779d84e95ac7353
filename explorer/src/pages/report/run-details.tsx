import { BarList } from '../../charts/bar-list.tsx';
import {
  coinContributionDefinitions,
  contributionsDefinitions,
  simulationStatsDefinitions as definitions,
} from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import {
  formatCount,
  formatFraction,
  formatNumber,
  formatPercent,
  formatSigned,
} from '../../lib/format.ts';
import { ContributionTable } from '../../performance/contribution-table.tsx';
import { FigureList } from '../../performance/figure-list.tsx';
import {
  tradingCostsDefinition,
  tradingCostsLabel,
  turnoverDefinition,
} from '../../performance/plain-definitions.ts';
import { Hint } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { listInputs } from '../backtest/run-inputs.ts';

const runHoldings = graphql(`
  fragment RunHoldings on SimulationRun {
    runId
    holdings {
      coinId
      weight
      asset {
        id
        symbol
      }
    }
  }
`);

const runContributions = graphql(`
  fragment RunContributions on SimulationRun {
    runId
    stats {
      totalReturnPct
    }
    contributions(first: 100) {
      residualPct
      coins {
        coinId
        contributionPct
        asset {
          id
          symbol
        }
      }
    }
  }
`);

const runParameters = graphql(`
  fragment RunParameters on SimulationRun {
    ...RunConfig
    stats {
      totalFeesPct
      totalTrades
      totalRebalances
      totalDelistings
    }
    turnover {
      annualMeanPct
    }
  }
`);

/** Number of holdings and coins that are listed. */
const listed = 10;

/** Difference of weights, fractions, below which all are shown as equal. */
const equalWithin = 0.0001;

/** The largest holdings after the last rebalance. */
export function RunHoldings(props: { readonly run: FragmentType<typeof runHoldings> }) {
  const { runId, holdings } = readFragment(runHoldings, props.run);
  const rows = [...(holdings ?? [])].sort((a, b) => b.weight - a.weight);
  if (rows.length === 0) return <EmptyNote>The run holds nothing.</EmptyNote>;
  const rest = rows.slice(listed);
  const [first, last] = [rows[0]?.weight ?? 0, rows.at(-1)?.weight ?? 0];
  if (rows.length > 1 && first - last < equalWithin) {
    return (
      <p>
        {formatCount(rows.length, 'coin')}, {formatFraction(first)} each:{' '}
        {rows.map(({ asset }) => asset.symbol).join(', ')}.
      </p>
    );
  }
  return (
    <>
      <BarList
        label="Holdings by weight"
        caption="Weight, % of the value"
        file={`backtest-${runId}-holdings`}
        columns={['coin', 'symbol', 'weight_fraction']}
        bars={rows.slice(0, listed).map(({ coinId, asset, weight }) => ({
          key: coinId,
          name: <strong>{asset.symbol}</strong>,
          value: weight,
          text: formatFraction(weight),
          cells: [coinId, asset.symbol, weight],
        }))}
      />
      {rest.length > 0 && (
        <p className="small muted figure-text">
          {formatNumber(rest.length)} more:{' '}
          {formatFraction(rest.reduce((sum, { weight }) => sum + weight, 0))}
        </p>
      )}
    </>
  );
}

/** Says what a contribution is, beside the title of the section. */
export const ContributionHint = () => (
  <Hint label="contributions" text={coinContributionDefinitions.contributionPct} />
);

/** Most coins whose contributions are read, the largest first. */
const contributionsRead = 100;

/** What each coin added to the return of the run, in percentage points. */
export function RunContributions(props: { readonly run: FragmentType<typeof runContributions> }) {
  const { runId, stats, contributions } = readFragment(runContributions, props.run);
  const residual = contributions?.residualPct;
  if (contributions === null || stats === null || residual == null)
    return <EmptyNote>The run has fewer than two rebalances.</EmptyNote>;
  const total = stats.totalReturnPct;
  return (
    <ContributionTable
      label="Contributions to the return"
      noun="coin"
      contributions={contributions.coins.map(({ coinId, asset, contributionPct }) => ({
        key: coinId,
        name: asset.symbol,
        points: contributionPct,
      }))}
      isComplete={contributions.coins.length < contributionsRead}
      residual={{
        name: (
          <>
            Compounding, fees, sales{' '}
            <Hint label="the rest" text={contributionsDefinitions.residualPct} />
          </>
        ),
        points: residual,
      }}
      total={{ name: 'Return of the run', points: total }}
      file={`backtest-${runId}-contributions`}
      explain={(added) => (
        <p className="small muted figure-text">
          A coin adds its weight times its return in each period between two rebalances; all periods
          of all coins add up to {formatSigned(added)}. But the returns of periods multiply:{' '}
          {describeCompounding(residual)}
        </p>
      )}
    />
  );
}

const describeCompounding = (residual: number) =>
  residual < 0
    ? 'a loss of 50 % takes a gain of 100 % to make up, so a value that swings ends below the sum.'
    : 'gains earn gains in later periods, so a value that rises steadily ends above the sum.';

/** The parameters that a run was computed with, and what trading it took. */
export function RunParameters(props: { readonly run: FragmentType<typeof runParameters> }) {
  const run = readFragment(runParameters, props.run);
  const { stats, turnover } = run;
  const parameters = listInputs(run).flatMap(({ field, text }) =>
    text === null ? [] : [{ label: field.label, definition: field.description, value: text }],
  );
  return (
    <>
      <FigureList
        figures={[
          ...parameters,
          {
            label: 'Rebalances',
            definition: definitions.totalRebalances,
            value: formatNumber(stats?.totalRebalances),
          },
          {
            label: 'Trades',
            definition: definitions.totalTrades,
            value: formatNumber(stats?.totalTrades),
          },
          {
            label: 'Delistings',
            definition: definitions.totalDelistings,
            value: formatNumber(stats?.totalDelistings),
          },
          {
            label: tradingCostsLabel,
            definition: tradingCostsDefinition,
            value: formatPercent(stats?.totalFeesPct),
          },
          {
            label: 'Turnover per year',
            definition: turnoverDefinition,
            value: formatPercent(turnover?.annualMeanPct),
          },
        ]}
      />
      <p className="small muted figure-text">
        Turnover is one-way: half the sum of all weight changes at the rebalances, per year, as a
        percentage of the portfolio.
      </p>
    </>
  );
}
