import {
  AreaSeries,
  ColorType,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { useColorMode } from '../layout/color-mode.ts';
import { formatAxisTime, formatDateTime, formatDay } from '../lib/format.ts';
import type { TimedValue } from '../lib/timed-value.ts';
import { readToken, seriesToken } from './chart-colors.ts';

/** One line of a chart. */
export type ChartSeries = {
  readonly name: string;
  readonly points: readonly TimedValue[];
  /** CSS custom property of its colour; by default determined by its position. */
  readonly token?: string;
  readonly look?: 'line' | 'area' | 'dashed';
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
  /** Format of the axis labels, if it differs from that of values. */
  readonly formatMark?: (value: number) => string;
  /** Live value of the first series, which is drawn when it changes. */
  readonly live?: TimedValue | null;
};

type AnySeries = ISeriesApi<'Line'> | ISeriesApi<'Area'>;

/** A line chart over time with a crosshair. The legend shows the values at the crosshair. */
export function TimeChart(props: TimeChartProps) {
  const { label, series, format, height, daily = false, counts = false, live } = props;
  const { formatMark = format } = props;
  const mode = useColorMode();
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<readonly AnySeries[]>([]);
  const [hovered, setHovered] = useState<Hovered | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode changes the colours
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const chart = createStyledChart(element, { formatMark, daily, series });
    const lines = series.map((one, position) => addSeries(chart, one, { position, counts }));
    drawn.current = lines;
    const fit = () => chart.timeScale().fitContent();
    fit();
    chart.timeScale().subscribeSizeChange(fit);
    chart.subscribeCrosshairMove((event) => setHovered(readHovered(event, lines)));
    return () => {
      drawn.current = [];
      chart.remove();
    };
  }, [series, formatMark, daily, counts, mode]);

  useEffect(() => {
    if (live == null) return;
    const last = series[0]?.points.at(-1);
    if (last !== undefined && live.timestamp < last.timestamp) return;
    drawn.current[0]?.update({ time: live.timestamp as UTCTimestamp, value: live.value });
  }, [live, series]);

  return (
    <figure className="chart">
      <figcaption className="chart-legend small">
        {series.map(({ name, points, token }, position) => (
          <span key={name} className="chart-key">
            <Swatch token={token ?? seriesToken(position)} />
            <span className="muted">{name}</span>{' '}
            <strong>
              {formatMaybe(hovered?.values[position] ?? points.at(-1)?.value, format)}
            </strong>
          </span>
        ))}
        <span className="chart-time muted">
          {hovered === null
            ? ''
            : daily
              ? formatDay(new Date(hovered.timestamp * 1000).toISOString())
              : formatDateTime(hovered.timestamp)}
        </span>
      </figcaption>
      <div ref={holder} className="chart-canvas" style={{ height }} role="img" aria-label={label} />
    </figure>
  );
}

/** A patch in the colour of a series, shown beside its name. */
export function Swatch({ token }: { readonly token: string }) {
  return <span className="swatch" style={{ background: `var(${token})` }} />;
}

type Hovered = {
  readonly timestamp: number;
  readonly values: readonly (number | undefined)[];
};

const formatMaybe = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? '–' : format(value);

/** Length of a time axis in seconds from which its labels are days without times. */
const longSpan = 3 * 86_400;

/** Returns the seconds between the first and the last point of the series. */
function spanOf(series: readonly ChartSeries[]): number {
  const ends = series.flatMap(({ points }) => [points[0], points.at(-1)]);
  const times = ends.flatMap((point) => (point === undefined ? [] : [point.timestamp]));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}

function createStyledChart(
  element: HTMLElement,
  options: {
    readonly formatMark: (value: number) => string;
    readonly daily: boolean;
    readonly series: readonly ChartSeries[];
  },
): IChartApi {
  const { formatMark, daily, series } = options;
  const long = spanOf(series) > longSpan;
  const line = readToken('--line');
  return createChart(element, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: readToken('--ink-2'),
      fontFamily: readToken('--font'),
      fontSize: 11,
      // The attribution that the licence requires is in the footer of the page.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: 0.08, bottom: 0.06 },
      entireTextOnly: true,
    },
    timeScale: {
      borderColor: line,
      timeVisible: !daily,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: unknown, kind: number) =>
        formatAxisTime(time as number, kind, { daily, long }),
    },
    crosshair: { horzLine: { labelVisible: true }, vertLine: { labelVisible: false } },
    localization: { priceFormatter: formatMark },
    // Scrolling moves the page, not the chart, which always shows the whole range.
    handleScroll: false,
    handleScale: false,
  });
}

function addSeries(
  chart: IChartApi,
  one: ChartSeries,
  options: { readonly position: number; readonly counts: boolean },
): AnySeries {
  const color = readToken(one.token ?? seriesToken(options.position));
  const common = {
    priceLineVisible: false,
    lastValueVisible: false,
    lineWidth: 2,
    ...(options.counts && fromZero(one.points)),
  } as const;
  const drawn =
    one.look === 'area'
      ? chart.addSeries(AreaSeries, {
          ...common,
          lineColor: color,
          topColor: `${color}38`,
          bottomColor: `${color}00`,
        })
      : chart.addSeries(LineSeries, {
          ...common,
          color,
          lineStyle: one.look === 'dashed' ? LineStyle.Dashed : LineStyle.Solid,
        });
  drawn.setData(ascending(one.points));
  return drawn;
}

/** Returns the range of an axis of whole numbers that begins at 0. */
function fromZero(points: readonly TimedValue[]) {
  const maxValue = Math.max(1, ...points.map(({ value }) => value));
  return {
    priceFormat: { type: 'price', precision: 0, minMove: 1 },
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue } }),
  } as const;
}

/** Removes points whose times are not strictly ascending, which the library does not accept. */
function ascending(points: readonly TimedValue[]) {
  const byTime = new Map(points.map(({ timestamp, value }) => [timestamp, value]));
  return [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([time, value]) => ({ time: time as UTCTimestamp, value }));
}

function readHovered(event: MouseEventParams, lines: readonly AnySeries[]): Hovered | null {
  if (event.time === undefined || event.point === undefined) return null;
  const values = lines.map((line) => {
    const data = event.seriesData.get(line);
    return data !== undefined && 'value' in data ? data.value : undefined;
  });
  return { timestamp: Number(event.time), values };
}
