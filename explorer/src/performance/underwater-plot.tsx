import { useMemo } from 'react';
import { LinePlot } from '../charts/line-plot.tsx';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatGivenPercent, formatPercent } from '../lib/format.ts';

const underwaterPoints = graphql(`
  fragment UnderwaterPoints on Performance {
    drawdownSeries {
      date
      drawdownPct
    }
  }
`);

/** How far the value is below its last peak on each day. */
export function UnderwaterPlot(props: {
  readonly performance: FragmentType<typeof underwaterPoints>;
  readonly file: string;
}) {
  const { drawdownSeries } = readFragment(underwaterPoints, props.performance);
  const series = useMemo(
    () => [
      {
        name: 'Drawdown',
        token: '--down',
        look: 'area' as const,
        points: (drawdownSeries ?? []).map(({ date, drawdownPct }) => ({
          timestamp: Date.parse(date) / 1000,
          value: drawdownPct,
        })),
      },
    ],
    [drawdownSeries],
  );
  return (
    <LinePlot
      label="Loss since the last peak"
      series={series}
      format={formatPercent}
      formatMark={formatGivenPercent}
      height={168}
      zero
      file={`${props.file}-drawdown`}
    />
  );
}
