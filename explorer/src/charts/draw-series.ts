import { readToken, seriesToken } from './chart-colors.ts';
import type { Picture } from './picture.ts';
import { createTimeMarks, createValueScale, type ValueScale } from './plot-scale.ts';
import { measureWidth, svgElement, svgText } from './svg-text.ts';
import type { ChartSeries } from './time-chart.tsx';

type SeriesOptions = {
  readonly title: string;
  readonly series: readonly ChartSeries[];
  /** The first and the last moment that are drawn, Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly formatMark: (value: number) => string;
  readonly daily: boolean;
  readonly log?: boolean;
  /** Whether the scale includes 0. */
  readonly zero?: boolean;
  /** Whether the series are open, high, low and close, which are drawn as candles. */
  readonly candles?: boolean;
};

const plot = { width: 880, height: 360 } as const;
const fontSize = 11;

/** Draws series over time, the part of them between two moments, as vectors. */
export function drawSeries(options: SeriesOptions): Picture {
  const { title, from, to, formatMark, daily, candles = false } = options;
  const series = options.series
    .map((one, position) => ({
      ...one,
      color: readToken(one.token ?? seriesToken(position)),
      points: one.points.filter(({ timestamp }) => timestamp >= from && timestamp <= to),
    }))
    .filter(({ look }) => look !== 'text');
  const scale = createValueScale(
    series.map(({ points }) => points),
    {
      log: options.log ?? false,
      zero: options.zero ?? series.some(({ look }) => look === 'bars'),
    },
  );
  const count = Math.max(1, ...series.map(({ points }) => points.length));
  // Bars and candles have half their width before the first and after the last moment.
  const isWide = candles || series.some(({ look }) => look === 'bars');
  const pitch = plot.width / count;
  const inset = isWide ? pitch / 2 : 0;
  const place: Place = {
    x: (timestamp) => inset + ((timestamp - from) / (to - from || 1)) * (plot.width - 2 * inset),
    y: (value) => scale.placeOf(value) * plot.height,
    barWidth: Math.max(1, pitch * 0.7),
    base: Math.min(1, Math.max(0, scale.placeOf(0))) * plot.height,
  };
  const texts = scale.marks.map(({ value }) => formatMark(value));
  return {
    title,
    note: '',
    keys: candles ? [] : series.map(({ name, color }) => ({ name, color })),
    drawing: {
      width: plot.width + 8 + Math.max(0, ...texts.map((text) => measureWidth(text, fontSize))),
      height: plot.height + 22,
      body: [
        ...valueMarks(scale, texts),
        ...timeMarks({ from, to, daily }, place),
        ...(candles
          ? drawCandles(
              series.map(({ points }) => points),
              place,
            )
          : series.flatMap((one) => drawOne(one, place))),
      ].join(''),
    },
  };
}

/** Where things are in the plot. */
type Place = {
  readonly x: (timestamp: number) => number;
  readonly y: (value: number) => number;
  readonly barWidth: number;
  /** The place of 0, or of the edge next to it. */
  readonly base: number;
};

const valueMarks = (scale: ValueScale, texts: readonly string[]): readonly string[] =>
  scale.marks.flatMap(({ place, value }, index) => {
    const y = place * plot.height;
    return [
      svgElement('path', {
        d: `M0 ${y.toFixed(1)}H${plot.width}`,
        stroke: readToken(value === 0 ? '--line-strong' : '--line'),
      }),
      svgText(texts[index] ?? '', {
        x: plot.width + 8,
        y: y + 4,
        'font-size': fontSize,
        fill: readToken('--ink-2'),
      }),
    ];
  });

const timeMarks = (
  span: { readonly from: number; readonly to: number; readonly daily: boolean },
  { x }: Place,
): readonly string[] =>
  createTimeMarks(span.from, span.to, span.daily).map(({ place, text }) =>
    svgText(text, {
      x: x(span.from + place * (span.to - span.from)),
      y: plot.height + 18,
      'text-anchor': 'middle',
      'font-size': fontSize,
      fill: readToken('--ink-2'),
    }),
  );

function drawOne(
  one: ChartSeries & { readonly color: string },
  { x, y, barWidth, base }: Place,
): readonly string[] {
  const { points, look, color } = one;
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  if (look === 'bars') {
    return points.map(({ timestamp, value }) =>
      svgElement('rect', {
        x: x(timestamp) - barWidth / 2,
        y: Math.min(base, y(value)),
        width: barWidth,
        height: Math.abs(y(value) - base),
        fill: color,
      }),
    );
  }
  const line = points
    .map(({ timestamp, value }) => `${x(timestamp).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('L');
  const area = `M${x(first.timestamp).toFixed(1)} ${base.toFixed(1)}L${line}V${base.toFixed(1)}Z`;
  return [
    ...(look === 'area'
      ? [svgElement('path', { d: area, fill: color, 'fill-opacity': 0.12 })]
      : []),
    svgElement('path', {
      d: `M${line}`,
      fill: 'none',
      stroke: color,
      'stroke-width': 1.6,
      'stroke-linejoin': 'round',
      'stroke-dasharray': look === 'dashed' ? '5 4' : undefined,
    }),
  ];
}

function drawCandles(
  [opens = [], highs = [], lows = [], closes = []]: readonly ChartSeries['points'][],
  { x, y, barWidth }: Place,
): readonly string[] {
  return opens.flatMap(({ timestamp, value: open }, index) => {
    const close = closes[index]?.value ?? open;
    const color = readToken(close < open ? '--down' : '--up');
    const [high, low] = [y(highs[index]?.value ?? open), y(lows[index]?.value ?? open)];
    return [
      svgElement('path', {
        d: `M${x(timestamp).toFixed(1)} ${high.toFixed(1)}V${low.toFixed(1)}`,
        stroke: color,
      }),
      svgElement('rect', {
        x: x(timestamp) - barWidth / 2,
        y: Math.min(y(open), y(close)),
        width: barWidth,
        height: Math.max(1, Math.abs(y(open) - y(close))),
        fill: color,
      }),
    ];
  });
}
