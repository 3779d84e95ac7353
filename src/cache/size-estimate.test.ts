import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import type { CachePolicyName } from './cache-policies.ts';
import { estimateSize } from './size-estimate.ts';
import { createValueCache } from './value-cache.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const many = <T>(count: number, row: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => row(n));
const stats = {
  ...{
    total_return_pct: 20.5,
    annualized_return: 10.5,
    max_drawdown_pct: -50.5,
    sharpe_ratio: 0.5,
  },
  ...{ total_fees_pct: 1.5, total_trades: 12, total_rebalances: 3, total_delistings: 1 },
};

/** Values as JSON text, in the shapes that the domain clients parse from it. */
const shapes: readonly (readonly [name: string, CachePolicyName, () => unknown])[] = [
  [
    'market history',
    'marketHistory',
    () =>
      many(30_000, (n) => ({ timestamp: n, value: n + 0.5, fetchedAt: `2026-01-01T00:00:${n}Z` })),
  ],
  [
    'a market snapshot',
    'marketSnapshot',
    () => ({
      generatedAt: null,
      entries: many(10_000, (n) => ({
        ...{ source: 'crypto', assetId: `asset-${n}`, symbol: `S${n}`, name: `Asset number ${n}` },
        ...{ category: 'defi', value: n + 0.5, prevClose: null, changePct: 1.5, volume24h: 12.5 },
        ...{ marketCap: 1e9 + 0.5, fetchedAt: `2026-01-01T00:00:${n}Z`, imageUrl: null },
      })),
    }),
  ],
  [
    'a ranking',
    'ranking',
    () =>
      many(10_000, (n) => ({
        ...{
          itp_id: `0x${String(n).padStart(64, '0')}`,
          name: `Fund number ${n}`,
          symbol: `F${n}`,
        },
        ...{ nav_per_share: 10.5, aum_usd: n + 0.5, total_supply: `${n}00000000000000000000` },
        asset_count: 10,
      })),
  ],
  [
    'a comparison',
    'simComparison',
    () =>
      many(10, (run_id) => ({
        run_id,
        nav_series: many(2000, (n) => {
          const day = `day-${n}-${run_id}`;
          return { date: day, nav_date: day, nav: n + 0.5, drawdown_pct: -1.5 };
        }),
      })),
  ],
  ['results', 'simResults', () => many(5000, (id) => ({ id, weighting: `equal-${id}`, ...stats }))],
];

test.each(shapes)(
  'default: the estimate for %s is close to its heap memory',
  (_name, policy, make) => {
    const text = JSON.stringify(make());
    JSON.parse(text);
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = many(5, () => JSON.parse(text) as unknown);
    collect();
    const taken = (process.memoryUsage().heapUsed - before) / kept.length;
    const counted = estimateSize(policy, kept[0], text.length);
    expect(taken / counted).toBeLessThan(1.5);
    expect(taken / counted).toBeGreaterThan(0.4);
  },
);

test('behavior: the cache is limited by the memory of rows, not by the size of responses', async () => {
  const maxBytes = 10_000_000;
  const cache = createValueCache({ clock: systemClock, maxBytes });
  for (let key = 0; key < 20; key += 1) {
    const value = many(10_000, (n) => ({ timestamp: n, value: 0.5 }));
    const fetch = async () => ({ value, bytes: 40 * value.length });
    await cache.read({ policy: 'marketHistory', key: String(key), fetch });
  }
  expect(cache.stats().entries).toBe(5);
});

test.each([null, {}, [], 'text', 7])(
  'args: %j without rows counts as the size of its response',
  (value) => {
    expect(estimateSize('marketSnapshot', value, 40)).toBe(40);
    expect(estimateSize('dtfSnapshot', value, 40)).toBe(40);
    expect(estimateSize('price', value, 40)).toBe(40);
  },
);

test('behavior: one snapshot counts as its response, a list of snapshots by its assets', () => {
  const one = { assets: many(10, (n) => ({ symbol: `S${n}` })) };
  expect(estimateSize('dtfSnapshot', one, 1000)).toBe(1000);
  expect(estimateSize('dtfSnapshot', [one, one], 1000)).toBe(2 * (300 + 10 * 180));
});

test('behavior: a series counts as its JSON and the memory of its parsed rows', () => {
  expect(estimateSize('navSeries', { json: '[]'.padEnd(100) }, 120)).toBe(300);
});
