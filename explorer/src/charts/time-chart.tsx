import { useEffect, useMemo, useRef, useState } from 'react';
import { useColorMode } from '../layout/color-mode.ts';
import { formatDateTime, formatUtcDay } from '../lib/format.ts';
import type { TimedValue, TimedValues } from '../lib/timed-value.ts';
import { seriesToken } from './chart-colors.ts';
import { ChartOptions } from './chart-options.tsx';
import { type DrawnChart, drawChart } from './draw-chart.ts';
import { spansMuch } from './plot-scale.ts';
import { Swatch } from './swatch.tsx';
import {
  createTimeAxis,
  findNearest,
  findWithin,
  moveView,
  placeOf,
  type Span,
  type TimeAxis,
  viewOf,
} from './time-axis.ts';

/** One line of a chart. */
export type ChartSeries = {
  readonly name: string;
  readonly points: readonly TimedValue[];
  /** CSS custom property of its colour; by default determined by its position. */
  readonly token?: string;
  /** `text` is not drawn: its values are in the legend, the table and the files alone. */
  readonly look?: 'line' | 'area' | 'dashed' | 'bars' | 'text';
};

type TimeChartProps = {
  /** Accessible description of the chart. */
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  readonly height: number;
  /** Whether points are calendar days, which have no time zone. */
  readonly daily?: boolean;
  /** Whether values are counts, so that the axis begins at 0 and its labels are whole numbers. */
  readonly counts?: boolean;
  /** Whether values are growth: a switch for a logarithmic scale, which is on where they span much. */
  readonly growth?: boolean;
  /** Format of the axis labels, if it differs from that of values. */
  readonly formatMark?: (value: number) => string;
  /** Format of the time of a point; by default its day, or its day and time of day. */
  readonly formatTime?: (timestamp: number) => string;
  /** Live values of the series, which are drawn when they change; of lines only the first has one. */
  readonly live?: TimedValues | null;
  /** Seconds between two places of the axis; otherwise they follow from the values. */
  readonly spacing?: number | undefined;
  /** What the legend shows without a pointer: the last values, or names where the page has them. */
  readonly legendAtRest?: 'values' | 'names';
  /** Is given the first and the last time in view, Unix seconds; null without a zoom. */
  readonly onZoom?: (times: Span | null) => void;
  /** Whether the series are open, high, low and close, which are drawn as candles. */
  readonly candles?: boolean;
};

/**
 * A chart of lines, bars or candles over time. All series share one axis of time; the legend shows the values at the
 * pointer or, without one, at the end. A range is zoomed into by dragging over it; the arrow keys
 * move from value to value.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, series, format, height, daily = false, counts = false, live } = props;
  const {
    formatMark = format,
    formatTime = daily ? formatUtcDay : formatDateTime,
    spacing,
    candles = false,
    growth = false,
    legendAtRest = 'values',
    onZoom,
  } = props;
  const mode = useColorMode();
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart | null>(null);
  const drawnAxis = useRef<TimeAxis | null>(null);
  const liveTime = live?.timestamp;
  const [hovered, setHovered] = useState<number | null>(null);
  const [brush, setBrush] = useState<Span | null>(null);
  const [zoom, setZoom] = useState<Span | null>(null);
  const [raised, setRaised] = useState<number | null>(null);
  const [chosenLog, setLog] = useState<boolean | null>(null);

  const lines = useMemo(() => withLivePoint(series, liveTime), [series, liveTime]);
  const axis = useMemo(
    () =>
      createTimeAxis(
        lines.map(({ points }) => points),
        daily,
        spacing,
      ),
    [lines, daily, spacing],
  );
  const values = useMemo(
    () => lines.map(({ points }) => new Map(points.map((one) => [one.timestamp, one.value]))),
    [lines],
  );
  const valueAt = (position: number, timestamp: number | undefined) =>
    timestamp === undefined
      ? undefined
      : ((timestamp === liveTime ? live?.values[position] : undefined) ??
        values[position]?.get(timestamp));
  const current = useMemo(() => withLiveValues(lines, live), [lines, live]);
  const canBeLog = useMemo(
    () => !counts && series.every(({ points }) => points.every(({ value }) => value > 0)),
    [series, counts],
  );
  const isLog = useMemo(
    () => chosenLog ?? (growth && spansMuch(series)),
    [chosenLog, growth, series],
  );

  const drawing = useMemo(
    () => ({ series: lines, axis, formatMark, daily, counts, candles }),
    [lines, axis, formatMark, daily, counts, candles],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode changes the colours
  useEffect(() => {
    if (holder.current === null) return;
    const chart = drawChart(holder.current, drawing);
    drawn.current = chart;
    chart.onHover((place) => setHovered(place === null ? null : findNearest(axis, place)));
    const before = drawnAxis.current;
    drawnAxis.current = axis;
    // A new object, so that the new chart gets the view.
    setZoom((view) => view && before && moveView(view, before, axis));
    return () => {
      drawn.current = null;
      chart.remove();
    };
  }, [drawing, mode]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart that is drawn anew has the live value
  useEffect(() => {
    if (live != null) drawn.current?.update(live);
  }, [live, drawing, mode]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart that is drawn anew has its scale
  useEffect(() => drawn.current?.setLog(isLog && canBeLog), [isLog, canBeLog, drawing, mode]);
  useEffect(() => drawn.current?.setRange(zoom), [zoom]);
  useEffect(() => {
    const inView = zoom && findWithin(axis, zoom);
    const timeOf = (index: number) => axis.times[index] ?? 0;
    onZoom?.(inView && { from: timeOf(inView.from), to: timeOf(inView.to) });
  }, [zoom, axis, onZoom]);

  useEffect(() => drawn.current?.raise(raised), [raised]);

  const shown = hovered ?? (zoom && findWithin(axis, zoom))?.to ?? axis.times.length - 1;
  const shownTime = axis.times[shown];
  const legend = lines.map(({ name, token, look }, position) => ({
    name,
    token: candles || look === 'text' ? null : (token ?? seriesToken(position)),
    text: formatMaybe(valueAt(position, shownTime), format),
  }));

  const moveTo = (index: number) => {
    setHovered(index);
    const time = axis.times[index];
    const position = values.findIndex((one) => time !== undefined && one.has(time));
    if (time !== undefined) drawn.current?.point(position, time, valueAt(position, time) ?? 0);
  };
  const zoomIn = (range: Span | null) => {
    const inView = range && findWithin(axis, range);
    setZoom(inView !== null && inView.to > inView.from ? range : null);
  };
  const zoomAround = (factor: number) => {
    const last = viewOf(axis, null).to;
    const { from, to } = viewOf(axis, zoom);
    const middle =
      shownTime === undefined || hovered === null ? (from + to) / 2 : placeOf(axis, shownTime);
    const half = ((to - from) * factor) / 2;
    const next = { from: Math.max(0, middle - half), to: Math.min(last, middle + half) };
    zoomIn(next.from <= 0 && next.to >= last ? null : next);
  };

  return (
    <figure className="chart">
      <figcaption className="chart-legend small">
        {legend.map(({ name, token, text }, position) => {
          const key = (
            <>
              {token !== null && <Swatch token={token} />}
              <span className="muted">{name}</span>{' '}
              {(hovered !== null || legendAtRest === 'values') && <strong>{text}</strong>}
            </>
          );
          if (token === null || legend.length === 1)
            return (
              <span key={name} className="chart-key">
                {key}
              </span>
            );
          const raise = () => setRaised(position);
          const lower = () => setRaised(null);
          return (
            <button
              key={name}
              type="button"
              className="chart-key"
              onFocus={raise}
              onBlur={lower}
              onPointerEnter={raise}
              onPointerLeave={lower}
            >
              {key}
            </button>
          );
        })}
        <span className="chart-end">
          {zoom !== null && (
            <button
              type="button"
              className="button plain small chart-reset"
              onClick={() => setZoom(null)}
            >
              Whole range
            </button>
          )}
          <span className="chart-time muted">
            {shownTime === undefined ? '' : formatTime(shownTime)}
          </span>
          {growth && canBeLog && (
            <label className="chart-log">
              <input
                type="checkbox"
                checked={isLog}
                onChange={({ target }) => setLog(target.checked)}
              />
              Log scale
            </label>
          )}
          <ChartOptions
            label={label}
            lines={current}
            axis={axis}
            daily={daily}
            candles={candles}
            counts={counts}
            format={format}
            formatMark={formatMark}
            zoom={zoom}
            onZoom={zoomIn}
            log={canBeLog ? { isOn: isLog, onChange: setLog } : null}
          />
        </span>
      </figcaption>
      <div className="chart-canvas" style={{ height }}>
        <div
          ref={holder}
          className="chart-holder"
          role="img"
          aria-label={label}
          onPointerDown={({ button, pointerType, nativeEvent, currentTarget }) => {
            if (button !== 0 || pointerType !== 'mouse') return;
            currentTarget.setPointerCapture(nativeEvent.pointerId);
            setBrush({ from: nativeEvent.offsetX, to: nativeEvent.offsetX });
          }}
          onPointerMove={({ nativeEvent, currentTarget }) => {
            if (brush === null) return;
            const x = nativeEvent.clientX - currentTarget.getBoundingClientRect().left;
            setBrush({ from: brush.from, to: x });
          }}
          onPointerUp={() => {
            if (brush !== null && Math.abs(brush.to - brush.from) > brushThreshold) {
              zoomIn(drawn.current?.rangeBetween(brush) ?? null);
            }
            setBrush(null);
          }}
          onDoubleClick={() => setZoom(null)}
        />
        {brush !== null && (
          <span
            className="chart-brush"
            style={{
              left: Math.min(brush.from, brush.to),
              width: Math.abs(brush.to - brush.from),
            }}
          />
        )}
        <input
          type="range"
          className="chart-keys"
          aria-label={`Values of ${label}`}
          aria-valuetext={
            shownTime === undefined
              ? 'no values'
              : `${formatTime(shownTime)}: ${legend.map(({ name, text }) => `${name} ${text}`).join(', ')}`
          }
          min={0}
          max={Math.max(0, axis.times.length - 1)}
          value={shown}
          onChange={({ target }) => moveTo(Number(target.value))}
          onKeyDown={({ key }) => {
            if (key === '+') zoomAround(0.5);
            if (key === '-') zoomAround(2);
            if (key === 'Escape') setZoom(null);
          }}
          onBlur={() => {
            setHovered(null);
            drawn.current?.point(-1, 0, 0);
          }}
        />
      </div>
    </figure>
  );
}

/** Pixels that a drag over the chart must be long to zoom. */
const brushThreshold = 6;

const formatMaybe = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? '–' : format(value);

/**
 * Returns the series with points of strictly ascending times, the first one with a place for the
 * live value.
 */
function withLivePoint(
  series: readonly ChartSeries[],
  liveTime: number | undefined,
): readonly ChartSeries[] {
  return series.map((one, position) => {
    const byTime = new Map(one.points.map((point) => [point.timestamp, point]));
    const last = one.points.at(-1);
    if (position === 0 && liveTime !== undefined && last !== undefined) {
      // The last point is often the value at the time of the request.
      if (liveTime - last.timestamp < sameMoment) byTime.delete(last.timestamp);
      byTime.set(liveTime, { timestamp: liveTime, value: last.value });
    }
    return { ...one, points: [...byTime.values()].sort((a, b) => a.timestamp - b.timestamp) };
  });
}

/** Returns the series with their live values, which the chart draws without a new series. */
function withLiveValues(
  series: readonly ChartSeries[],
  live: TimedValues | null | undefined,
): readonly ChartSeries[] {
  if (live == null) return series;
  return series.map((one, position) => ({
    ...one,
    points: one.points.map((point) =>
      point.timestamp === live.timestamp
        ? { ...point, value: live.values[position] ?? point.value }
        : point,
    ),
  }));
}

/** Seconds within which a last point and the live value are one. */
const sameMoment = 120;
