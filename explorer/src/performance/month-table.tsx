import { type Ref, useLayoutEffect, useRef } from 'react';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatIsoDay, formatSigned } from '../lib/format.ts';
import { PageSection } from '../ui/page-section.tsx';
import { findEndingMonth, isRunningDay, monthNames } from './running-month.ts';

const monthReturns = graphql(`
  fragment MonthReturns on Performance {
    from
    to
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

/** Return of a month, percent, from which its colour does not become stronger. */
const strongest = 25;

/** The returns of all months, a year in each row, coloured by their size. */
export function MonthTable(props: {
  readonly performance: FragmentType<typeof monthReturns>;
  readonly file: string;
}) {
  const { from, to, ...returns } = readFragment(monthReturns, props.performance);
  // The first value of a series has no return: where it ends a month, the month has none.
  const monthlyReturns = markRunning(
    returns.monthlyReturns.slice(from !== null && endsMonth(from) ? 1 : 0),
    to,
  );
  const yearlyReturns = markRunning(
    returns.yearlyReturns.slice(from?.endsWith('-12-31') === true ? 1 : 0),
    to,
  );
  const ending = findEndingMonth(returns.monthlyReturns, to);
  const last = monthlyReturns.at(-1);
  const byMonth = new Map(monthlyReturns.map((one) => [`${one.year} ${one.month}`, one]));
  const scroller = useRef<HTMLElement>(null);
  const newest = useRef<HTMLTableCellElement>(null);
  useLayoutEffect(() => {
    const [box, cell] = [scroller.current, newest.current];
    if (box === null || cell === null) return;
    // To the end, unless the newest month would be behind the first column, which stays in view.
    const first = cell.parentElement?.firstElementChild?.clientWidth ?? 0;
    box.scrollLeft = Math.min(box.scrollWidth - box.clientWidth, cell.offsetLeft - first);
  }, []);
  return (
    <PageSection title="Returns by month">
      <ChartFrame
        label="Returns by month"
        caption={`Percent. * Part of the month or year${
          ending === null ? '' : `; the share of months with a gain counts ${ending} as whole`
        }`}
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
        <section className="table-scroll" ref={scroller} tabIndex={0} aria-label="Returns by month">
          <table className="months">
            <thead>
              <tr>
                <th scope="col">Year</th>
                {monthNames.map((name) => (
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
                  {monthNames.map((name, index) => (
                    <Cell
                      key={name}
                      value={byMonth.get(`${whole.year} ${index + 1}`)}
                      place={
                        whole.year === last?.year && index + 1 === last?.month ? newest : undefined
                      }
                    />
                  ))}
                  <td
                    className={whole.isPartial ? 'year partial' : 'year'}
                    title={whole.isPartial ? 'Part of the year' : undefined}
                  >
                    {formatSigned(whole.returnPct)}
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

/** Marks the last month or year as partial while the last day of the series is not over. */
const markRunning = <One extends { readonly isPartial: boolean }>(
  all: readonly One[],
  to: string | null,
): readonly One[] => {
  const isRunning = isRunningDay(to);
  return all.map((one, at) =>
    isRunning && at === all.length - 1 ? { ...one, isPartial: true } : one,
  );
};

/** Whether a calendar day is the last one of its month. */
const endsMonth = (date: string): boolean =>
  formatIsoDay(Date.parse(date) / 1000 + 86_400).endsWith('-01');

function Cell({
  value,
  place,
}: {
  readonly value: { readonly returnPct: number; readonly isPartial: boolean } | undefined;
  readonly place: Ref<HTMLTableCellElement> | undefined;
}) {
  if (value === undefined) return <td aria-label="no value" />;
  const { returnPct, isPartial } = value;
  const share = Math.round(Math.min(1, Math.abs(returnPct) / strongest) * 34) + 4;
  return (
    <td
      ref={place}
      className={isPartial ? 'partial' : ''}
      title={isPartial ? 'Part of the month' : undefined}
      style={{
        background: `color-mix(in oklab, var(${returnPct < 0 ? '--down' : '--up'}) ${share}%, var(--surface))`,
      }}
    >
      {formatSigned(returnPct)}
    </td>
  );
}
