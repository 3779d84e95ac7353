import { useMemo } from 'react';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import type { PeriodRowsFragment, ReturnPeriod } from '../generated/graphql.ts';
import { formatDay } from '../lib/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { PercentChange } from '../ui/figures.tsx';

const periodRows = graphql(`
  fragment PeriodRows on Performance {
    to
    periodReturns {
      period
      from
      returnPct
      annualizedPct
    }
  }
`);

type Row = PeriodRowsFragment['periodReturns'][number];

/** How pages name the usual periods. */
export const periodNames: Readonly<Record<ReturnPeriod, string>> = {
  WEEK: '7 days',
  MONTH: '30 days',
  QUARTER: '90 days',
  HALF_YEAR: '180 days',
  YEAR: '365 days',
  MONTH_TO_DATE: 'This month',
  YEAR_TO_DATE: 'This year',
  INCEPTION: 'Since the first day',
};

const columnsOf = (names: typeof periodNames): readonly Column<Row>[] => [
  {
    key: 'period',
    label: 'Period',
    cell: ({ period }) => names[period],
    sortBy: ({ period }) => names[period],
    csv: { period: (row) => row.period },
  },
  {
    key: 'from',
    label: 'From',
    cell: ({ from }) => (from === null ? '–' : formatDay(from)),
    sortBy: ({ from }) => from,
    csv: 'from',
  },
  {
    key: 'return',
    label: 'Return',
    definition:
      '100·(v_to/v_from − 1), percent, not annualised: v_from is the value of the day in the column From, v_to that of the last day.',
    align: 'right',
    cell: ({ returnPct }) => <PercentChange percent={returnPct} />,
    sortBy: ({ returnPct }) => returnPct,
    csv: 'return_pct',
  },
  {
    key: 'annualized',
    label: 'Per year',
    definition: '100·((v_to/v_from)^(365/days) − 1), percent a year. No value below 365 days.',
    align: 'right',
    minor: true,
    cell: ({ annualizedPct }) => <PercentChange percent={annualizedPct} />,
    sortBy: ({ annualizedPct }) => annualizedPct,
    csv: 'return_pct_per_year',
  },
];

/** Returns of usual periods that end with the last day; without those that begin before the series. */
export function PeriodTable(props: {
  readonly performance: FragmentType<typeof periodRows>;
  /** Name of the period since the first day; null leaves it out. */
  readonly inception?: string | null | undefined;
  readonly file: string;
}) {
  const { to, periodReturns } = readFragment(periodRows, props.performance);
  const inception = props.inception ?? periodNames.INCEPTION;
  const columns = useMemo(() => columnsOf({ ...periodNames, INCEPTION: inception }), [inception]);
  const rows = periodReturns.filter(({ from }) => from !== null);
  const first = rows.find(({ period }) => period === 'INCEPTION')?.from;
  const missing = periodReturns.find(({ from }) => from === null);
  return (
    <div className="dense">
      <DataTable
        label="Returns by period"
        columns={columns}
        rows={rows.filter(({ period }) => period !== 'INCEPTION' || props.inception !== null)}
        rowKey={({ period }) => period}
        csv={`${props.file}-periods`}
      />
      {to !== null && <p className="small muted">All periods end on {formatDay(to)}.</p>}
      {first != null && missing !== undefined && (
        <p className="small muted">
          Younger than {periodNames[missing.period]}: the first day is {formatDay(first)}.
        </p>
      )}
    </div>
  );
}
