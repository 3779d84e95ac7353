import { expect, test } from 'vitest';
import type { AssetPlan } from '../testing/build-history.ts';
import { computeFirstWeights, createConstantPrices } from '../testing/run-history-plan.ts';

const days = 30;

/** Prices of 100 that change to `last` on day 20; the decision is made on day u = 28. */
const step = (last: number) => [
  ...createConstantPrices(20, 100),
  ...createConstantPrices(10, last),
];

function weigh(
  weighting: string,
  assets: readonly AssetPlan[],
  query: Readonly<Record<string, string | number>> = {},
): Readonly<Record<string, number>> {
  const ids = assets.map(({ id }) => id);
  const plan = { days, assets, categories: { 'dl-x': ids } };
  return computeFirstWeights(plan, {
    weighting,
    category_id: 'dl-x',
    start_date: '2020-01-30',
    ...query,
  });
}

function closeTo(actual: Readonly<Record<string, number>>, expected: Record<string, number>): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  for (const [id, weight] of Object.entries(expected)) expect(actual[id]).toBeCloseTo(weight, 14);
}

/** Market caps 90, 9 and 1. */
const caps = [90, 9, 1].map((cap, i) => ({
  id: 'abc'[i] as string,
  price: createConstantPrices(days, 1),
  cap: createConstantPrices(days, cap),
}));

test('default: equal', () => closeTo(weigh('equal', caps), { a: 1 / 3, b: 1 / 3, c: 1 / 3 }));

test('behavior: mcap has no floor', () =>
  closeTo(weigh('mcap', caps), { a: 0.9, b: 0.09, c: 0.01 }));

test('behavior: mcap weighs by the caps of the day before', () => {
  const jump = caps.map((asset) => ({ ...asset, cap: [...asset.cap.slice(0, 29), 1000] }));
  closeTo(weigh('mcap', jump), { a: 0.9, b: 0.09, c: 0.01 });
});

test('behavior: sqrt_mcap', () => {
  const total = Math.sqrt(90) + 3 + 1;
  closeTo(weigh('sqrt_mcap', caps), { a: Math.sqrt(90) / total, b: 3 / total, c: 1 / total });
});

test('behavior: mcap_cap spreads what is above the cap, again and again', () => {
  // a is limited to 50 %; b and c share the other 50 % as 9 : 1.
  closeTo(weigh('mcap_cap50', caps), { a: 0.5, b: 0.45, c: 0.05 });
  // a and b are limited to 40 % each; c gets the rest.
  closeTo(weigh('capped_mcap_40', caps), { a: 0.4, b: 0.4, c: 0.2 });
  closeTo(weigh('mcap_cap33', caps), { a: 1 / 3, b: 1 / 3, c: 1 / 3 });
  closeTo(weigh('mcap_cap90', caps), { a: 0.9, b: 0.09, c: 0.01 });
});

/** Returns over the last 10 days: +100 %, −50 %, 0 %. */
const moved = [200, 50, 100].map((last, i) => ({ id: 'abc'[i] as string, price: step(last) }));

test('behavior: momentum scores z-scores of log returns', () => {
  // ln 2, −ln 2, 0: mean 0, spread ln 2·√(2/3), z = ±√1.5.
  const up = 1 + Math.sqrt(1.5);
  const total = up + 1 / up + 1;
  closeTo(weigh('momentum_10', moved), { a: up / total, b: 1 / up / total, c: 1 / total });
});

test('behavior: momentum without any spread is equal', () => {
  closeTo(weigh('momentum_5', moved), { a: 1 / 3, b: 1 / 3, c: 1 / 3 });
});

test('behavior: momentum clips at three deviations', () => {
  const many = Array.from({ length: 20 }, (_, i) => ({
    id: `x${String(i).padStart(2, '0')}`,
    price: step(i === 0 ? 1e6 : 100),
  }));
  const weights = weigh('momentum_10', many, { top_n: 20 });
  // z of the jump is √19 > 3; the others have −1/√19.
  const low = 1 / (1 + 1 / Math.sqrt(19));
  expect(weights.x00).toBeCloseTo(4 / (4 + 19 * low), 14);
});

test('behavior: dual_mom holds rising assets in proportion, when the mean rises', () => {
  // Returns of +100 %, −50 %, 0 %: the mean is positive and only a has risen.
  closeTo(weigh('dual_mom_10', moved), { a: 1 });
  const both = [...moved, { id: 'd', price: step(150) }];
  closeTo(weigh('dual_mom_10', both), { a: 2 / 3, d: 1 / 3 });
});

test('behavior: dual_mom is all cash when the mean falls or nothing rises', () => {
  closeTo(weigh('dual_mom_10', [moved[1] as AssetPlan, { id: 'd', price: step(110) }]), {});
  closeTo(weigh('dual_mom_5', moved), {});
});

/** Log returns +s, −s, +s, … */
const swing = (size: number) =>
  Array.from({ length: days }, (_, t) => 100 * Math.exp(t % 2 === 0 ? 0 : size));

test('behavior: invvol weighs by 1/σ', () => {
  const calm = { id: 'a', price: swing(0.01) };
  const wild = { id: 'b', price: swing(0.03) };
  closeTo(weigh('invvol_20', [calm, wild]), { a: 0.75, b: 0.25 });
  // The σ of a constant price counts as 1e-8.
  const none = { id: 'c', price: createConstantPrices(days, 5) };
  const sigma = Math.sqrt((20 * 0.01 ** 2) / 19);
  const weights = weigh('invvol_20', [calm, none]);
  expect(weights.a).toBeCloseTo(1 / sigma / (1 / sigma + 1e8), 14);
});

test('behavior: low_vol holds the calmer half, ties by id', () => {
  const four = [0.02, 0.01, 0.01, 0.03].map((size, i) => ({
    id: 'abcd'[i] as string,
    price: swing(size),
  }));
  closeTo(weigh('low_vol_20', four), { b: 0.5, c: 0.5 });
  closeTo(weigh('low_vol_20', four.slice(1)), { b: 1 });
});

test('behavior: multi_factor adds three ranks, equal values share theirs', () => {
  // a: highest return (3), most volatile (1), cap rank 1. b: 1 + 2 + 2.5. c: 2 + 3 + 2.5.
  const assets = [
    { id: 'a', price: step(200), cap: createConstantPrices(days, 5) },
    { id: 'b', price: step(90), cap: createConstantPrices(days, 7) },
    { id: 'c', price: createConstantPrices(days, 100), cap: createConstantPrices(days, 7) },
  ];
  closeTo(weigh('multi_factor_10', assets), { a: 5 / 18, b: 5.5 / 18, c: 7.5 / 18 });
});

test('behavior: an asset with too little history weighs nothing, all of them weigh the same', () => {
  const young = { id: 'b', price: [...new Array(10).fill(null), ...swing(0.01).slice(10)] };
  const old = { id: 'a', price: swing(0.02) };
  // u = 28: b has 18 returns, 20 are needed; with L = 18 it has enough.
  closeTo(weigh('invvol_25', [old, young]), { a: 1 });
  closeTo(weigh('invvol_18', [old, young]), { a: 1 / 3, b: 2 / 3 });
  closeTo(weigh('invvol_25', [{ ...old, price: young.price }, young]), { a: 0.5, b: 0.5 });
});

test('behavior: a look-back longer than the history takes what there is', () => {
  // Only 28 of 60 returns exist; all of them count.
  closeTo(weigh('dual_mom_60', moved), { a: 1 });
});

test('behavior: risk_parity of two assets is 1/σ, whatever their correlation', () => {
  const pair = [swing(0.01), swing(0.04)].map((price, i) => ({ id: 'ab'[i] as string, price }));
  const { a = 0, b = 0 } = weigh('risk_parity_20', pair);
  expect(a + b).toBeCloseTo(1, 14);
  // Shrinkage brings the variances closer together: the ratio is between 1 : 1 and 4 : 1.
  expect(a / b).toBeGreaterThan(2);
  expect(a / b).toBeLessThanOrEqual(4 + 1e-9);
});

test('behavior: covariance schemes give everything to the only valid asset', () => {
  const young = { id: 'b', price: [...new Array(20).fill(null), ...createConstantPrices(10, 3)] };
  const old = { id: 'a', price: swing(0.02) };
  for (const scheme of ['risk_parity_25', 'min_var_25'])
    closeTo(weigh(scheme, [old, young]), { a: 1 });
});

test('behavior: covariance schemes are equal when no price moved', () => {
  for (const scheme of ['risk_parity_10', 'min_var_10']) {
    closeTo(weigh(scheme, caps), { a: 1 / 3, b: 1 / 3, c: 1 / 3 });
  }
});

/** Creates a protocol whose metrics are known on days 22 to 28 (u = 28) by default. */
function protocol(id: string, defi: AssetPlan['defi']): AssetPlan {
  return { id, price: createConstantPrices(days, 1), ...(defi === undefined ? {} : { defi }) };
}
const at = (values: Readonly<Record<number, number>>) =>
  Array.from({ length: days }, (_, t) => values[t] ?? null);

test('behavior: tvl takes the latest value of the last seven days', () => {
  const assets = [
    protocol('a', { tvl: at({ 22: 30, 29: 1e9 }) }),
    protocol('b', { tvl: at({ 21: 1e9 }) }),
    protocol('c', { tvl: at({ 22: 99, 25: 10 }) }),
  ];
  closeTo(weigh('tvl', assets), { a: 0.75, c: 0.25 });
  closeTo(weigh('tvl_sqrt', assets), {
    a: Math.sqrt(3) / (Math.sqrt(3) + 1),
    c: 1 / (Math.sqrt(3) + 1),
  });
  closeTo(weigh('tvl_cap60', assets), { a: 0.6, c: 0.4 });
  closeTo(weigh('tvl_capped_40', assets), { a: 0.4, b: 0.2, c: 0.4 });
});

test('behavior: tvl_cap counts every selected asset, and none weighs more than the cap', () => {
  const half = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      protocol(`x${i}`, i < count / 2 ? { tvl: at({ 28: 2 ** i }) } : {}),
    );
  const weights = (count: number, scheme: string) => weigh(scheme, half(count), { top_n: count });
  const equal = Object.fromEntries(half(10).map(({ id }) => [id, 0.1]));
  closeTo(weights(10, 'tvl_cap10'), equal);
  closeTo(weights(10, 'tvl_cap5'), equal);
  // 8 · 15 % > 1: the four with a TVL weigh 15 % each, the others share 40 %.
  const shared = Object.fromEntries(half(8).map(({ id }, i) => [id, i < 4 ? 0.15 : 0.1]));
  closeTo(weights(8, 'tvl_cap15'), shared);
});

test('behavior: a capped scheme in which only one asset has a value', () => {
  const assets = [protocol('a', { tvl: at({ 28: 7 }) }), protocol('b', {}), protocol('c', {})];
  closeTo(weigh('tvl_cap50', assets), { a: 0.5, b: 0.25, c: 0.25 });
  closeTo(weigh('tvl_cap100', assets), { a: 1 });
});

test('behavior: fees, revenue and volume take the mean of the days that are there', () => {
  for (const metric of ['fees', 'revenue', 'volume'] as const) {
    const assets = [
      protocol('a', { [metric]: at({ 21: 1e9, 22: 2, 28: 4 }) }),
      protocol('b', { [metric]: at({ 25: 1 }) }),
      protocol('c', { [metric]: at({ 25: -5 }) }),
    ];
    closeTo(weigh(metric, assets), { a: 0.75, b: 0.25 });
  }
});

test('behavior: tvl_mom compares with the value L days before', () => {
  const assets = [
    protocol('a', { tvl: at({ 8: 10, 28: 30 }) }),
    protocol('b', { tvl: at({ 2: 20, 28: 20 }) }),
    protocol('c', { tvl: at({ 28: 20 }) }),
  ];
  closeTo(weigh('tvl_mom_20', assets), { a: 0.75, b: 0.25 });
  closeTo(weigh('tvl_momentum_20', assets), { a: 0.75, b: 0.25 });
});

test('behavior: metrics from before the first day of prices count', () => {
  // Day t is at lead + t; the decision of day 1 uses data up to day 0.
  const lead = 8;
  const from = (values: Readonly<Record<number, number>>) =>
    Array.from({ length: lead + days }, (_, row) => values[row - lead] ?? null);
  const plan = {
    days,
    lead,
    assets: [
      protocol('a', { tvl: from({ [-8]: 10, 0: 30 }), fees: from({ [-7]: 1e9, [-6]: 2, 0: 4 }) }),
      protocol('b', { tvl: from({ [-3]: 20 }), fees: from({ [-1]: 1 }) }),
      protocol('c', { tvl: from({ [-4]: 10, [-1]: 30 }) }),
    ],
    categories: { 'dl-all': ['a', 'b', 'c'] },
  };
  const weights = (weighting: string) =>
    computeFirstWeights(plan, { weighting, category_id: 'dl-all', top_n: 3 });
  closeTo(weights('tvl'), { a: 3 / 8, b: 2 / 8, c: 3 / 8 });
  closeTo(weights('fees_w'), { a: 0.75, b: 0.25 });
  closeTo(weights('tvl_mom_3'), { a: 3 / 7, b: 1 / 7, c: 3 / 7 });
  closeTo(weights('tvl_mom_8'), { a: 1 });
});

test('behavior: fee_eff and yield_w', () => {
  const assets = [
    protocol('a', { tvl: at({ 28: 100 }), fees: at({ 27: 2, 28: 4 }), apy: at({ 28: 9 }) }),
    protocol('b', { tvl: at({ 28: 100 }), fees: at({ 28: 1 }), apy: at({ 26: 5, 28: 1 }) }),
    protocol('c', { fees: at({ 28: 1 }) }),
  ];
  closeTo(weigh('fee_eff', assets), { a: 0.75, b: 0.25 });
  closeTo(weigh('yield', assets), { a: 0.9, b: 0.1 });
});

test('behavior: DeFi schemes weigh equally when no asset has the metric', () => {
  const assets = [protocol('a', {}), protocol('b', { tvl: at({ 28: -1 }) })];
  for (const scheme of [
    'tvl',
    'tvl_cap10',
    'tvl_sqrt',
    'fees_w',
    'tvl_mom_20',
    'fee_eff',
    'yield_w',
  ]) {
    closeTo(weigh(scheme, assets), { a: 0.5, b: 0.5 });
  }
});
