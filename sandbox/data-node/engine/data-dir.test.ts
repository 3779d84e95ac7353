import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadHistory } from '../../world/load-history.ts';
import { parseRunParameters } from './parameters/parse-run-parameters.ts';
import { prepareMarket } from './prepare-market.ts';
import { runBacktest } from './run-backtest.ts';
import { buildHistory } from './testing/build-history.ts';
import { runNaiveBacktest } from './testing/naive-backtest.ts';
import { createRandomHistoryPlan, createSeededRandom } from './testing/random-history-plan.ts';
import { createRandomRunQuery } from './testing/random-run-query.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

const days = 60;
const plan = createRandomHistoryPlan({ seed: 11, days, assets: 8, trouble: 0.1 });
const iso = (t: number) => new Date(Date.UTC(2020, 0, 1 + t)).toISOString().slice(0, 10);
const text = (value: number | null | undefined) => ((value ?? null) === null ? '' : String(value));
const dated = (t: number | undefined) => (t === undefined ? '' : iso(t));

function write(name: string, header: string, rows: readonly string[]): void {
  writeFileSync(join(folder, name), `${[header, ...rows].join('\n')}\n`);
}

write(
  'prices.csv',
  'date,asset,price,market_cap',
  plan.assets.flatMap(({ id, price, cap }) =>
    price.flatMap((value, t) =>
      value === null ? [] : [`${iso(t)},${id},${value},${text(cap?.[t])}`],
    ),
  ),
);
write(
  'listings.csv',
  'asset,listed_at,delisted_at',
  plan.assets.map(
    ({ id, listedAt, delistedAt }) => `${id},${dated(listedAt)},${dated(delistedAt)}`,
  ),
);
write(
  'fng.csv',
  'date,value',
  (plan.fng ?? []).flatMap((value, t) => (value === null ? [] : [`${iso(t)},${value}`])),
);

test('behavior: a folder of CSV files gives the numbers that its rows give', () => {
  const loaded = loadHistory({ seed: 1, endDate: '2026-01-01', dataDir: folder });
  const { rounds: _, categories: __, ...rest } = plan;
  const expected = buildHistory({
    ...rest,
    assets: plan.assets.map(({ defi: ___, ...asset }) => asset),
  });
  const market = prepareMarket(loaded);
  const random = createSeededRandom(3);
  let compared = 0;
  for (let turn = 0; turn < 60; turn += 1) {
    const query = createRandomRunQuery(random, days);
    if (
      query.get('category_id') !== 'all' ||
      [...query.keys()].some((key) => key.startsWith('vc_'))
    )
      continue;
    const { parameters } = parseRunParameters(query, market);
    const slow = runNaiveBacktest(expected, parameters);
    const fast = runBacktest({ market, parameters });
    for (const [day, value] of slow?.nav.entries() ?? [])
      expect(fast.nav[day]).toBeCloseTo(value, 9);
    compared += fast.nav.length === slow?.nav.length ? 1 : 0;
  }
  expect(compared).toBeGreaterThan(5);
});
