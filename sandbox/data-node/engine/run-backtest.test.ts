import { expect, test } from 'vitest';
import type { HistoryPlan } from './testing/build-history.ts';
import { createConstantPrices, runHistoryPlan } from './testing/run-history-plan.ts';

const days = 10;

/** The price of a doubles on day 2; those of b and c are constant. */
const doubling: HistoryPlan = {
  days,
  assets: [
    { id: 'a', price: [10, 10, ...createConstantPrices(8, 20)] },
    { id: 'b', price: createConstantPrices(days, 10) },
    { id: 'c', price: createConstantPrices(days, 10) },
  ],
};

/** All prices are constant. */
const still: HistoryPlan = {
  days,
  assets: ['a', 'b', 'c'].map((id) => ({ id, price: createConstantPrices(days, 10) })),
};

function close(actual: Iterable<number>, expected: readonly number[]): void {
  const values = [...actual];
  expect(values).toHaveLength(expected.length);
  for (const [day, value] of expected.entries()) expect(values[day]).toBeCloseTo(value, 12);
}

test('default: the series starts at 1, the cost of the first purchase shows on the next day', () => {
  const { start, nav } = runHistoryPlan(still, { base_fee_pct: 1 });
  expect(start).toBe(1);
  close(nav, [1, ...createConstantPrices(8, 0.99)]);
});

test('behavior: a rebalance pays for what it buys and sells, at the prices of its day', () => {
  const { nav, statistics } = runHistoryPlan(doubling, { rebalance_days: 3, base_fee_pct: 1 });
  // Day 2: 0.99 × (2 + 1 + 1) / 3. Day 4: weights 1/2, 1/4, 1/4 go to thirds, x = 1/6 + 1/12 + 1/12.
  const paid = 1.32 * (1 - 0.01 / 3);
  close(nav, [1, 1.32, 1.32, ...createConstantPrices(6, paid)]);
  expect(statistics.total_fees_pct).toBeCloseTo(1 + 1 / 3, 12);
  expect(statistics).toMatchObject({ total_trades: 6, total_rebalances: 3, total_delistings: 0 });
  expect(statistics.total_return_pct).toBeCloseTo(31.56, 12);
  expect(statistics.max_drawdown_pct).toBeCloseTo(-100 / 300, 12);
  expect(statistics.annualized_return).toBeCloseTo(100 * (1.3156 ** (365 / 8) - 1), 4);
  const returns = [0.32, 0, -1 / 300, 0, 0, 0, 0, 0];
  const mean = (0.32 - 1 / 300) / 8;
  const variance = returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / 7;
  expect(statistics.sharpe_ratio).toBeCloseTo((mean / Math.sqrt(variance)) * Math.sqrt(365), 12);
});

test('behavior: fee and spread add up to one rate', () => {
  const percent = runHistoryPlan(doubling, { rebalance_days: 3, base_fee_pct: 0.2 });
  const mixed = runHistoryPlan(doubling, {
    rebalance_days: 3,
    base_fee_pct: 0.1,
    spread_multiplier: 1,
  });
  close(mixed.nav, [...percent.nav]);
});

test('behavior: a drift band is compared strictly, with the holdings at the eve', () => {
  // On day 2 the weight of a is 1/2 instead of 1/3, a drift of 16.67 points, which causes a
  // rebalance on day 3.
  const narrow = runHistoryPlan(doubling, { threshold_pct: 16.66, base_fee_pct: 1 });
  expect([...narrow.weights.keys()]).toEqual([1, 3]);
  close(narrow.nav, [1, 1.32, ...createConstantPrices(7, 1.32 * (1 - 0.01 / 3))]);
  const wide = runHistoryPlan(doubling, { threshold_pct: 16.67, rebalance_days: 1 });
  expect([...wide.weights.keys()]).toEqual([1]);
});

test('behavior: a drift as large as the band is not beyond it', () => {
  // Weights of 1/2 become 3/4 and 1/4, which binary fractions represent exactly.
  const assets = [
    { id: 'a', price: [8, 8, ...createConstantPrices(8, 24)] },
    { id: 'b', price: createConstantPrices(days, 8) },
  ];
  const rebalances = (threshold_pct: number) => [
    ...runHistoryPlan({ days, assets }, { threshold_pct }).weights.keys(),
  ];
  expect(rebalances(25)).toEqual([1]);
  expect(rebalances(24.999)).toEqual([1, 3]);
});

test('behavior: with a drift band a rebalance comes after 365 days at the latest', () => {
  const long = {
    days: 400,
    assets: still.assets.map(({ id }) => ({ id, price: createConstantPrices(400, 5) })),
  };
  const { weights } = runHistoryPlan(long, { threshold_pct: 5, rebalance_days: 30 });
  expect([...weights.keys()]).toEqual([1, 366]);
});

test('behavior: a delisted position is sold and the others keep the risky share', () => {
  const plan = {
    ...still,
    assets: still.assets.with(0, { id: 'a', price: createConstantPrices(days, 10), delistedAt: 4 }),
  };
  const { nav, statistics } = runHistoryPlan(plan, { base_fee_pct: 1 });
  // Thirds become 0, 1/2, 1/2: x = 1/3 + 1/6 + 1/6.
  close(nav, [1, 0.99, 0.99, ...createConstantPrices(6, 0.99 * (1 - 0.02 / 3))]);
  expect(statistics).toMatchObject({ total_trades: 6, total_rebalances: 1, total_delistings: 1 });
});

test('behavior: a delisting keeps the cash that a regime holds', () => {
  const assets = still.assets.with(0, {
    id: 'a',
    price: createConstantPrices(days, 10),
    delistedAt: 4,
  });
  const plan = { days, assets, fng: createConstantPrices(days, 80) };
  const { nav, statistics } = runHistoryPlan(plan, {
    fng_mode: 'greed',
    fng_cash_pct: 0.4,
    base_fee_pct: 1,
  });
  // Weights of 1/5 with 2/5 cash: x = 0.6 at first, then 0.2 + 0.1 + 0.1 of the value after the
  // first cost.
  const held = 1 - 0.006;
  close(nav, [1, held, held, ...createConstantPrices(6, held * (1 - 0.004))]);
  expect(statistics.total_rebalances).toBe(1);
});

test('behavior: a delisting on the day of a rebalance is part of it', () => {
  const plan = {
    ...still,
    assets: still.assets.with(0, { id: 'a', price: createConstantPrices(days, 10), delistedAt: 4 }),
  };
  const { weights, statistics } = runHistoryPlan(plan, { rebalance_days: 3 });
  expect([...weights.keys()]).toEqual([1, 4, 7]);
  expect(weights.get(4)).toEqual({ b: 0.5, c: 0.5 });
  expect(statistics).toMatchObject({ total_delistings: 1, total_trades: 6, total_rebalances: 3 });
});

test('behavior: an asset whose prices end is sold at its last price', () => {
  const plan = { days, assets: [{ id: 'a', price: [10, 10, 5] }, still.assets[1] as never] };
  const { nav, statistics } = runHistoryPlan(plan, { base_fee_pct: 1 });
  // Day 2: 0.99 × 3/4. Day 3: weights 1/3 and 2/3 become 0 and 1, x = 2/3.
  const low = 0.99 * 0.75;
  close(nav, [1, low, ...createConstantPrices(7, low * (1 - 0.02 / 3))]);
  expect(statistics.total_delistings).toBe(1);
});

test('behavior: an asset without a price on the very last day counts as delisted on it', () => {
  const plan = {
    days,
    assets: [{ id: 'a', price: createConstantPrices(9, 10) }, still.assets[1] as never],
  };
  expect(runHistoryPlan(plan).statistics).toMatchObject({ total_delistings: 1, total_trades: 4 });
});

test('behavior: when everything is delisted the rest is cash', () => {
  const plan = { days, assets: [{ id: 'a', price: [10, 10, 5] }] };
  const { nav, statistics } = runHistoryPlan(plan, { base_fee_pct: 1 });
  close(nav, [1, 0.495, ...createConstantPrices(7, 0.495 * 0.99)]);
  expect(statistics).toMatchObject({ total_delistings: 1, total_trades: 2 });
});

test('behavior: delist_haircut takes its part of the last price', () => {
  const plan = {
    ...still,
    assets: still.assets.with(0, { id: 'a', price: createConstantPrices(days, 10), delistedAt: 4 }),
  };
  close(runHistoryPlan(plan, { delist_haircut: 0.3 }).nav, [
    1,
    1,
    1,
    ...createConstantPrices(6, 0.9),
  ]);
});

test('behavior: a gap is bridged by the last price, and the asset can be sold in it', () => {
  const gap = { id: 'a', price: [10, 10, 20, null, null, 30, 30, 30, 30, 30] };
  const plan = { days, assets: [gap, still.assets[1] as never] };
  const { nav, weights } = runHistoryPlan(plan, { rebalance_days: 2 });
  // Asset a is sold on day 3 at 20, cannot be bought on day 5 (no price on day 4), and is bought on
  // day 7.
  expect([...weights]).toEqual([
    [1, { a: 0.5, b: 0.5 }],
    [3, { b: 1 }],
    [5, { b: 1 }],
    [7, { a: 0.5, b: 0.5 }],
    [9, { a: 0.5, b: 0.5 }],
  ]);
  close(nav, [1, ...createConstantPrices(8, 1.5)]);
});

test('behavior: ranks are of the day before, ties go to the smaller id', () => {
  const assets = [
    { id: 'a', price: createConstantPrices(days, 10), cap: [1, 1, 1, 9, 9, 9, 9, 9, 9, 9] },
    { id: 'b', price: createConstantPrices(days, 10), cap: createConstantPrices(days, 5) },
    { id: 'c', price: createConstantPrices(days, 10), cap: createConstantPrices(days, 5) },
  ];
  const { weights } = runHistoryPlan({ days, assets }, { top_n: 1, rebalance_days: 1 });
  expect([...weights.values()].map((held) => Object.keys(held)[0])).toEqual([
    ...['b', 'b', 'b'],
    ...new Array(6).fill('a'),
  ]);
});

test('behavior: an asset can be bought on the day after its listing', () => {
  const assets = [
    { id: 'a', price: createConstantPrices(days, 10) },
    { id: 'b', price: createConstantPrices(days, 10), listedAt: 4 },
    { id: 'c', price: [null, null, null, ...createConstantPrices(7, 10)] },
  ];
  const { weights } = runHistoryPlan({ days, assets }, { rebalance_days: 1 });
  const names = [...weights.values()].map((held) => Object.keys(held).sort().join(''));
  expect(names).toEqual(['a', 'a', 'a', 'ac', 'abc', 'abc', 'abc', 'abc', 'abc']);
});

test('behavior: with no asset to buy the portfolio is cash until the next rebalance', () => {
  const a = { id: 'a', price: [10, 10, 10, null, null, 20, 20, 40, 40, 40] };
  const { nav, weights, statistics } = runHistoryPlan({ days, assets: [a] }, { rebalance_days: 3 });
  expect([...weights]).toEqual([
    [1, { a: 1 }],
    [4, {}],
    [7, { a: 1 }],
  ]);
  close(nav, createConstantPrices(9, 1));
  expect(statistics).toMatchObject({ total_trades: 3, total_rebalances: 3 });
});

test('behavior: the run waits for the first day with something to buy', () => {
  const late = { id: 'a', price: [null, null, null, ...createConstantPrices(7, 10)] };
  expect(runHistoryPlan({ days, assets: [late] }).start).toBe(4);
  expect(runHistoryPlan({ days, assets: [late] }, { start_date: '2020-01-08' }).start).toBe(7);
});

test('behavior: a run that starts on the last day has one point and no statistics', () => {
  const { nav, statistics } = runHistoryPlan(still, { start_date: '2020-01-10', base_fee_pct: 1 });
  close(nav, [1]);
  expect(statistics).toMatchObject({ total_return_pct: 0, annualized_return: 0, sharpe_ratio: 0 });
});

test('behavior: a portfolio that its costs eat up is worth 0 from then on', () => {
  // The larger asset changes every day and with it the whole portfolio; each day's costs leave 0.1
  // of the value.
  const long = 500;
  const every = (cap: (t: number) => number) => Array.from({ length: long }, (_, t) => cap(t));
  const assets = [0, 1].map((turn) => ({
    id: 'ab'[turn] as string,
    price: createConstantPrices(long, 10),
    cap: every((t) => 1 + ((t + turn) % 2)),
    ...(turn === 1 ? { delistedAt: long - 1 } : {}),
  }));
  const query = { top_n: 1, rebalance_days: 1, base_fee_pct: 25, spread_multiplier: 200 };
  const { nav, statistics, holdings } = runHistoryPlan({ days: long, assets }, query);
  expect([...nav].every((value) => value >= 0)).toBe(true);
  expect(nav[300]).toBeGreaterThan(0);
  expect(nav.at(-1)).toBe(0);
  expect(statistics).toMatchObject({
    total_return_pct: -100,
    annualized_return: -100,
    max_drawdown_pct: -100,
    total_rebalances: long - 1,
  });
  expect(Object.values(statistics).every(Number.isFinite)).toBe(true);
  expect([...holdings.weights, ...holdings.units].every(Number.isFinite)).toBe(true);
});

test('behavior: a return of one day that no number can hold for a year stays finite', () => {
  const leap = { days, assets: [{ id: 'a', price: [...createConstantPrices(9, 10), 100] }] };
  const { statistics } = runHistoryPlan(leap, { start_date: '2020-01-09' });
  expect(statistics.annualized_return).toBe(Number.MAX_VALUE);
});

test('error: nothing to buy in the requested time', () => {
  const gone = { days, assets: [{ id: 'a', price: [10, 10, 10] }] };
  expect(() => runHistoryPlan(gone, { start_date: '2020-01-05', top_n: 7 })).toThrow(
    'not enough coins: 0 available, 7 required',
  );
});
