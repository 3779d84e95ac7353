import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatAxisTime } from '../lib/format.ts';
import type { TimedValue, TimedValues } from '../lib/timed-value.ts';
import { readToken, seriesToken } from './chart-colors.ts';
import { padView, placeOf, type Span, type TimeAxis, timeOfPlace, viewOf } from './time-axis.ts';
import type { ChartSeries } from './time-chart.tsx';

type AnySeries = ISeriesApi<'Line' | 'Area' | 'Histogram'>;

/** A chart that is drawn in an element. */
export type DrawnChart = {
  /** Calls `listener` with the place of the axis at the pointer; null when it leaves. */
  readonly onHover: (listener: (place: number | null) => void) => void;
  /** Puts the crosshair on a value of a series; removes it if there is no such series. */
  readonly point: (position: number, timestamp: number, value: number) => void;
  /** Draws the live values of the first series, of a candle chart those of all four. */
  readonly update: (live: TimedValues) => void;
  readonly setLog: (isLog: boolean) => void;
  /** Shows a range of places; null for all. */
  readonly setRange: (range: Span | null) => void;
  /** Draws a series in front of the others, which are faint; null draws all alike. */
  readonly raise: (position: number | null) => void;
  /** Converts pixels to places of the axis. */
  readonly rangeBetween: (pixels: Span) => Span | null;
  readonly remove: () => void;
};

type DrawOptions = {
  readonly series: readonly ChartSeries[];
  readonly axis: TimeAxis;
  readonly formatMark: (value: number) => string;
  readonly daily: boolean;
  readonly counts: boolean;
  /** Whether the series are open, high, low and close, drawn as candles. */
  readonly candles: boolean;
};

/** Draws a chart in an element. */
export function drawChart(element: HTMLElement, options: DrawOptions): DrawnChart {
  const { series, axis, candles } = options;
  const chart = createStyledChart(element, options);
  const scale = chart.timeScale();
  const toTime = (timestamp: number) => timeOfPlace(axis, placeOf(axis, timestamp)) as UTCTimestamp;
  const layers = candles ? [addCandles(chart, series, toTime)] : addLines(chart, options, toTime);
  // Empty places between the values keep distances true to time.
  const placeCount = axis.times.length === 0 ? 0 : placeOf(axis, axis.times.at(-1) ?? 0) + 1;
  chart.addSeries(LineSeries, { lastValueVisible: false, priceLineVisible: false }).setData(
    Array.from({ length: placeCount }, (_, place) => ({
      time: timeOfPlace(axis, place) as UTCTimestamp,
    })),
  );

  let range: Span | null = null;
  const fit = () => {
    if (hasBars(series)) scale.setVisibleLogicalRange(padView(axis, viewOf(axis, range)));
    else if (range === null) scale.fitContent();
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
      const layer = layers[position];
      if (layer === undefined) chart.clearCrosshairPosition();
      else chart.setCrosshairPosition(value, toTime(timestamp), layer.series);
    },
    update: ({ timestamp, values }) => layers[0]?.update(toTime(timestamp), values),
    setLog: (isLog) =>
      chart.priceScale('right').applyOptions({
        mode: isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
      }),
    setRange: (next) => {
      range = next;
      fit();
    },
    raise: (position) => {
      for (const [place, layer] of layers.entries()) {
        layer.raise(position === null ? null : place === position);
      }
    },
    rangeBetween: (pixels) => {
      const [left, right] = [pixels.from, pixels.to].sort((a, b) => a - b);
      const from = scale.coordinateToLogical(left ?? 0);
      const to = scale.coordinateToLogical(right ?? 0);
      if (from === null || to === null) return null;
      return { from: Math.max(0, from), to: Math.min(placeCount - 1, to) };
    },
    remove: () => chart.remove(),
  };
}

const hasBars = (series: readonly ChartSeries[]) => series.some(({ look }) => look === 'bars');

function createStyledChart(element: HTMLElement, options: DrawOptions): IChartApi {
  const { formatMark, daily, axis, series } = options;
  const span = (axis.times.at(-1) ?? 0) - (axis.times[0] ?? 0);
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
      fixLeftEdge: !hasBars(series),
      fixRightEdge: !hasBars(series),
      minBarSpacing: 0.01,
      tickMarkFormatter: (time: unknown, kind: number) =>
        formatAxisTime(time as number, kind, { daily, span }),
    },
    crosshair: {
      horzLine: { labelVisible: true, labelBackgroundColor: readToken('--ink') },
      vertLine: { labelVisible: false },
    },
    localization: { priceFormatter: formatMark },
    // Scrolling moves the page, not the chart.
    handleScroll: false,
    handleScale: false,
  });
}

/** What is drawn on a chart: a line, bars or candles. */
type Layer = {
  readonly series: AnySeries | ISeriesApi<'Candlestick'>;
  readonly update: (time: UTCTimestamp, values: readonly number[]) => void;
  /** Draws it in front of the others, or faint; null draws it as at first. */
  readonly raise: (isFront: boolean | null) => void;
};

type ToTime = (timestamp: number) => UTCTimestamp;

function addLines(
  chart: IChartApi,
  { series, counts }: DrawOptions,
  toTime: ToTime,
): readonly Layer[] {
  return series.map((one, position) => {
    const line = addSeries(chart, one, { position, counts });
    const byTime = new Map(one.points.map(({ timestamp, value }) => [toTime(timestamp), value]));
    // A bar of 0 would be a dot on the line of 0.
    const isDrawn = (value: number) => one.look !== 'bars' || value !== 0;
    line.setData([...byTime].map(([time, value]) => (isDrawn(value) ? { time, value } : { time })));
    return {
      series: line,
      raise: (isFront) => {
        line.applyOptions(colorsOf(one, position, isFront === false));
        line.setSeriesOrder(isFront ? series.length : position);
      },
      update: (time, [value]) => value !== undefined && line.update({ time, value }),
    };
  });
}

/** Draws series of opening, highest, lowest and closing values as candles. */
function addCandles(chart: IChartApi, series: readonly ChartSeries[], toTime: ToTime): Layer {
  const up = readToken('--up');
  const down = readToken('--down');
  const candles = chart.addSeries(CandlestickSeries, {
    priceLineVisible: false,
    lastValueVisible: false,
    borderVisible: false,
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
  });
  const toCandle = (time: UTCTimestamp, values: readonly number[]) => {
    const [open = 0, high = open, low = open, close = open] = values;
    return { time, open, high, low, close };
  };
  candles.setData(
    (series[0]?.points ?? []).map(({ timestamp }, index) =>
      toCandle(
        toTime(timestamp),
        series.flatMap(({ points }) => points[index]?.value ?? []),
      ),
    ),
  );
  return {
    series: candles,
    raise: () => undefined,
    update: (time, values) => candles.update(toCandle(time, values)),
  };
}

/** Returns the colours of a series, which is faint behind another one. */
function colorsOf({ token, look }: ChartSeries, position: number, isFaint = false) {
  const own = readToken(token ?? seriesToken(position));
  const color = isFaint ? `${own}40` : own;
  if (look !== 'area') return { color };
  return { lineColor: color, topColor: `${own}${isFaint ? '0c' : '38'}`, bottomColor: `${own}00` };
}

function addSeries(
  chart: IChartApi,
  one: ChartSeries,
  options: { readonly position: number; readonly counts: boolean },
): AnySeries {
  const common = {
    priceLineVisible: false,
    lastValueVisible: false,
    lineWidth: 2,
    ...(options.counts && fromZero(one.points)),
    ...colorsOf(one, options.position),
    visible: one.look !== 'text',
  } as const;
  if (one.look === 'bars') return chart.addSeries(HistogramSeries, common);
  if (one.look === 'area') return chart.addSeries(AreaSeries, common);
  return chart.addSeries(LineSeries, {
    ...common,
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
