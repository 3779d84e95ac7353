import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareWithBenchmark } from './benchmark-comparison.ts';
import { alignDays, type DailySeries, selectDays, toDailySeries } from './daily-series.ts';
import { distributionOf } from './distribution.ts';
import { performanceOf } from './performance.ts';

/** Series with gaps: daily growth factors, and days between points. */
const someSeries: fc.Arbitrary<DailySeries> = fc
  .array(
    fc.record({
      growth: fc.double({ min: 0.5, max: 2, noNaN: true }),
      gap: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 2, maxLength: 120 },
  )
  .map((steps) => {
    const days = [18_262];
    const values = [100];
    for (const { growth, gap } of steps) {
      days.push((days.at(-1) ?? 0) + gap);
      values.push((values.at(-1) ?? 0) * growth);
    }
    return { days, values };
  });

const figures = [
  'totalReturnPct',
  'annualizedReturnPct',
  'volatilityPct',
  'downsideDeviationPct',
  'sharpe',
  'sortino',
  'calmar',
  'omega',
  'ulcerIndexPct',
  'maxDrawdownPct',
  'skewness',
  'excessKurtosis',
  'positiveDaysPct',
] as const;

const expectClose = (actual: number | null, expected: number | null) => {
  if (expected === null || actual === null) expect(actual).toBe(expected);
  else
    expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-7 * Math.max(1, Math.abs(expected)));
};

test('behavior: no figure depends on the unit of the series', () => {
  fc.assert(
    fc.property(someSeries, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (series, unit) => {
      const scaled = { days: series.days, values: series.values.map((value) => value * unit) };
      const [one, other] = [performanceOf(series), performanceOf(scaled)];
      for (const figure of figures) expectClose(other[figure], one[figure]);
    }),
  );
});

test('behavior: the maximum drawdown is that of the reciprocals in reverse', () => {
  fc.assert(
    fc.property(someSeries, ({ days, values }) => {
      const reversed = { days, values: values.map((value) => 1 / value).toReversed() };
      expectClose(
        performanceOf(reversed).maxDrawdownPct,
        performanceOf({ days, values }).maxDrawdownPct,
      );
    }),
  );
});

test('behavior: a series beside itself has beta 1, alpha 0 and no tracking error', () => {
  fc.assert(
    fc.property(someSeries, (series) => {
      const same = { days: [...series.days], values: [...series.values] };
      const compared = compareWithBenchmark({ series, benchmark: same, riskFree: 0.0001 });
      const isFlat = performanceOf(series).sharpe === null;
      expectClose(compared.betaToBenchmark, isFlat ? null : 1);
      expectClose(compared.alphaPct, isFlat ? null : 0);
      expectClose(compared.correlation, isFlat ? null : 1);
      expect(compared.trackingErrorPct).toBe(0);
      expect(compared.informationRatio).toBeNull();
      expect(compared.excessReturnPct).toBe(0);
    }),
  );
});

test('behavior: months chain to the total return, and bins count every return once', () => {
  fc.assert(
    fc.property(someSeries, (series) => {
      const { monthlyReturns, yearlyReturns, totalReturnPct, sortedReturns, returns } =
        performanceOf(series);
      for (const parts of [monthlyReturns, yearlyReturns]) {
        const growth = parts.reduce((product, one) => product * (1 + one.returnPct / 100), 1);
        expectClose(100 * (growth - 1), totalReturnPct);
      }
      const bins = distributionOf(sortedReturns, 13);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(returns);
    }),
  );
});

test('behavior: drawdowns do not overlap, and the deepest is the maximum', () => {
  fc.assert(
    fc.property(someSeries, (series) => {
      const { episodes, maxDrawdownPct } = performanceOf(series);
      expect(episodes[0]?.depthPct ?? 0).toBe(maxDrawdownPct);
      const inOrder = episodes.toSorted((left, right) => left.peak - right.peak);
      for (const [at, { peak, trough, end, recovery }] of inOrder.entries()) {
        expect(peak < trough && trough <= end && (recovery ?? end) === end).toBe(true);
        expect(end).toBeLessThanOrEqual(inOrder[at + 1]?.peak ?? Number.POSITIVE_INFINITY);
      }
    }),
  );
});

const ofPoints = (points: readonly (readonly [number, number])[]) =>
  toDailySeries(points, { day: ([day]) => day, value: ([, value]) => value });

test('behavior: what is not above 0 ends the series before it, and the last point of a day counts', () => {
  expect(
    ofPoints([
      [1, 5],
      [1, 6],
      [2, 7],
      [3, Number.NaN],
      [4, 8],
    ]),
  ).toEqual({ days: [1, 2], values: [6, 7] });
  expect(ofPoints([[1, 0]])).toEqual({ days: [], values: [] });
});

test('args: days are selected with both ends, and series are reduced to common days', () => {
  const series = ofPoints([
    [1, 5],
    [3, 6],
    [4, 7],
  ]);
  expect(selectDays(series, 2, 3)).toEqual({ days: [3], values: [6] });
  expect(selectDays(series, 5, null)).toEqual({ days: [], values: [] });
  expect(selectDays(series, null, 0)).toEqual({ days: [], values: [] });
  const other = ofPoints([
    [3, 1],
    [4, 2],
    [5, 3],
  ]);
  expect(alignDays([series, other])).toEqual([
    { days: [3, 4], values: [6, 7] },
    { days: [3, 4], values: [1, 2] },
  ]);
});

test('behavior: a constant series has volatility 0 and drawdown 0, and no ratio', () => {
  const days = Array.from({ length: 60 }, (_, day) => day);
  const flat = performanceOf({ days, values: days.map(() => 3) });
  expect(flat).toMatchObject({ volatilityPct: 0, maxDrawdownPct: 0, totalReturnPct: 0 });
  const { sharpe, sortino, calmar, omega, skewness, excessKurtosis } = flat;
  expect([sharpe, sortino, calmar, omega, skewness, excessKurtosis]).toEqual(Array(6).fill(null));
});

test('behavior: figures are computed once for a series and a risk-free rate', () => {
  const series = { days: [1, 2, 3], values: [1, 2, 3] };
  expect(performanceOf(series, 3)).toBe(performanceOf(series, 3));
  expect(performanceOf(series, 3).monthlyReturns).toBe(performanceOf(series, 3).monthlyReturns);
  expect(() => performanceOf(series, -100)).toThrow('riskFreePct must be above -100');
});
