import { Link } from 'react-router';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch } from '../../charts/swatch.tsx';
import type { PeerFiguresFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatDay, formatFixed, formatPercent } from '../../lib/format.ts';
import { toFreshShare } from '../../lib/fresh-prices.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FundLink, PercentChange } from '../../ui/figures.tsx';
import { freshPricesColumn } from '../../ui/fresh-prices-column.ts';
import { LiveNav } from '../../ui/live-nav.tsx';
import type { Peer, PeerRow } from './peers.ts';

const nameOf = ({ name }: Peer) => name;

/** What a peer is, without its short name. */
const describe = ({ text }: Peer) => text.replace(/^\S+ (· )?/, '');

/** The figures of the compared series, each in a row, over the days from `from` to `to`. */
export function FigureTable(props: {
  readonly rows: readonly PeerRow[];
  readonly from: string;
  readonly to: string;
}) {
  const { rows, from, to } = props;
  return (
    <div className="compared-table">
      <DataTable
        label="Compared funds"
        columns={columnsOf(rows, from, to)}
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

function columnsOf(
  peers: readonly PeerRow[],
  from: string,
  to: string,
): readonly Column<PeerRow>[] {
  const figure = (
    key: keyof Figures,
    label: string,
    csv: string,
    look: 'change' | 'percent' | 'ratio',
    minor = false,
  ): Column<PeerRow> => {
    const read = ({ figures }: PeerRow) => figures?.[key] ?? null;
    return {
      key,
      label,
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
  return [
    {
      key: 'fund',
      label: 'Name',
      cell: (peer) => (
        <span className="compared-fund">
          <Swatch token={seriesToken(peers.indexOf(peer))} />
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
    figure('volatilityPct', 'Volatility', 'volatility_pct_per_year', 'percent', true),
    {
      ...figure('maxDrawdownPct', 'Largest drawdown', 'max_drawdown_pct', 'percent'),
      ascendsFirst: true,
    },
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
      window: 'live',
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
