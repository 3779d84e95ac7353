import { ChartFrame } from '../charts/chart-frame.tsx';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatSigned } from '../lib/format.ts';
import { PageSection } from '../ui/page-section.tsx';

const monthReturns = graphql(`
  fragment MonthReturns on Performance {
    monthlyReturns {
      year
      month
      returnPct
      isPartial
    }
    yearlyReturns {
      year
      returnPct
      isPartial
    }
  }
`);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Return of a month, percent, from which its colour does not become stronger. */
const strongest = 25;

/** Formats a return as the tenths of a table show it: less than half of one is zero. */
const formatTenths = (percent: number) => formatSigned(Math.round(percent * 10) / 10, 1);

/** The returns of all months, a year in each row, coloured by their size. */
export function MonthTable(props: {
  readonly performance: FragmentType<typeof monthReturns>;
  readonly file: string;
}) {
  const { monthlyReturns, yearlyReturns } = readFragment(monthReturns, props.performance);
  const byMonth = new Map(monthlyReturns.map((one) => [`${one.year} ${one.month}`, one]));
  return (
    <PageSection title="Returns by month">
      <ChartFrame
        label="Returns by month"
        caption="Percent; in italics: not the whole month or year"
        file={`${props.file}-months`}
        rows={() => [
          ['year', 'month', 'return_pct', 'is_partial'],
          ...monthlyReturns.map(({ year, month, returnPct, isPartial }) => [
            year,
            month,
            returnPct,
            isPartial,
          ]),
        ]}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard */}
        <section className="table-scroll" tabIndex={0} aria-label="Returns by month">
          <table className="months">
            <thead>
              <tr>
                <th scope="col">Year</th>
                {months.map((name) => (
                  <th key={name} scope="col" className="right">
                    {name}
                  </th>
                ))}
                <th scope="col" className="right">
                  Year
                </th>
              </tr>
            </thead>
            <tbody>
              {yearlyReturns.map((whole) => (
                <tr key={whole.year}>
                  <th scope="row">{whole.year}</th>
                  {months.map((name, index) => (
                    <Cell key={name} value={byMonth.get(`${whole.year} ${index + 1}`)} />
                  ))}
                  <td className={whole.isPartial ? 'year partial' : 'year'}>
                    {formatTenths(whole.returnPct)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </ChartFrame>
    </PageSection>
  );
}

function Cell({
  value,
}: {
  readonly value: { readonly returnPct: number; readonly isPartial: boolean } | undefined;
}) {
  if (value === undefined) return <td aria-label="no value" />;
  const { returnPct, isPartial } = value;
  const share = Math.round(Math.min(1, Math.abs(returnPct) / strongest) * 34) + 4;
  return (
    <td
      className={isPartial ? 'partial' : ''}
      style={{
        background: `color-mix(in oklab, var(${returnPct < 0 ? '--down' : '--up'}) ${share}%, var(--surface))`,
      }}
    >
      {formatTenths(returnPct)}
    </td>
  );
}
