import '../../styles/performance.css';
import { Link } from 'react-router';
import { performanceDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { FundPeriodsQuery, ReturnPeriod } from '../../generated/graphql.ts';
import { formatDay, formatFixed, formatPercent } from '../../lib/format.ts';
import { returnDefinition } from '../../lib/fund-definitions.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { listConcentration } from '../../performance/concentration-figures.ts';
import { FigureStrip } from '../../performance/figure-list.tsx';
import {
  longRanges,
  nameInception,
  offerRanges,
  readRange,
  shortRanges,
} from '../../performance/nav-ranges.ts';
import { periodNames } from '../../performance/period-table.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { StillPrices } from '../../ui/still-prices.tsx';

const riskQuery = graphql(`
  query FundRisk($id: ID!, $range: NavRange!, $from: Date) {
    dtf(id: $id) {
      id
      performance(range: $range, from: $from) {
        volatilityPct
        sharpe
        maxDrawdownPct
      }
    }
  }
`);

const figuresQuery = graphql(`
  query FundPeriods($id: ID!) {
    dtf(id: $id) {
      id
      createdAt
      assetCount
      unchangedPricesPct
      performance(range: MAX) {
        from
        periodReturns {
          period
          from
          returnPct
        }
      }
      concentration {
        ...ConcentrationFigures
      }
    }
  }
`);

const ranges = [...shortRanges, ...longRanges];

const periods: readonly ReturnPeriod[] = [
  'WEEK',
  'MONTH',
  'QUARTER',
  'HALF_YEAR',
  'YEAR',
  'YEAR_TO_DATE',
  'INCEPTION',
];

/** What a share earned and how risky it was, and how much of the basket is in few assets. */
export function FundPerformance({ itpId }: { readonly itpId: string }) {
  return (
    <QuerySection
      query={figuresQuery}
      variables={{ id: itpId }}
      height="var(--fund-performance-height)"
    >
      {({ dtf }) => (
        <>
          {dtf !== null && <Returns fund={dtf} />}
          <Risk itpId={itpId} firstDay={dtf?.performance?.from ?? null} />
          <StillPrices unchangedPct={dtf?.unchangedPricesPct} />
          <h3 className="sub">Concentration of the basket</h3>
          {dtf?.concentration == null ? (
            <EmptyNote>There is no snapshot of the basket.</EmptyNote>
          ) : (
            <FigureStrip
              label="Concentration"
              figures={listConcentration(dtf.concentration, dtf.assetCount ?? Infinity)}
            />
          )}
          <p className="small more">
            <Link to={`/dtf/${itpId}/factsheet`}>All figures in the factsheet</Link>
          </p>
        </>
      )}
    </QuerySection>
  );
}

type Fund = NonNullable<FundPeriodsQuery['dtf']>;

/** The returns of the usual periods that the fund is old enough for, and since its creation. */
function Returns({ fund }: { readonly fund: Fund }) {
  const { performance, createdAt } = fund;
  const known = performance?.periodReturns ?? [];
  const figures = periods.flatMap((period) => {
    const found = known.find((one) => one.period === period);
    if (found === undefined || found.from === null) return [];
    const isWhole = period === 'INCEPTION';
    return [
      {
        label: isWhole ? nameInception(found.from, createdAt) : periodNames[period],
        definition: returnDefinition('since the day stated with it'),
        value: <PercentChange percent={found.returnPct} />,
        note: `since ${formatDay(found.from)}`,
      },
    ];
  });
  if (figures.length === 0) return <EmptyNote>There are no NAVs for this fund.</EmptyNote>;
  return <FigureStrip label="Returns" figures={figures} />;
}

function Risk(props: { readonly itpId: string; readonly firstDay: string | null }) {
  const { itpId, firstDay } = props;
  const offered = offerRanges(ranges, firstDay);
  const usual = offered.find(([name]) => name === 'Y1') ?? offered.at(-1);
  const [range, setRange] = useUrlChoice('figures', offered, usual?.[0] ?? 'D7');
  return (
    <>
      <div className="figure-controls">
        <h3 className="sub">Risk</h3>
        <SegmentedControl
          label="Range of the risk figures"
          value={range}
          options={offered}
          onChange={setRange}
        />
      </div>
      <QuerySection
        query={riskQuery}
        variables={{ id: itpId, ...readRange(range) }}
        height="var(--figure-strip-height)"
      >
        {({ dtf }) => {
          if (dtf?.performance == null)
            return <EmptyNote>There are no NAVs for this range.</EmptyNote>;
          const { volatilityPct, sharpe, maxDrawdownPct } = dtf.performance;
          return (
            <FigureStrip
              label="Risk"
              figures={[
                {
                  label: 'Volatility',
                  definition: definitions.volatilityPct,
                  value: formatPercent(volatilityPct),
                },
                {
                  label: 'Largest drawdown',
                  definition: definitions.maxDrawdownPct,
                  value: formatPercent(maxDrawdownPct),
                },
                { label: 'Sharpe', definition: definitions.sharpe, value: formatFixed(sharpe) },
              ]}
            />
          );
        }}
      </QuerySection>
    </>
  );
}
