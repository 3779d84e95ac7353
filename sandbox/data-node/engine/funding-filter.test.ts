import { expect, test } from 'vitest';
import type { HistoryPlan } from './testing/build-history.ts';
import {
  computeFirstWeights,
  createConstantPrices,
  runHistoryPlan,
} from './testing/run-history-plan.ts';

const days = 60;
const round = { investors: [] as string[], type: 'Seed', amountM: 1, valuationM: Number.NaN };

/**
 * a: Seed of 2 million USD by Alder on day −40, Series A of 8 million USD by Birch on day 10. b:
 * Seed of unknown size. c: no round.
 */
const plan: HistoryPlan = {
  days,
  assets: ['a', 'b', 'c'].map((id) => ({ id, price: createConstantPrices(days, 10) })),
  rounds: [
    { ...round, asset: 'a', day: -40, amountM: 2, investors: ['Alder', ' Birch '], valuationM: 30 },
    { ...round, asset: 'a', day: 10, amountM: 8, type: 'Series A', investors: ['birch'] },
    { ...round, asset: 'b', day: 5, amountM: Number.NaN, investors: ['CEDAR'], valuationM: 10 },
  ],
};
const on = (day: number) => ({
  start_date: new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10),
});
const names = (query: Readonly<Record<string, string | number>>) =>
  Object.keys(computeFirstWeights(plan, query)).sort().join('');

test('default: include keeps what has a round by the day before', () => {
  expect(names({ vc_mode: 'include', ...on(20) })).toBe('ab');
  expect(names({ vc_mode: 'include', ...on(6) })).toBe('ab');
  expect(names({ vc_mode: 'include', ...on(5) })).toBe('a');
});

test('behavior: exclude drops what would pass', () => {
  expect(names({ vc_mode: 'exclude', ...on(20) })).toBe('c');
  expect(names({ vc_mode: 'exclude', vc_investors: 'cedar', ...on(20) })).toBe('ac');
});

test('behavior: any other vc parameter alone means include', () => {
  expect(names({ vc_min_amount_m: 0, ...on(20) })).toBe('ab');
  expect(names({ vc_investors: 'CEDAR,nobody', ...on(20) })).toBe('b');
  expect(names({ vc_round_types: 'series_a', ...on(20) })).toBe('a');
});

test('behavior: the least amount counts matching rounds alone', () => {
  expect(names({ vc_min_amount_m: 10, ...on(20) })).toBe('a');
  expect(() => names({ vc_min_amount_m: 10.01, ...on(20) })).toThrow('not enough coins');
  expect(() => names({ vc_min_amount_m: 3, vc_round_types: 'seed', ...on(20) })).toThrow(
    'not enough',
  );
});

test('behavior: type and investor must be of the same round', () => {
  expect(() => names({ vc_investors: 'alder', vc_round_types: 'Series A', ...on(20) })).toThrow();
  expect(names({ vc_investors: 'birch', vc_round_types: 'Series A', ...on(20) })).toBe('a');
});

test('behavior: fresh_N looks back 30·N days, its first day excluded', () => {
  expect(names({ vc_mode: 'fresh_1', ...on(34) })).toBe('ab');
  expect(names({ vc_mode: 'fresh_1', ...on(36) })).toBe('a');
  expect(names({ vc_mode: 'fresh_1', ...on(40) })).toBe('a');
  expect(() => names({ vc_mode: 'fresh_1', ...on(41) })).toThrow('not enough coins');
});

test('behavior: funding and valuation multiply weights', () => {
  expect(computeFirstWeights(plan, { vc_mode: 'funding', ...on(20) })).toEqual({ a: 1 });
  expect(computeFirstWeights(plan, { vc_mode: 'valuation', ...on(20) })).toEqual({
    a: 0.75,
    b: 0.25,
  });
});

test('behavior: multipliers that are all 0 change nothing', () => {
  expect(
    computeFirstWeights(plan, { vc_mode: 'funding', vc_investors: 'cedar', ...on(20) }),
  ).toEqual({
    b: 1,
  });
});

test('behavior: the filter acts before top_n', () => {
  expect(names({ vc_investors: 'cedar', top_n: 1, ...on(20) })).toBe('b');
});

test('behavior: while no asset passes the portfolio is cash', () => {
  const { weights, nav } = runHistoryPlan(plan, {
    vc_investors: 'cedar',
    rebalance_days: 4,
    ...on(1),
  });
  expect([weights.get(1), weights.get(5), weights.get(9)]).toEqual([{}, {}, { b: 1 }]);
  expect(Math.max(...nav)).toBe(1);
});
