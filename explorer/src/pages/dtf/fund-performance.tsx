import '../../styles/performance.css';
import { Link } from 'react-router';
import { performanceDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { FundPeriodsQuery, NavRange, ReturnPeriod } from '../../generated/graphql.ts';
import { formatDay, formatFixed, formatPercent } from '../../lib/format.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { listConcentration } from '../../performance/concentration-figures.ts';
import { FigureStrip } from '../../performance/figure-list.tsx';
import { periodNames } from '../../performance/period-table.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const riskQuery = graphql(`
  query FundRisk($id: ID!, $range: NavRange!) {
    dtf(id: $id) {
      id
      performance(range: $range) {
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
      performance(range: Y1) {
        from
        totalReturnPct
        periodReturns {
          period
          returnPct
        }
      }
      concentration {
        ...ConcentrationFigures
      }
    }
  }
`);

/** Ranges with more than one daily return. */
const ranges: readonly (readonly [NavRange, string])[] = [
  ['D7', '7D'],
  ['D30', '30D'],
  ['D90', '90D'],
  ['Y1', '1Y'],
];

const periods: readonly ReturnPeriod[] = ['WEEK', 'MONTH', 'QUARTER', 'HALF_YEAR', 'YEAR_TO_DATE'];

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
          <Returns performance={dtf?.performance ?? null} />
          <Risk itpId={itpId} />
          <h3 className="sub">Concentration of the basket</h3>
          {dtf?.concentration == null ? (
            <EmptyNote>There is no snapshot of the basket.</EmptyNote>
          ) : (
            <FigureStrip label="Concentration" figures={listConcentration(dtf.concentration)} />
          )}
          <p className="small more">
            <Link to={`/dtf/${itpId}/factsheet`}>All figures in the factsheet</Link>
          </p>
        </>
      )}
    </QuerySection>
  );
}

type Performance = NonNullable<FundPeriodsQuery['dtf']>['performance'];

function Returns({ performance }: { readonly performance: Performance }) {
  const { periodReturns = [], totalReturnPct = null, from = null } = performance ?? {};
  const usual = periods.map((period) => ({
    label: periodNames[period],
    percent: periodReturns.find((one) => one.period === period)?.returnPct,
  }));
  const whole = { label: nameWhole(from), percent: totalReturnPct };
  return (
    <FigureStrip
      label="Returns"
      figures={[...usual, whole].map(({ label, percent }) => ({
        label,
        value: <PercentChange percent={percent} />,
      }))}
    />
  );
}

/** Names the range of a year, which begins later for a younger fund. */
function nameWhole(from: string | null): string {
  const isYear = from === null || Date.now() - Date.parse(from) > yearMillis;
  return isYear ? '1 year' : `Since ${formatDay(from)}`;
}

/** A year without the days that a series may lack at its ends, milliseconds. */
const yearMillis = 360 * 86_400_000;

function Risk({ itpId }: { readonly itpId: string }) {
  const [range, setRange] = useUrlChoice('figures', ranges, 'Y1');
  return (
    <>
      <div className="figure-controls">
        <h3 className="sub">Risk</h3>
        <SegmentedControl
          label="Range of the risk figures"
          value={range}
          options={ranges}
          onChange={setRange}
        />
      </div>
      <QuerySection
        query={riskQuery}
        variables={{ id: itpId, range }}
        height="var(--figure-strip-height)"
      >
        {({ dtf }) => {
          if (dtf?.performance == null)
            return <EmptyNote>There are no NAVs of this range.</EmptyNote>;
          const { volatilityPct, sharpe, maxDrawdownPct } = dtf.performance;
          return (
            <FigureStrip
              label="Risk"
              figures={[
                {
                  label: 'Volatility',
                  definition: definitions.volatilityPct,
                  value: formatPercent(volatilityPct, 2),
                },
                {
                  label: 'Largest drawdown',
                  definition: definitions.maxDrawdownPct,
                  value: formatPercent(maxDrawdownPct, 2),
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
