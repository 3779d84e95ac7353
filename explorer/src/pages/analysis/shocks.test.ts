import { expect, test } from 'vitest';
import { expandShocks, fallOfAll, fallOfTwo, readShocks } from './shocks.ts';

test('default: an address without shocks lets all prices fall', () => {
  expect(readShocks(null)).toEqual(fallOfAll);
  expect(readShocks('')).toEqual([]);
});

test('behavior: the last change of a ticker counts, and what is no shock is left out', () => {
  expect(readShocks('btc:-30,eth:-101,?:5,BTC:-20.5')).toEqual([{ symbol: 'BTC', pct: -20.5 }]);
});

test('behavior: a fall of all prices names each ticker once, and keeps the named changes', () => {
  expect(readShocks('*:-30')).toEqual(fallOfAll);
  const shocks = [...fallOfAll, { symbol: 'BTC', pct: -50 }];
  expect(expandShocks(shocks, ['BTC', 'ETH', 'SOL'])).toEqual([
    { symbol: 'BTC', pct: -50 },
    { symbol: 'ETH', pct: -30 },
    { symbol: 'SOL', pct: -30 },
  ]);
  expect(expandShocks(fallOfTwo, ['BTC', 'ETH', 'SOL'])).toEqual(fallOfTwo);
});

test('behavior: at most 100 shocks, the first tickers', () => {
  const tickers = Array.from({ length: 130 }, (_, index) => `T${index}`);
  const expanded = expandShocks(fallOfAll, tickers);
  expect(expanded).toHaveLength(100);
  expect(expanded.at(-1)).toEqual({ symbol: 'T99', pct: -30 });
});
