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
  const marks = createValueScale([
    [
      { timestamp: 0, value: low },
      { timestamp: 1, value: high },
    ],
  ]).marks.filter(({ value }) => value >= low && value <= high);
  return (
    <PageSection title="Distribution of daily returns">
      {bins.length < 2 ? (
        <EmptyNote>There are too few different returns.</EmptyNote>
      ) : (
        <ChartFrame
          label="Distribution of daily returns"
          caption={`Number of days by their return, %; the highest bar has ${formatCount(most, 'day')}`}
          file={`${props.file}-distribution`}
          rows={() => [
            ['from_pct', 'to_pct', 'count'],
            ...bins.map(({ fromPct, toPct, count }) => [fromPct, toPct, count]),
          ]}
        >
          <div className="histogram">
            <ol style={{ height: props.height }} aria-label="Daily returns by size">
              {bins.map(({ fromPct, toPct, count }) => (
                <li
                  key={fromPct}
                  className={fromPct + toPct < 0 ? 'loss' : 'gain'}
                  style={{ height: `${(count / most) * 100}%` }}
                  title={`${formatPercent(fromPct, 2)} to ${formatPercent(toPct, 2)}: ${formatCount(count, 'day')}`}
                >
                  <span className="visually-hidden">
                    {formatPercent(fromPct, 2)} to {formatPercent(toPct, 2)}: {formatNumber(count)}
                  </span>
                </li>
              ))}
            </ol>
            {valueAtRiskPct !== null && placeOf(-valueAtRiskPct) > 0 && (
              <span className="histogram-risk" style={{ left: `${placeOf(-valueAtRiskPct)}%` }}>
                <span>5 % of days below {formatPercent(-valueAtRiskPct, 2)}</span>
              </span>
            )}
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
