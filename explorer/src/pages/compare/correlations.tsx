import type { ChartSeries } from '../../charts/time-chart.tsx';
import { formatFixed } from '../../lib/format.ts';
import { correlate, toReturns } from './growth.ts';
import { PeerMatrix } from './peer-matrix.tsx';

/** A matrix of the correlations between the daily returns of several series. */
export function Correlations({ series }: { readonly series: readonly ChartSeries[] }) {
  const returns = series.map(({ points }) => toReturns(points));
  return (
    <PeerMatrix
      label="Correlations"
      caption="1 moves together, 0 independently, −1 in opposite directions"
      file="correlations"
      names={series.map(({ name }) => name)}
      values={returns.map((one) => returns.map((other) => correlate(one, other)))}
      format={(value) => formatFixed(value)}
      shareOf={(value) => value}
    />
  );
}
