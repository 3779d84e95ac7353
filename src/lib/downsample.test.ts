import fc from 'fast-check';
import { expect, test } from 'vitest';
import { downsample } from './downsample.ts';

const points = (...navs: number[]) => navs.map((nav, day) => ({ day, nav }));
const navOf = ({ nav }: { readonly nav: number }) => nav;

test('default: keeps the first and last point and the extremes between them', () => {
  expect(downsample(points(1, 5, 2, 0, 3, 4), 4, navOf).map(({ nav }) => nav)).toEqual([
    1, 5, 0, 4,
  ]);
});

test('behavior: a short series is returned unchanged', () => {
  const series = points(1, 2, 3);
  expect(downsample(series, 4, navOf)).toBe(series);
});

test('behavior: at most maxPoints points in order, with the first, the last and the overall extremes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true }), { maxLength: 400 }),
      fc.integer({ min: 4, max: 100 }),
      (navs, maxPoints) => {
        const series = points(...navs);
        const shown = downsample(series, maxPoints, navOf);
        expect(shown.length).toBeLessThanOrEqual(maxPoints);
        const days = shown.map(({ day }) => day);
        expect(days).toEqual([...new Set(days)].sort((left, right) => left - right));
        expect(shown[0]).toBe(series[0]);
        expect(shown.at(-1)).toBe(series.at(-1));
        const values = shown.map(({ nav }) => nav);
        if (navs.length > 0) {
          expect(Math.max(...values)).toBe(Math.max(...navs));
          expect(Math.min(...values)).toBe(Math.min(...navs));
        }
      },
    ),
    { numRuns: 500 },
  );
});
