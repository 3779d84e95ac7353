import { lazy, Suspense, useState } from 'react';
import { downloadBlob, downloadText, toCsv } from '../lib/download.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Popover } from '../ui/popover.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { drawPicture } from './chart-picture.ts';
import type { Span } from './draw-chart.ts';
import { placeOf, type TimeAxis, timeOfPlace, toAxisRows } from './time-axis.ts';
import type { ChartSeries } from './time-chart.tsx';

/** Loaded when it is opened, because few readers do. */
const ValueTable = lazy(() =>
  import('./value-table.tsx').then(({ ValueTable }) => ({ default: ValueTable })),
);

type ChartOptionsProps = {
  readonly label: string;
  readonly lines: readonly ChartSeries[];
  readonly axis: TimeAxis;
  readonly daily: boolean;
  /** Whether the chart has candles, whose values have no colours of their own. */
  readonly candles: boolean;
  readonly format: (value: number) => string;
  readonly zoom: Span | null;
  readonly onZoom: (range: Span | null) => void;
  /** The state of the logarithmic scale; null if the values do not permit one. */
  readonly log: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void } | null;
  readonly takePicture: () => HTMLCanvasElement | null;
};

const isoOf = (timestamp: number) => new Date(timestamp * 1000).toISOString();
const dayOf = (timestamp: number) => isoOf(timestamp).slice(0, 10);

/** A menu of a chart: its range and scale, its values as a table, and its data and image as files. */
export function ChartOptions(props: ChartOptionsProps) {
  const { label, lines, axis, daily, candles, format, zoom, onZoom, log } = props;
  const [isTable, setTable] = useState(false);
  const first = axis.times[0] ?? 0;
  const last = axis.times.at(-1) ?? 0;
  const shown = zoom ?? { from: 0, to: placeOf(axis, last) };
  const file = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

  const setEnd = (end: 'from' | 'to', day: string) => {
    const place = placeOf(axis, Date.parse(day) / 1000);
    if (Number.isNaN(place)) return;
    const next = { ...shown, [end]: Math.min(placeOf(axis, last), Math.max(0, place)) };
    if (next.from < next.to) onZoom(next);
  };
  const saveCsv = () =>
    downloadText(
      `${file}.csv`,
      'text/csv',
      toCsv([
        [daily ? 'date' : 'time', ...lines.map(({ name }) => name)],
        ...toAxisRows(lines, axis).map(({ timestamp, values }) => [
          daily ? dayOf(timestamp) : isoOf(timestamp),
          ...values,
        ]),
      ]),
    );
  const savePicture = () => {
    const chart = props.takePicture();
    if (chart === null) return;
    const drawn = candles ? [] : lines.filter(({ look }) => look !== 'text');
    drawPicture(chart, label, drawn).toBlob((blob) => {
      if (blob !== null) downloadBlob(`${file}.png`, blob);
    });
  };
  return (
    <Popover
      label={`Options of ${label}`}
      className={`chart-menu ${isTable ? 'wide' : ''}`}
      onClose={() => setTable(false)}
      button={(open) => (
        <button
          type="button"
          className="chart-options"
          aria-label={`Options of ${label}`}
          {...open}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
    >
      {isTable ? (
        <Suspense fallback={<Skeleton height={300} />}>
          <ValueTable
            label={`Table of ${label}`}
            lines={lines}
            axis={axis}
            daily={daily}
            format={format}
          />
        </Suspense>
      ) : (
        <>
          <div className="chart-range">
            <TextField
              label="From"
              type="date"
              min={dayOf(first)}
              max={dayOf(last)}
              value={dayOf(timeOfPlace(axis, Math.round(shown.from)))}
              onChange={({ target }) => setEnd('from', target.value)}
            />
            <TextField
              label="To"
              type="date"
              min={dayOf(first)}
              max={dayOf(last)}
              value={dayOf(timeOfPlace(axis, Math.round(shown.to)))}
              onChange={({ target }) => setEnd('to', target.value)}
            />
          </div>
          {log !== null && (
            <label className="small">
              <input
                type="checkbox"
                checked={log.isOn}
                onChange={({ target }) => log.onChange(target.checked)}
              />{' '}
              Logarithmic scale
            </label>
          )}
          <div className="chart-files">
            <Button size="small" onClick={() => setTable(true)}>
              Table of values
            </Button>
            <Button size="small" onClick={saveCsv}>
              CSV
            </Button>
            <Button size="small" onClick={savePicture}>
              PNG
            </Button>
          </div>
          <p className="small muted">
            Drag over the chart to zoom in. Keys: ← → move, + − zoom, Esc shows all.
          </p>
        </>
      )}
    </Popover>
  );
}
