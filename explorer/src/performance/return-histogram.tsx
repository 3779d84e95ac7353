import { ChartFrame } from '../charts/chart-frame.tsx';
import { createValueScale } from '../charts/plot-scale.ts';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatCount, formatNumber, formatPercent } from '../lib/format.ts';
import { EmptyNote, PageSection } from '../ui/page-section.tsx';

const returnBins = graphql(`
  fragment ReturnBins on Performance {
    valueAtRiskPct
    distribution(bins: 40) {
      fromPct
      toPct
      count
    }
  }
`);

/** How many daily returns are in each of 40 equal intervals. */
export function ReturnHistogram(props: {
  readonly performance: FragmentType<typeof returnBins>;
  readonly file: string;
  readonly height: number;
}) {
  const { distribution, valueAtRiskPct } = readFragment(returnBins, props.performance);
  const bins = distribution ?? [];
  const low = bins[0]?.fromPct ?? 0;
  const high = bins.at(-1)?.toPct ?? 0;
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const placeOf = (pct: number) => ((pct - low) / (high - low || 1)) * 100;
  // Bins of the API go from the smallest to the largest return: one may have losses and gains.
  const signOf = (fromPct: number, toPct: number) =>
    toPct <= 0 ? 'loss' : fromPct >= 0 ? 'gain' : 'both-signs';
  const days = createValueScale([[{ timestamp: 0, value: most }]], { zero: true });
  const marks = createValueScale([
    [
      { timestamp: 0, value: low },
      { timestamp: 1, value: high },
    ],
  ]).marks.filter(({ value }) => value >= low && value <= high);
  return (
    <PageSection title="Distribution of daily returns">
      {bins.length < 2 ? (
        <EmptyNote>There are too few distinct returns.</EmptyNote>
      ) : (
        <ChartFrame
          label="Distribution of daily returns"
          caption={`Number of days by their return, %: ${formatCount(bins.length, 'bin')} of ${formatNumber((high - low) / bins.length, 2)} points${bins.some(({ fromPct, toPct }) => signOf(fromPct, toPct) === 'both-signs') ? '; grey: both signs' : ''}.`}
          file={`${props.file}-distribution`}
          rows={() => [
            ['from_pct', 'to_pct', 'count'],
            ...bins.map(({ fromPct, toPct, count }) => [fromPct, toPct, count]),
          ]}
        >
          <div className="histogram">
            <div className="histogram-plot" style={{ height: props.height }}>
              {days.marks.map(({ place, value }) => (
                <span
                  key={value}
                  className="histogram-days"
                  style={{ top: `${place * 100}%` }}
                  aria-hidden="true"
                >
                  <span>{value === 0 ? '0 days' : formatNumber(value)}</span>
                </span>
              ))}
              {low < 0 && high > 0 && (
                <span
                  className="histogram-zero"
                  style={{ left: `${placeOf(0)}%` }}
                  aria-hidden="true"
                />
              )}
              <ol aria-label="Daily returns by size">
                {bins.map(({ fromPct, toPct, count }) => (
                  <li
                    key={fromPct}
                    className={signOf(fromPct, toPct)}
                    style={{ height: `${(1 - days.placeOf(count)) * 100}%` }}
                    title={`${formatPercent(fromPct)} to ${formatPercent(toPct)}: ${formatCount(count, 'day')}`}
                  >
                    <span className="visually-hidden">
                      {formatPercent(fromPct)} to {formatPercent(toPct)}: {formatNumber(count)}
                    </span>
                  </li>
                ))}
              </ol>
              {valueAtRiskPct !== null && placeOf(-valueAtRiskPct) > 0 && (
                <span className="histogram-risk" style={{ left: `${placeOf(-valueAtRiskPct)}%` }}>
                  <span>5 % of days below {formatPercent(-valueAtRiskPct)}</span>
                </span>
              )}
            </div>
            <p className="histogram-marks" aria-hidden="true">
              {marks.map(({ value }) => (
                <span key={value} style={{ left: `${placeOf(value)}%` }}>
                  {formatNumber(value, 1)} %
                </span>
              ))}
            </p>
          </div>
        </ChartFrame>
      )}
    </PageSection>
  );
}
