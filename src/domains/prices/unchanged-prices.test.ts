import { expect, test } from 'vitest';
import { findUnchangedSince, isUnchanged, sumUnchangedWeights } from './unchanged-prices.ts';

const now = Date.parse('2026-11-30T12:00:00Z') / 1000;
const observed = { value: 12.5, changePct: 0, fetchedAt: '2026-11-30T11:59:00Z' };

test.each([
  ['a change of exactly 0', observed, true],
  ['a small change', { ...observed, changePct: -0.0001 }, false],
  ['an unknown change', { ...observed, changePct: null }, false],
  ['no change of a pegged asset', { ...observed, value: 1.015 }, false],
  ['no change near the peg', { ...observed, value: 0.97 }, true],
  ['an old observation', { ...observed, changePct: 3, fetchedAt: '2026-11-29T11:59:59Z' }, true],
  [
    'an old observation of a pegged asset',
    { ...observed, value: 1, fetchedAt: '2024-01-01' },
    true,
  ],
  ['no time of observation', { ...observed, changePct: 3, fetchedAt: null }, false],
])('behavior: %s', (_name, observation, expected) => {
  expect(isUnchanged(observation, now)).toBe(expected);
});

test('default: the share is that of the weights whose assets stand still', () => {
  const asset = (symbol: string, changePct: number) => ({
    ...observed,
    symbol,
    changePct,
    assetId: symbol,
    name: symbol,
    marketCap: null,
  });
  const figures = new Map([
    ['BNB', asset('BNB', 0)],
    ['CAKE', asset('CAKE', 1)],
  ]);
  const basket = [
    { symbol: 'bnb', weight: 0.4 },
    { symbol: 'CAKE', weight: 0.2 },
    { symbol: 'UNLISTED', weight: 0.2 },
  ];
  expect(sumUnchangedWeights(basket, figures, now)).toBeCloseTo(50, 9);
  expect(sumUnchangedWeights([], figures, now)).toBeNull();
});

test('default: the first day of the newest run of equal values', () => {
  const day = 86_400;
  const points = (values: readonly number[]) =>
    values.map((value, index) => ({
      timestamp: now - (values.length - 1 - index) * day,
      value,
      fetchedAt: '',
    }));
  expect(findUnchangedSince(points([2, 3, 2, 2, 2]))).toBe('2026-11-28');
  expect(findUnchangedSince(points([3, 2]))).toBe('2026-11-30');
  expect(findUnchangedSince(points([2, 2, 2]))).toBe('2026-11-28');
  expect(findUnchangedSince([])).toBeNull();
});
