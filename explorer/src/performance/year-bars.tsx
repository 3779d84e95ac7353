import { ChartFrame } from '../charts/chart-frame.tsx';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatChange } from '../lib/format.ts';

const yearReturns = graphql(`
  fragment YearReturns on Performance {
    yearlyReturns {
      year
      returnPct
      isPartial
    }
  }
`);

/** The returns of the calendar years as bars from a common zero. */
export function YearBars(props: {
  readonly performance: FragmentType<typeof yearReturns>;
  readonly file: string;
}) {
  const { yearlyReturns } = readFragment(yearReturns, props.performance);
  const values = yearlyReturns.map(({ returnPct }) => returnPct);
  const low = Math.min(0, ...values);
  const span = Math.max(0, ...values) - low || 1;
  const zero = (-low / span) * 100;
  return (
    <ChartFrame
      label="Returns by year"
      caption="Percent. * Part of the year"
      file={`${props.file}-years`}
      rows={() => [
        ['year', 'return_pct', 'is_partial'],
        ...yearlyReturns.map(({ year, returnPct, isPartial }) => [year, returnPct, isPartial]),
      ]}
    >
      <ul className="year-bars" aria-label="Returns by year">
        {yearlyReturns.map(({ year, returnPct, isPartial }) => {
          const size = (Math.abs(returnPct) / span) * 100;
          return (
            <li key={year}>
              <span className="muted">{year}</span>
              <span className="year-bar">
                <span
                  className={returnPct < 0 ? 'loss' : 'gain'}
                  style={{ left: `${returnPct < 0 ? zero - size : zero}%`, width: `${size}%` }}
                />
              </span>
              <span className={isPartial ? 'partial' : ''}>{formatChange(returnPct)}</span>
            </li>
          );
        })}
      </ul>
    </ChartFrame>
  );
}
