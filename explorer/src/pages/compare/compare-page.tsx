import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { CompareFundsQuery, NavRange } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import {
  formatCompactUsd,
  formatDay,
  formatFixed,
  formatMultiple,
  formatPercent,
} from '../../lib/format.ts';
import { readRange, selectFrom } from '../../performance/nav-ranges.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { FundLink, PercentChange } from '../../ui/figures.tsx';
import { LiveNav } from '../../ui/live-nav.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { pageHeads } from '../page-heads.ts';
import { Correlations } from './correlations.tsx';
import { FundPicker } from './fund-picker.tsx';
import { toCommonDays, toDrawdown, toGrowth } from './growth.ts';

const fundListQuery = graphql(`
  query FundList {
    dtfs(first: 100) {
      edges {
        node {
          id
          itpId
          name
          symbol
        }
      }
    }
  }
`);

const compareFundsQuery = graphql(`
  query CompareFunds($ids: [ID!]!, $range: NavRange!, $from: Date) {
    dtfs(first: 10, filter: { ids: $ids }) {
      edges {
        node {
          id
          itpId
          name
          symbol
          aumUsd
          navPerShareUsd
          navSeries(range: $range) {
            timestamp
            nav
          }
          performance(range: $range, from: $from) {
            from
            totalReturnPct
            annualizedReturnPct
            volatilityPct
            maxDrawdownPct
            sharpe
            sortino
            calmar
            positiveDaysPct
          }
        }
      }
    }
  }
`);

type Fund = NonNullable<CompareFundsQuery['dtfs']>['edges'][number]['node'];

const ranges: readonly (readonly [NavRange, string])[] = [
  ['D30', '30D'],
  ['D90', '90D'],
  ['Y1', '1Y'],
];

/** Maximum number of funds in a comparison. */
const maxFunds = 10;

/** The page that compares funds: their growth from a common start, figures and correlations. */
export function ComparePage() {
  const [params, setParams] = useSearchParams();
  const range = ranges.find(([name]) => name === params.get('range'))?.[0] ?? 'Y1';
  const keys = (params.get('funds') ?? '').split(',').filter((key) => key !== '');
  const change = (name: string, value: string) =>
    setParams((current) => {
      if (value === '') current.delete(name);
      else current.set(name, value);
      return current;
    });
  return (
    <Page head={pageHeads.compare} query={fundListQuery} variables={{}}>
      <QuerySection query={fundListQuery} variables={{}} height="60vh">
        {({ dtfs }) => {
          const funds = dtfs?.edges.map(({ node }) => node) ?? [];
          const chosen = keys.slice(0, maxFunds).flatMap((key) => {
            const wanted = key.toLowerCase();
            const found = funds.find(
              ({ itpId, symbol }) =>
                symbol?.toLowerCase() === wanted || itpId.toLowerCase() === wanted,
            );
            return found === undefined ? [] : [found];
          });
          return (
            <div className="stack">
              <PageSection label="Funds to compare">
                <FundPicker
                  funds={funds}
                  chosen={chosen}
                  max={maxFunds}
                  onChange={(next) =>
                    change('funds', next.map(({ symbol, itpId }) => symbol ?? itpId).join(','))
                  }
                />
              </PageSection>
              {chosen.length < 2 ? (
                <PageSection>
                  <EmptyNote>
                    Choose two to ten funds. Their growth, figures and correlations appear here, and
                    the address of the page reproduces them. All funds are{' '}
                    <Link to="/">on the first page</Link>.
                  </EmptyNote>
                </PageSection>
              ) : (
                <QuerySection
                  query={compareFundsQuery}
                  variables={{ ids: chosen.map(({ itpId }) => itpId), ...readRange(range) }}
                  height={1200}
                >
                  {(data) => (
                    <Comparison
                      // The order of the address, which the colours follow.
                      funds={chosen.flatMap(({ id }) =>
                        (data.dtfs?.edges ?? []).flatMap(({ node }) =>
                          node.id === id ? [node] : [],
                        ),
                      )}
                      from={readRange(range).from}
                      range={
                        <SegmentedControl
                          label="Range"
                          value={range}
                          options={ranges}
                          onChange={(value) => change('range', value)}
                        />
                      }
                    />
                  )}
                </QuerySection>
              )}
            </div>
          );
        }}
      </QuerySection>
    </Page>
  );
}

const formatDrawdown = (value: number) => formatPercent(value);
const nameOf = ({ symbol, itpId }: Fund) => symbol ?? itpId;

function Comparison(props: {
  readonly funds: readonly Fund[];
  /** First day of the range; null for that of the series. */
  readonly from: string | null;
  readonly range: React.ReactNode;
}) {
  const { funds, from, range } = props;
  const { growth, drawdown, start } = useMemo(() => {
    const days = toCommonDays(funds.map(({ navSeries }) => selectFrom(navSeries ?? [], from)));
    const series = days.map((points, index) => ({
      name: nameOf(funds[index] as Fund),
      points: toGrowth(points),
    }));
    return {
      growth: series,
      drawdown: series.map(({ name, points }) => ({ name, points: toDrawdown(points) })),
      start: days[0]?.[0]?.timestamp,
    };
  }, [funds, from]);
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
          <EmptyNote>These funds have no common days in this range.</EmptyNote>
        ) : (
          <TimeChart
            label="Growth of 1 for each fund"
            series={growth}
            format={formatMultiple}
            height={360}
            daily
          />
        )}
      </PageSection>
      <PageSection title="Figures" note="Over each fund’s own days in the range; risk-free rate 0.">
        <DataTable
          label="Compared funds"
          columns={columnsOf(funds)}
          rows={funds}
          rowKey={({ id }) => id}
          initialSort={{ key: 'return', descending: true }}
          sortParam="sort"
          csv="compared-funds"
        />
      </PageSection>
      <PageSection title="Drawdown" note="Loss since the last peak.">
        <TimeChart
          label="Loss since the last peak of each fund"
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

type Figures = Omit<NonNullable<Fund['performance']>, '__typename' | 'from'>;

function columnsOf(funds: readonly Fund[]): readonly Column<Fund>[] {
  const figure = (
    key: keyof Figures,
    label: string,
    csv: string,
    look: 'change' | 'percent' | 'ratio',
    minor = false,
  ): Column<Fund> => {
    const read = ({ performance }: Fund) => performance?.[key] ?? null;
    return {
      key,
      label,
      align: 'right',
      minor,
      cell: (fund) =>
        look === 'change' ? (
          <PercentChange percent={read(fund)} />
        ) : look === 'percent' ? (
          formatPercent(read(fund))
        ) : (
          formatFixed(read(fund))
        ),
      sortBy: read,
      csv,
    };
  };
  return [
    {
      key: 'fund',
      label: 'Fund',
      cell: (fund) => (
        <span className="compared-fund">
          <Swatch token={seriesToken(funds.indexOf(fund))} />
          <FundLink itpId={fund.itpId} symbol={fund.symbol} name={fund.name} />
        </span>
      ),
      sortBy: nameOf,
      csv: { fund: nameOf, name: ({ name }) => name, itp_id: ({ itpId }) => itpId },
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
      cell: ({ itpId, navPerShareUsd }) => <LiveNav itpId={itpId} usd={navPerShareUsd} />,
      sortBy: ({ navPerShareUsd }) => navPerShareUsd,
      csv: 'nav_usd',
    },
    {
      key: 'aum',
      label: 'AUM',
      align: 'right',
      minor: true,
      cell: ({ aumUsd }) => formatCompactUsd(aumUsd),
      sortBy: ({ aumUsd }) => aumUsd,
      csv: 'aum_usd',
    },
    {
      key: 'since',
      label: 'First day',
      align: 'right',
      minor: true,
      cell: ({ performance }) => (performance?.from == null ? '–' : formatDay(performance.from)),
      sortBy: ({ performance }) => performance?.from,
      csv: 'first_day',
    },
  ];
}
