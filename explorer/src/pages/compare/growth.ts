import type { TimedValue } from '../../lib/timed-value.ts';

type NavPoint = { readonly timestamp: number; readonly nav: number };

const daySeconds = 86_400;

/**
 * Puts series on the UTC days that all of them have; the value of a day is its last one. A value
 * that is not positive ends its series, since no return can be computed from it.
 */
export function toCommonDays(
  series: readonly (readonly NavPoint[])[],
): readonly (readonly TimedValue[])[] {
  const byDay = series.map((points) => {
    const end = points.findIndex(({ nav }) => !(nav > 0));
    const usable = end < 0 ? points : points.slice(0, end);
    return new Map(
      usable.map(({ timestamp, nav }) => [Math.floor(timestamp / daySeconds) * daySeconds, nav]),
    );
  });
  const [first, ...others] = byDay;
  const common = [...(first?.keys() ?? [])].filter((day) => others.every((one) => one.has(day)));
  common.sort((a, b) => a - b);
  return byDay.map((values) =>
    common.map((day) => ({ timestamp: day, value: values.get(day) ?? Number.NaN })),
  );
}

/** Returns the growth of 1 since the first day. */
export function toGrowth(points: readonly TimedValue[]): readonly TimedValue[] {
  const start = points[0]?.value ?? 1;
  return points.map(({ timestamp, value }) => ({ timestamp, value: value / start }));
}

/** Returns the loss since the highest value so far, percent, at most 0. */
export function toDrawdown(points: readonly TimedValue[]): readonly TimedValue[] {
  let peak = 0;
  return points.map(({ timestamp, value }) => {
    peak = Math.max(peak, value);
    return { timestamp, value: (value / peak - 1) * 100 };
  });
}

/** Returns the returns from each day to the next, as fractions. */
export const toReturns = (points: readonly TimedValue[]): readonly number[] =>
  points.slice(1).map(({ value }, index) => value / (points[index]?.value ?? value) - 1);

/** Returns Pearson's correlation of two series of one length; null if one of them is constant. */
export function correlate(left: readonly number[], right: readonly number[]): number | null {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  let [product, leftSquares, rightSquares] = [0, 0, 0];
  for (const [index, value] of left.entries()) {
    const a = value - leftMean;
    const b = (right[index] ?? rightMean) - rightMean;
    product += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  const scale = Math.sqrt(leftSquares * rightSquares);
  return scale === 0 || left.length < 2 ? null : product / scale;
}
