import { expect, test } from 'vitest';
import type { MarketSource } from './market-source.ts';
import { createMarketSources } from './market-sources.ts';

const source: MarketSource = {
  id: 'clock',
  name: 'Clock',
  category: 'tech',
  unit: 's',
  isPrice: false,
  entities: [{ id: 'tick', symbol: 'TICK', name: 'Tick', category: null }],
  activeCount: () => 1,
  lastSync: (now) => Math.floor(now / 60_000) * 60_000,
  valueAt: (_, ms) => ms / 1000,
  size: () => ({ volume24h: null, marketCap: null }),
};

test('behavior: rows of a past time are those of the sync before it, again and again', () => {
  let now = 1_000_000_000;
  const board = createMarketSources([source], () => now);
  const past = board.rows(10, 'clock', 999_990_000);
  expect(past[0]?.fetchedAt).toBe(999_960_000);
  now += 500_000;
  expect(board.rows(10, 'clock', 999_990_000)).toEqual(past);
  expect(board.rows(10, null, 999_990_000)).toEqual(past);
});

test('behavior: a time in the future gets the present value', () => {
  const board = createMarketSources([source], () => 1_000_000_000);
  expect(board.rows(10, 'clock', 2_000_000_000)).toEqual(board.rows(10, 'clock'));
});
