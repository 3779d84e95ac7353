import { Link } from 'react-router';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { benchmarkComparisonDefinitions } from '../../generated/definitions.ts';
import type { PeerFiguresFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatDay, formatFixed, formatPercent } from '../../lib/format.ts';
import { toFreshShare } from '../../lib/fresh-prices.ts';
import { fundDefinitions } from '../../lib/fund-definitions.ts';
import { explain } from '../../performance/plain-definitions.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FundLink, PercentChange } from '../../ui/figures.tsx';
import { freshPricesColumn } from '../../ui/fresh-prices-column.ts';
import { LiveNav } from '../../ui/live-nav.tsx';
import { PointChange } from '../../ui/point-change.tsx';
import type { Peer, PeerRow } from './peers.ts';

const nameOf = ({ name }: Peer) => name;

/** What a peer is, without its short name. */
const describe = ({ text }: Peer) => text.replace(/^\S+ (· )?/, '');

type TableProps = {
  readonly rows: readonly PeerRow[];
  /** The coin against which the others have an excess return and a beta; null without one. */
  readonly reference: string | null;
  readonly from: string;
  readonly to: string;
};

/** The figures of the compared series, each in a row, over the days from `from` to `to`. */
export function FigureTable(props: TableProps) {
  const { rows } = props;
  return (
    <div className="compared-table tight-table">
      <DataTable
        label="Compared funds"
        columns={columnsOf(props)}
        rows={rows}
        rowKey={({ word }) => word}
        initialSort={{ key: 'return', descending: true }}
        sortParam="sort"
        csv="compared-funds"
      />
    </div>
  );
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

type Figures = Omit<PeerFiguresFragment, '__typename' | ' $fragmentName'>;

function columnsOf({ rows, reference, from, to }: TableProps): readonly Column<PeerRow>[] {
  const figure = (
    key: Exclude<keyof Figures, 'versus'>,
    label: string,
    csv: string,
    look: 'change' | 'percent' | 'ratio',
    minor = false,
  ): Column<PeerRow> => {
    const read = ({ figures }: PeerRow) => figures?.[key] ?? null;
    return {
      key,
      label,
      definition: `${explain(key)} Of the compared days.`,
      align: 'right',
      minor,
      cell: (peer) =>
        look === 'change' ? (
          <PercentChange percent={read(peer)} />
        ) : look === 'percent' ? (
          formatPercent(read(peer))
        ) : (
          formatFixed(read(peer))
        ),
      sortBy: read,
      csv,
    };
  };
  const against = reference === null ? [] : [createReferenceColumns(reference)];
  return [
    {
      key: 'fund',
      label: 'Name',
      cell: (peer) => (
        <span className="compared-fund">
          <Swatch token={seriesToken(rows.indexOf(peer))} />
          <PeerLink peer={peer} />
        </span>
      ),
      sortBy: nameOf,
      csv: {
        name: nameOf,
        description: describe,
        itp_id: ({ fund }) => fund?.itpId ?? null,
        from: () => from,
        to: () => to,
      },
    },
    {
      ...figure('totalReturnPct', 'Return', 'return_pct', 'change'),
      key: 'return',
      window: `to ${formatDay(to).replace(/, \d+$/, '')}`,
    },
    // At a year both are the same.
    ...(daysBetween(from, to) > 366
      ? [
          {
            ...figure('annualizedReturnPct', 'Return', 'return_pct_per_year', 'change', true),
            window: 'per year',
          },
        ]
      : []),
    ...against.map(({ excess }) => excess),
    figure('volatilityPct', 'Volatility', 'volatility_pct_per_year', 'percent', true),
    {
      ...figure('maxDrawdownPct', 'Largest drawdown', 'max_drawdown_pct', 'percent'),
      ascendsFirst: true,
    },
    ...against.map(({ beta }) => beta),
    figure('sharpe', 'Sharpe', 'sharpe', 'ratio'),
    figure('sortino', 'Sortino', 'sortino', 'ratio', true),
    figure('calmar', 'Calmar', 'calmar', 'ratio', true),
    {
      ...figure('positiveDaysPct', 'Days', 'positive_days_pct', 'percent', true),
      window: 'with a gain',
    },
    {
      key: 'nav',
      label: 'NAV',
      window: 'live',
      definition: `${fundDefinitions.nav} It changes while you watch.`,
      align: 'right',
      minor: true,
      cell: ({ fund }) =>
        fund === null ? '–' : <LiveNav itpId={fund.itpId} usd={fund.navPerShareUsd} />,
      sortBy: ({ fund }) => fund?.navPerShareUsd,
      csv: 'nav_usd',
    },
    {
      key: 'aum',
      label: 'AUM',
      definition: `${fundDefinitions.aum} From the last reading.`,
      align: 'right',
      minor: true,
      cell: ({ fund }) => formatCompactUsd(fund?.aumUsd),
      sortBy: ({ fund }) => fund?.aumUsd,
      csv: 'aum_usd',
    },
    {
      ...freshPricesColumn(({ fund }: PeerRow) => fund?.unchangedPricesPct),
      key: 'fresh',
      minor: true,
      sortBy: ({ fund }) => toFreshShare(fund?.unchangedPricesPct),
    },
    {
      key: 'since',
      label: 'Since',
      definition: 'Day on which a fund was created; first day of a backtest.',
      align: 'right',
      minor: true,
      cell: ({ since }) => (since === null ? '–' : formatDay(since)),
      sortBy: ({ since }) => since,
      csv: 'since',
    },
  ];
}

/** The columns of what a series has against the reference. */
function createReferenceColumns(reference: string) {
  const excessOf = ({ figures }: PeerRow) => figures?.versus?.excessReturnPct ?? null;
  const betaOf = ({ figures }: PeerRow) => figures?.versus?.betaToBenchmark ?? null;
  const excess: Column<PeerRow> = {
    key: 'excess',
    label: 'Excess return',
    window: `over ${reference}`,
    definition: `Total return minus that of ${reference} over the same days, percentage points (pp), not annualised.`,
    align: 'right',
    minor: true,
    cell: (peer) => <PointChange points={excessOf(peer)} />,
    sortBy: excessOf,
    csv: `excess_return_over_${reference.toLowerCase()}_pct`,
  };
  const beta: Column<PeerRow> = {
    key: 'beta',
    label: 'Beta',
    window: `to ${reference}`,
    definition: `By how many percent the value moves on average when ${reference} moves by 1 %. ${benchmarkComparisonDefinitions.betaToBenchmark} Here r is the daily return, r_b that of ${reference}.`,
    align: 'right',
    minor: true,
    cell: (peer) => formatFixed(betaOf(peer)),
    sortBy: betaOf,
    csv: `beta_to_${reference.toLowerCase()}`,
  };
  return { excess, beta };
}

function PeerLink({ peer }: { readonly peer: Peer }) {
  const { fund, runId, name } = peer;
  if (fund !== null) return <FundLink itpId={fund.itpId} symbol={fund.symbol} name={fund.name} />;
  const description = describe(peer);
  if (runId !== null) {
    return (
      <Link className="fund-link" to={`/backtest/${runId}/report`}>
        <span className="ticker">{name}</span>
        <span className="fund-name">{description}</span>
      </Link>
    );
  }
  return (
    <span className="fund-link">
      <span className="ticker">{name}</span>
      <span className="fund-name">{description}</span>
    </span>
  );
}
