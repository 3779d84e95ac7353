import { type CSSProperties, useId, useMemo, useRef, useState } from 'react';
import { formatUtcDay } from '../lib/format.ts';
import { seriesToken } from './chart-colors.ts';
import { ChartMenu } from './chart-menu.tsx';
import { createTimeMarks, createValueScale } from './plot-scale.ts';
import { Swatch } from './swatch.tsx';
import { createTimeAxis, findNearest, placeOf, toAxisRows, toCsvRows } from './time-axis.ts';
import type { ChartSeries } from './time-chart.tsx';
import './line-plot.css';

type LinePlotProps = {
  /** Accessible description of the plot. */
  readonly label: string;
  /** Daily series; an area reaches from its line to 0. */
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Format of the axis labels, if it differs from that of values. */
  readonly formatMark?: (value: number) => string;
  readonly height: number;
  readonly log?: boolean;
  /** Whether the scale includes 0. */
  readonly zero?: boolean;
  /** Name of the files. */
  readonly file: string;
};

/** Width and height of the drawing in its own unit; it is stretched to the width of the page. */
const drawing = 1000;

/**
 * Daily series as vector graphics, for pages that are printed: sharp at every size, and in the
 * colours of paper on paper. `TimeChart` draws on a canvas and is for exploring with zoom.
 */
export function LinePlot(props: LinePlotProps) {
  const { label, series, format, formatMark = format, height, log, zero, file } = props;
  const gradient = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const plot = useMemo(() => {
    const points = series.map((one) => one.points);
    const axis = createTimeAxis(points, true);
    const first = axis.times[0] ?? 0;
    const last = axis.times.at(-1) ?? 0;
    const scale = createValueScale(points, { log: log ?? false, zero: zero ?? false });
    const xOf = (timestamp: number) => (timestamp - first) / (last - first || 1);
    const rows = toAxisRows(series, axis);
    return { axis, first, last, scale, xOf, rows, timeMarks: createTimeMarks(first, last) };
  }, [series, log, zero]);
  const { axis, scale, xOf, rows, timeMarks } = plot;
  const lines = useMemo(
    () =>
      series.map(({ points }) =>
        points
          .map(
            ({ timestamp, value }) =>
              `${(xOf(timestamp) * drawing).toFixed(1)} ${(scale.placeOf(value) * drawing).toFixed(1)}`,
          )
          .join('L'),
      ),
    [series, scale, xOf],
  );
  const shown = rows[hovered ?? rows.length - 1];
  const day = shown === undefined ? '' : formatUtcDay(shown.timestamp);
  const legend = series.map(({ name, token, points }, position) => {
    const value = shown?.values[position];
    // A series that ends before the others shows its last value, with the day.
    const last = hovered === null && value == null ? points.at(-1) : undefined;
    const text = value == null ? '–' : format(value);
    return {
      name,
      token: token ?? seriesToken(position),
      text: last === undefined ? text : `${format(last.value)} on ${formatUtcDay(last.timestamp)}`,
    };
  });
  const base = Math.min(1, Math.max(0, scale.placeOf(0))) * drawing;

  return (
    <figure className="plot">
      <figcaption className="chart-legend small">
        {legend.map(({ name, token, text }) => (
          <span key={name} className="chart-key">
            <Swatch token={token} />
            <span className="muted">{name}</span> <strong>{text}</strong>
          </span>
        ))}
        <span className="chart-end">
          <span className="chart-time muted">{day}</span>
          <ChartMenu
            label={label}
            file={file}
            rows={() => toCsvRows(series, axis, true)}
            draw={async () => {
              const { drawSeries } = await import('./draw-series.ts');
              return drawSeries({
                title: label,
                series,
                from: plot.first,
                to: plot.last,
                formatMark,
                daily: true,
                ...(log !== undefined && { log }),
                ...(zero !== undefined && { zero }),
              });
            }}
          />
        </span>
      </figcaption>
      <div className="plot-frame" style={{ '--plot-height': `${height}px` } as CSSProperties}>
        <div
          className="plot-area"
          ref={frame}
          onPointerMove={({ clientX, movementX, movementY, currentTarget }) => {
            // A scroll moves the plot below a pointer at rest: keys have chosen the position.
            const isAtRest = movementX === 0 && movementY === 0;
            if (isAtRest && currentTarget.contains(document.activeElement)) return;
            const { left, width } = currentTarget.getBoundingClientRect();
            const share = (clientX - left) / width;
            setHovered(
              findNearest(axis, placeOf(axis, plot.first + share * (plot.last - plot.first))),
            );
          }}
          onPointerLeave={({ currentTarget }) => {
            // The position stays while the keyboard has the plot.
            if (!currentTarget.contains(document.activeElement)) setHovered(null);
          }}
        >
          <svg
            viewBox={`0 0 ${drawing} ${drawing}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={label}
          >
            <defs>
              {series.map(({ name, token }, position) => (
                <linearGradient key={name} id={`${gradient}${position}`} x2="0" y2="1">
                  <stop stopColor={`var(${token ?? seriesToken(position)})`} stopOpacity="0.22" />
                  <stop
                    offset="1"
                    stopColor={`var(${token ?? seriesToken(position)})`}
                    stopOpacity="0.04"
                  />
                </linearGradient>
              ))}
            </defs>
            {scale.marks.map(({ place, value }) => (
              <line
                key={value}
                className={value === 0 ? 'plot-zero' : 'plot-grid'}
                x2={drawing}
                y1={place * drawing}
                y2={place * drawing}
              />
            ))}
            {series.map(({ name, token, look }, position) => {
              const line = lines[position] ?? '';
              if (line === '') return null;
              const ends = line.split('L');
              const left = ends[0]?.split(' ')[0];
              const right = ends.at(-1)?.split(' ')[0];
              return (
                <g key={name}>
                  {look === 'area' && (
                    <path
                      d={`M${left} ${base}L${line}L${right} ${base}Z`}
                      fill={`url(#${gradient}${position})`}
                    />
                  )}
                  <path
                    className="plot-line"
                    d={`M${line}`}
                    stroke={`var(${token ?? seriesToken(position)})`}
                    strokeDasharray={look === 'dashed' ? '4 3' : undefined}
                  />
                </g>
              );
            })}
          </svg>
          {hovered !== null && shown !== undefined && (
            <span className="plot-cursor" style={{ left: `${xOf(shown.timestamp) * 100}%` }} />
          )}
          <input
            type="range"
            className="chart-keys"
            aria-label={`Values of ${label}`}
            aria-valuetext={`${day}: ${legend.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
            min={0}
            max={Math.max(0, rows.length - 1)}
            value={hovered ?? Math.max(0, rows.length - 1)}
            onChange={({ target }) => setHovered(Number(target.value))}
            onBlur={() => setHovered(null)}
          />
        </div>
        {scale.marks.map(({ place, value }) => (
          <span
            key={value}
            className="plot-mark"
            aria-hidden="true"
            style={{ top: `${place * 100}%` }}
          >
            {formatMark(value)}
          </span>
        ))}
        {timeMarks.map(({ place, text }) => (
          <span
            key={place}
            className="plot-time"
            aria-hidden="true"
            style={{ left: `calc(${place} * (100% - var(--plot-gutter)))` }}
          >
            {text}
          </span>
        ))}
      </div>
    </figure>
  );
}
