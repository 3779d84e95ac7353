import { formatIsoDay } from '../lib/format.ts';
import { TextField } from '../ui/fields.tsx';
import { placeOf, type Span, type TimeAxis, timeOfPlace, viewOf } from './time-axis.ts';

/** The fields that set the range and the scale of a chart, in its menu. */
export function RangeForm(props: {
  readonly axis: TimeAxis;
  readonly zoom: Span | null;
  readonly onZoom: (range: Span) => void;
  /** The state of the logarithmic scale; null if the values do not permit one. */
  readonly log: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void } | null;
}) {
  const { axis, zoom, onZoom, log } = props;
  const first = axis.times[0] ?? 0;
  const last = axis.times.at(-1) ?? 0;
  const shown = viewOf(axis, zoom);
  const setEnd = (end: 'from' | 'to', day: string) => {
    const place = placeOf(axis, Date.parse(day) / 1000);
    if (Number.isNaN(place)) return;
    const next = { ...shown, [end]: Math.min(viewOf(axis, null).to, Math.max(0, place)) };
    if (next.from < next.to) onZoom(next);
  };
  return (
    <>
      <div className="chart-range">
        <TextField
          label="From"
          type="date"
          min={formatIsoDay(first)}
          max={formatIsoDay(last)}
          value={formatIsoDay(timeOfPlace(axis, Math.round(shown.from)))}
          onChange={({ target }) => setEnd('from', target.value)}
        />
        <TextField
          label="To"
          type="date"
          min={formatIsoDay(first)}
          max={formatIsoDay(last)}
          value={formatIsoDay(timeOfPlace(axis, Math.round(shown.to)))}
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
    </>
  );
}
