import { useMemo } from 'react';
import { LinePlot } from '../charts/line-plot.tsx';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatFixed, formatGivenPercent, formatNumber, formatPercent } from '../lib/format.ts';
import { EmptyNote } from '../ui/page-section.tsx';

const rollingRows = graphql(`
  fragment RollingRows on Performance {
    rolling(days: 90) {
      date
      volatilityPct
      sharpe
    }
  }
`);

const formatDecimal = (value: number) => formatFixed(value);
const formatMark = (value: number) => formatNumber(value, 2);

/** Sharpe ratio and volatility of the last 90 returns on each day. */
export function RollingPlots(props: {
  readonly performance: FragmentType<typeof rollingRows>;
  readonly file: string;
  readonly height: number;
}) {
  const { rolling } = readFragment(rollingRows, props.performance);
  const [sharpe, volatility] = useMemo(() => {
    const rows = rolling ?? [];
    const toSeries = (name: string, token: string, read: 'sharpe' | 'volatilityPct') => [
      {
        name,
        token,
        points: rows.flatMap((row) => {
          const value = row[read];
          return value === null ? [] : [{ timestamp: Date.parse(row.date) / 1000, value }];
        }),
      },
    ];
    return [
      toSeries('Sharpe', '--series-1', 'sharpe'),
      toSeries('Volatility', '--series-2', 'volatilityPct'),
    ];
  }, [rolling]);
  if (rolling === null || rolling.length < 2)
    return <EmptyNote>The series is shorter than 90 days.</EmptyNote>;
  return (
    <div className="plot-pair">
      <LinePlot
        label="Sharpe ratio over 90 days"
        series={sharpe}
        format={formatDecimal}
        formatMark={formatMark}
        height={props.height}
        zero
        file={`${props.file}-rolling-sharpe`}
      />
      <LinePlot
        label="Volatility over 90 days"
        series={volatility}
        format={formatPercent}
        formatMark={formatGivenPercent}
        height={props.height}
        zero
        file={`${props.file}-rolling-volatility`}
      />
    </div>
  );
}
