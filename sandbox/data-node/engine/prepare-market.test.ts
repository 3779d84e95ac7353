import { expect, test } from 'vitest';
import { MISSING_DAY } from '../../world/market-history.ts';
import { prepareMarket } from './prepare-market.ts';
import { type AssetPlan, buildHistory } from './testing/build-history.ts';
import { createConstantPrices } from './testing/run-history-plan.ts';

const days = 6;
const prepare = (assets: readonly AssetPlan[], categories = {}) =>
  prepareMarket(buildHistory({ days, assets, categories }));

test('default: prices are carried forward, returns are of carried prices', () => {
  const market = prepare([{ id: 'a', price: [null, 1, null, 4, 4, 2] }]);
  expect([...market.filled]).toEqual([Number.NaN, 1, 1, 4, 4, 2]);
  const returns = [Number.NaN, Number.NaN, 0, Math.log(4), 0, Math.log(0.5)];
  expect([...market.logReturn]).toEqual(returns);
  expect([...market.eligibleCap]).toEqual([0, 0, 0, 0, 4000, 4000]);
});

test('behavior: a listing is the later of the date given and the first price', () => {
  const market = prepare([
    { id: 'a', price: createConstantPrices(days, 1), listedAt: 2 },
    { id: 'b', price: [null, null, null, 1, 1, 1], listedAt: 2 },
    { id: 'c', price: createConstantPrices(days, 1), listedAt: -5 },
  ]);
  expect([...market.listing]).toEqual([2, 3, 0]);
});

test('behavior: a delisting is the earlier of the date given and the day after the last price', () => {
  const market = prepare([
    { id: 'a', price: createConstantPrices(days, 1), delistedAt: 3 },
    { id: 'b', price: createConstantPrices(4, 1) },
    { id: 'c', price: createConstantPrices(5, 1), delistedAt: 2 },
    { id: 'd', price: createConstantPrices(5, 1) },
    { id: 'e', price: createConstantPrices(days, 1) },
  ]);
  expect([...market.delisting]).toEqual([3, 4, 2, 5, MISSING_DAY]);
});

test('behavior: a price that is not positive is none', () => {
  const market = prepare([{ id: 'a', price: [1, 0, -1, 2, 2, 2] }]);
  expect([...market.price]).toEqual([1, Number.NaN, Number.NaN, 2, 2, 2]);
});

test('behavior: pegged assets are in their own categories alone', () => {
  const assets = ['a', 'b', 'c'].map((id) => ({ id, price: createConstantPrices(days, 1) }));
  const { categories } = prepare(assets, { stablecoins: ['b'], defi: ['b', 'c'] });
  expect(categories.map(({ id, assets: members }) => [id, [...members]])).toEqual([
    ['all', [0, 2]],
    ['stablecoins', [1]],
    ['defi', [2]],
  ]);
});
