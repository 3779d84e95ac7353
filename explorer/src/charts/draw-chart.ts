import {
  AreaSeries,
  ColorType,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatAxisTime } from '../lib/format.ts';
import type { TimedValue } from '../lib/timed-value.ts';
import { readToken, seriesToken } from './chart-colors.ts';
import { placeOf, type TimeAxis, timeOfPlace } from './time-axis.ts';
import type { ChartSeries } from './time-chart.tsx';

/** Two places of a chart's axis, or two distances from its left edge in pixels. */
export type Span = { readonly from: number; readonly to: number };

type AnySeries = ISeriesApi<'Line'> | ISeriesApi<'Area'>;

/** A chart that is drawn in an element. */
export type DrawnChart = {
  /** Calls `listener` with the place of the axis at the pointer; null when it leaves. */
  readonly onHover: (listener: (place: number | null) => void) => void;
  /** Puts the crosshair on a value of a series; removes it if there is no such series. */
  readonly point: (position: number, timestamp: number, value: number) => void;
  /** Draws the live value of the first series. */
  readonly update: (live: TimedValue) => void;
  readonly setLog: (isLog: boolean) => void;
  /** Shows a range of places; null for all. */
  readonly setRange: (range: Span | null) => void;
  /** Converts pixels to places of the axis. */
  readonly rangeBetween: (pixels: Span) => Span | null;
  readonly takePicture: () => HTMLCanvasElement;
  readonly remove: () => void;
};

type DrawOptions = {
  readonly series: readonly ChartSeries[];
  readonly axis: TimeAxis;
  readonly formatMark: (value: number) => string;
  readonly daily: boolean;
  readonly counts: boolean;
};

/** Draws a chart in an element. */
export function drawChart(element: HTMLElement, options: DrawOptions): DrawnChart {
  const { series, axis, counts } = options;
  const chart = createStyledChart(element, options);
  const scale = chart.timeScale();
  const toTime = (timestamp: number) => timeOfPlace(axis, placeOf(axis, timestamp)) as UTCTimestamp;
  const lines = series.map((one, position) => {
    const line = addSeries(chart, one, { position, counts });
    const byTime = new Map(one.points.map(({ timestamp, value }) => [toTime(timestamp), value]));
    line.setData([...byTime].map(([time, value]) => ({ time, value })));
    return line;
  });
  // Empty places between the values keep distances true to time.
  const placeCount = axis.times.length === 0 ? 0 : placeOf(axis, axis.times.at(-1) ?? 0) + 1;
  chart.addSeries(LineSeries, { lastValueVisible: false, priceLineVisible: false }).setData(
    Array.from({ length: placeCount }, (_, place) => ({
      time: timeOfPlace(axis, place) as UTCTimestamp,
    })),
  );

  let range: Span | null = null;
  const fit = () => {
    if (range === null) scale.fitContent();
    else scale.setVisibleLogicalRange({ from: range.from, to: range.to });
  };
  fit();
  scale.subscribeSizeChange(fit);
  return {
    onHover: (listener) =>
      chart.subscribeCrosshairMove(({ logical, point, sourceEvent }) => {
        // The crosshair is also moved by the keyboard, without an event.
        if (sourceEvent === undefined && point !== undefined) return;
        listener(logical === undefined || point === undefined ? null : logical);
      }),
    point: (position, timestamp, value) => {
      const line = lines[position];
      if (line === undefined) chart.clearCrosshairPosition();
      else chart.setCrosshairPosition(value, toTime(timestamp), line);
    },
    update: ({ timestamp, value }) => lines[0]?.update({ time: toTime(timestamp), value }),
    setLog: (isLog) =>
      chart.priceScale('right').applyOptions({
        mode: isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
      }),
    setRange: (next) => {
      range = next;
      fit();
    },
    rangeBetween: (pixels) => {
      const [left, right] = [pixels.from, pixels.to].sort((a, b) => a - b);
      const from = scale.coordinateToLogical(left ?? 0);
      const to = scale.coordinateToLogical(right ?? 0);
      if (from === null || to === null) return null;
      return { from: Math.max(0, from), to: Math.min(placeCount - 1, to) };
    },
    takePicture: () => chart.takeScreenshot(),
    remove: () => chart.remove(),
  };
}

/** Length of a time axis in seconds from which its labels are days without times. */
const longSpan = 3 * 86_400;

function createStyledChart(element: HTMLElement, options: DrawOptions): IChartApi {
  const { formatMark, daily, axis } = options;
  const long = (axis.times.at(-1) ?? 0) - (axis.times[0] ?? 0) > longSpan;
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
      minBarSpacing: 0.01,
      tickMarkFormatter: (time: unknown, kind: number) =>
        formatAxisTime(time as number, kind, { daily, long }),
    },
    crosshair: { horzLine: { labelVisible: true }, vertLine: { labelVisible: false } },
    localization: { priceFormatter: formatMark },
    // Scrolling moves the page, not the chart.
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
  return one.look === 'area'
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
}

/** Returns the range of an axis of whole numbers that begins at 0. */
function fromZero(points: readonly TimedValue[]) {
  const maxValue = Math.max(1, ...points.map(({ value }) => value));
  return {
    priceFormat: { type: 'price', precision: 0, minMove: 1 },
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue } }),
  } as const;
}
