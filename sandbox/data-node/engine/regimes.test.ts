import { expect, test } from 'vitest';
import type { AssetPlan } from './testing/build-history.ts';
import { createConstantPrices, runHistoryPlan } from './testing/run-history-plan.ts';

const days = 10;
const assets = [{ id: 'a', price: createConstantPrices(days, 10) }];

/** Returns the fraction of cash after each rebalance, by day. */
function cashByDay(
  fng: readonly (number | null)[],
  query: Readonly<Record<string, string | number>>,
) {
  const { weights } = runHistoryPlan({ days, assets, fng }, { fng_cash_pct: 0.4, ...query });
  return [...weights].map(([day, { a = 0 }]) => [day, Number((1 - a).toFixed(12))]);
}

/**
 * neutral, greed, greed, neutral, fear, fear, neutral, greed, …; each value is known one day later.
 */
const moods = [50, 80, 80, 50, 20, 20, 50, 80, 80, 80];

test('default: greed holds cash while the index is above the threshold', () => {
  expect(cashByDay(moods, { fng_mode: 'greed' })).toEqual([
    [1, 0],
    [2, 0.4],
    [4, 0],
    [8, 0.4],
  ]);
});

test('behavior: fear holds cash except below the threshold', () => {
  expect(cashByDay(moods, { fng_mode: 'fear' })).toEqual([
    [1, 0.4],
    [5, 0],
    [7, 0.4],
  ]);
});

test('behavior: both holds cash from greed until fear', () => {
  expect(cashByDay(moods, { fng_mode: 'both' })).toEqual([
    [1, 0],
    [2, 0.4],
    [5, 0],
    [8, 0.4],
  ]);
});

test('behavior: both forgets what happened before the run', () => {
  const early = [80, 50, 50, 50, 50, 50, 50, 50, 50, 50];
  expect(cashByDay(early, { fng_mode: 'both', start_date: '2020-01-03' })).toEqual([[2, 0]]);
});

test('behavior: thresholds are compared strictly', () => {
  expect(cashByDay(createConstantPrices(days, 75), { fng_mode: 'greed' })).toEqual([[1, 0]]);
  expect(cashByDay(createConstantPrices(days, 25), { fng_mode: 'fear' })).toEqual([[1, 0.4]]);
});

test('behavior: a value counts for seven days after its own', () => {
  const once = [80, ...new Array(9).fill(null)];
  expect(cashByDay(once, { fng_mode: 'greed' })).toEqual([
    [1, 0.4],
    [9, 0],
  ]);
});

test('behavior: a value from before the first day of prices counts as long as any other', () => {
  const early = [80, ...new Array(13).fill(null)];
  const { weights } = runHistoryPlan(
    { days, assets, fng: early, lead: 4 },
    { fng_mode: 'greed', fng_cash_pct: 0.4 },
  );
  expect([...weights].map(([day, { a }]) => [day, a])).toEqual([
    [1, 0.6],
    [5, 1],
  ]);
});

test('behavior: a change of the cash target resets the calendar', () => {
  const late = [50, 50, 50, 80, 50, 50, 50, 50, 50, 50];
  expect(cashByDay(late, { fng_mode: 'greed', rebalance_days: 2 })).toEqual([
    [1, 0],
    [3, 0],
    [4, 0.4],
    [5, 0],
    [7, 0],
    [9, 0],
  ]);
});

/** Bitcoin's share of the market cap falls each day, Ether's rises. */
const majors: readonly AssetPlan[] = [
  {
    id: 'bitcoin',
    price: createConstantPrices(days, 10),
    cap: Array.from({ length: days }, (_, t) => 60 - t),
  },
  {
    id: 'ethereum',
    price: createConstantPrices(days, 10),
    cap: Array.from({ length: days }, (_, t) => 40 + t),
  },
  { id: 'other', price: createConstantPrices(days, 10), cap: createConstantPrices(days, 1) },
];
const tilted = { start_date: '2020-01-05', dom_lookback: 2, top_n: 3 };

test('behavior: half goes to the asset whose dominance moves the wanted way', () => {
  const weights = (dom_mode: string) =>
    [...runHistoryPlan({ days, assets: majors }, { ...tilted, dom_mode }).weights.values()][0];
  const thirds = { bitcoin: 1 / 3, ethereum: 1 / 3, other: 1 / 3 };
  expect(weights('btc')).toEqual(thirds);
  expect(weights('eth')).toEqual({ bitcoin: 1 / 6, ethereum: 0.5 + 1 / 6, other: 1 / 6 });
  expect(weights('inverse')).toEqual({ bitcoin: 0.5 + 1 / 6, ethereum: 1 / 6, other: 1 / 6 });
});

test('behavior: the tilt needs both ends of its trend and is no part of the selection', () => {
  const plan = { days, assets: majors, categories: { few: ['other'] } };
  const query = { ...tilted, dom_mode: 'eth', category_id: 'few', rebalance_days: 1 };
  const { weights } = runHistoryPlan(plan, { ...query, start_date: '2020-01-02' });
  expect(weights.get(2)).toEqual({ other: 1 });
  expect(weights.get(3)).toEqual({ other: 0.5, ethereum: 0.5 });
});

test('behavior: no tilt towards an asset without a price', () => {
  const closed = majors.with(1, {
    id: 'ethereum',
    cap: majors[1]?.cap ?? [],
    price: [...createConstantPrices(4, 10), null, ...createConstantPrices(5, 10)],
  });
  const plan = { days, assets: closed, categories: { few: ['other'] } };
  const query = { ...tilted, dom_mode: 'eth', category_id: 'few' };
  expect(runHistoryPlan(plan, query).weights.get(4)).toEqual({ other: 1 });
});

test('behavior: cash is taken from the tilted portfolio', () => {
  const plan = {
    days,
    assets: majors,
    categories: { few: ['other'] },
    fng: createConstantPrices(days, 90),
  };
  const query = {
    ...tilted,
    dom_mode: 'eth',
    category_id: 'few',
    fng_mode: 'greed',
    fng_cash_pct: 0.5,
  };
  expect(runHistoryPlan(plan, query).weights.get(4)).toEqual({ other: 0.25, ethereum: 0.25 });
});
