import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChartMenu } from './chart-menu.tsx';
import { type Span, type TimeAxis, timeOfPlace, toCsvRows, viewOf } from './time-axis.ts';
import type { ChartSeries } from './time-chart.tsx';

/** Loaded when the menu is opened, because few readers do. */
const RangeForm = lazy(() =>
  import('./range-form.tsx').then(({ RangeForm }) => ({ default: RangeForm })),
);
const ValueTable = lazy(() =>
  import('./value-table.tsx').then(({ ValueTable }) => ({ default: ValueTable })),
);

type ChartOptionsProps = {
  readonly label: string;
  readonly lines: readonly ChartSeries[];
  readonly axis: TimeAxis;
  readonly daily: boolean;
  /** Whether the series are open, high, low and close, which are drawn as candles. */
  readonly candles: boolean;
  /** Whether values are counts, whose axis begins at 0. */
  readonly counts: boolean;
  readonly format: (value: number) => string;
  readonly formatMark: (value: number) => string;
  readonly zoom: Span | null;
  readonly onZoom: (range: Span | null) => void;
  /** The state of the logarithmic scale; null if the values do not permit one. */
  readonly log: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void } | null;
};

/** A menu of a chart: its range and scale, its values as a table, and its data and image as files. */
export function ChartOptions(props: ChartOptionsProps) {
  const { label, lines, axis, daily, candles, counts, format, formatMark, zoom, onZoom, log } =
    props;
  const [isTable, setTable] = useState(false);
  const shown = viewOf(axis, zoom);
  const file = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

  const draw = async () => {
    const { drawSeries } = await import('./draw-series.ts');
    return drawSeries({
      title: label,
      series: lines,
      from: timeOfPlace(axis, shown.from),
      to: timeOfPlace(axis, shown.to),
      formatMark,
      daily,
      log: log?.isOn ?? false,
      ...(counts && { zero: true }),
      candles,
    });
  };
  return (
    <ChartMenu
      label={label}
      className={isTable ? 'wide' : ''}
      onClose={() => setTable(false)}
      file={file}
      rows={() => toCsvRows(lines, axis, daily)}
      draw={draw}
    >
      {(files) =>
        isTable ? (
          <Suspense fallback={<Skeleton height={300} />}>
            <ValueTable
              label={`Table of ${label}`}
              file={file}
              lines={lines}
              axis={axis}
              daily={daily}
              format={format}
            />
          </Suspense>
        ) : (
          <>
            <Suspense fallback={<Skeleton height={120} />}>
              <RangeForm axis={axis} zoom={zoom} onZoom={onZoom} log={log} />
            </Suspense>
            <Button size="small" onClick={() => setTable(true)}>
              Table of values
            </Button>
            {files}
            <p className="small muted">
              Drag over the chart to zoom in. Keys: ← → move, + − zoom, Esc shows all.
            </p>
          </>
        )
      }
    </ChartMenu>
  );
}
