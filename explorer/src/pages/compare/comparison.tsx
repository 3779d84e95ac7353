import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import type { ComparePeersQueryVariables, PeerFiguresFragment } from '../../generated/graphql.ts';
import {
  formatCompactUsd,
  formatDay,
  formatFixed,
  formatIsoDay,
  formatMultiple,
  formatPercent,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FundLink, PercentChange } from '../../ui/figures.tsx';
import { LiveNav } from '../../ui/live-nav.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { Correlations } from './correlations.tsx';
import { toCommonDays, toDrawdown, toGrowth } from './growth.ts';
import { addFigures, type Peer, type PeerRow, peerFiguresQuery } from './peers.ts';

const formatDrawdown = (value: number) => formatPercent(value);
const nameOf = ({ name }: Peer) => name;

/** Growth, figures, drawdowns and correlations of some peers. */
export function Comparison(props: {
  readonly peers: readonly Peer[];
  /** What the query of the peers was given. */
  readonly variables: ComparePeersQueryVariables;
  /** The control of the range. */
  readonly range: ReactNode;
}) {
  const { peers, variables, range } = props;
  const { growth, drawdown, start, end } = useMemo(() => {
    const days = toCommonDays(peers.map(({ points }) => points));
    const series = days.map((points, index) => ({
      name: peers[index]?.name ?? '',
      points: toGrowth(points),
    }));
    return {
      growth: series,
      drawdown: series.map(({ name, points }) => ({ name, points: toDrawdown(points) })),
      start: days[0]?.[0]?.timestamp,
      end: days[0]?.at(-1)?.timestamp,
    };
  }, [peers]);
  return (
    <>
      <PageSection
        title={
          start === undefined
            ? 'Growth of 1'
            : `Growth of 1 since ${formatDay(new Date(start * 1000).toISOString())}`
        }
        note={<SyntheticNote />}
        actions={range}
      >
        {start === undefined ? (
          <EmptyNote>These series have no common days in this range.</EmptyNote>
        ) : (
          <TimeChart
            label="Growth of 1 for each of them"
            series={growth}
            format={formatMultiple}
            height={360}
            daily
          />
        )}
      </PageSection>
      {start !== undefined && end !== undefined && (
        <PageSection
          title="Figures"
          note={`Over the days that all have, ${formatDay(formatIsoDay(start))} – ${formatDay(formatIsoDay(end))}; risk-free rate 0.`}
        >
          <QuerySection
            query={peerFiguresQuery}
            variables={{ ...variables, from: formatIsoDay(start), to: formatIsoDay(end) }}
            height={80 + 45 * peers.length}
          >
            {(data) => <FigureTable rows={addFigures(peers, data)} />}
          </QuerySection>
        </PageSection>
      )}
      <PageSection title="Drawdown" note="Loss since the last peak.">
        <TimeChart
          label="Loss since the last peak of each of them"
          series={drawdown}
          format={formatDrawdown}
          height={240}
          daily
        />
      </PageSection>
      <PageSection title="Correlation of daily returns" note="Pearson, over the common days.">
        <Correlations series={growth} />
      </PageSection>
    </>
  );
}

function FigureTable({ rows }: { readonly rows: readonly PeerRow[] }) {
  return (
    <DataTable
      label="Compared funds"
      columns={columnsOf(rows)}
      rows={rows}
      rowKey={({ word }) => word}
      initialSort={{ key: 'return', descending: true }}
      sortParam="sort"
      csv="compared-funds"
    />
  );
}

type Figures = Omit<PeerFiguresFragment, '__typename' | ' $fragmentName'>;

function columnsOf(peers: readonly PeerRow[]): readonly Column<PeerRow>[] {
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
        description: ({ text }) => text,
        itp_id: ({ fund }) => fund?.itpId ?? null,
      },
    },
    { ...figure('totalReturnPct', 'Return', 'return_pct', 'change'), key: 'return' },
    figure('volatilityPct', 'Volatility per year', 'volatility_pct_per_year', 'percent', true),
    figure('maxDrawdownPct', 'Largest drawdown', 'max_drawdown_pct', 'percent'),
    figure('sharpe', 'Sharpe', 'sharpe', 'ratio'),
    figure('sortino', 'Sortino', 'sortino', 'ratio', true),
    figure('calmar', 'Calmar', 'calmar', 'ratio', true),
    figure('positiveDaysPct', 'Days with a gain', 'positive_days_pct', 'percent', true),
    {
      key: 'nav',
      label: 'NAV',
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
      align: 'right',
      minor: true,
      cell: ({ fund }) => formatCompactUsd(fund?.aumUsd),
      sortBy: ({ fund }) => fund?.aumUsd,
      csv: 'aum_usd',
    },
    {
      key: 'since',
      label: 'Own first day',
      align: 'right',
      minor: true,
      cell: ({ begin }) => (begin === null ? '–' : formatDay(begin)),
      sortBy: ({ begin }) => begin,
      csv: 'first_day',
    },
  ];
}

function PeerLink({ peer: { fund, runId, name, text } }: { readonly peer: Peer }) {
  if (fund !== null) return <FundLink itpId={fund.itpId} symbol={fund.symbol} name={fund.name} />;
  const description = text.replace(/^\S+ (· )?/, '');
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
