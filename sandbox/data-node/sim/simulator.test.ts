import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHistory } from '../engine/testing/build-history.ts';
import { plainRunQuery, type ServedSimulator, serveSimulator } from './testing/serve-simulator.ts';

let served: ServedSimulator;
beforeAll(async () => {
  served = await serveSimulator();
});
afterAll(() => served[Symbol.asyncDispose]());

test('default: /sim/run has the body of the specification', async () => {
  const { status, body } = await served.json(`/sim/run?${plainRunQuery}`);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual([
    'run_id',
    'config',
    'stats',
    'nav_series',
    'cached',
    'computed_in_ms',
  ]);
  expect(body).toMatchObject({
    run_id: expect.any(Number),
    config: { category_id: 'all', weighting: 'mcap', base_fee_pct: 0.1, threshold_pct: null },
    stats: { start_date: '2020-01-02', end_date: '2023-01-04', total_rebalances: 37 },
    cached: false,
  });
  const { nav_series: series, computed_in_ms: took } = body as never as {
    nav_series: readonly Record<string, unknown>[];
    computed_in_ms: number;
  };
  expect(series).toHaveLength(1099);
  expect(series[0]).toEqual({
    date: '2020-01-02',
    nav_date: '2020-01-02',
    nav: 1,
    drawdown_pct: 0,
  });
  expect(Number.isInteger(took) && took >= 1).toBe(true);
});

test('behavior: a repeated run is the same bytes but for cached and computed_in_ms', async () => {
  const cold = await served.text(`/sim/run?${plainRunQuery}&base_fee_pct=0.3`);
  const again = await served.text(
    `/sim/run?base_fee_pct=0.30&${plainRunQuery
      .toUpperCase()
      .replace(/[A-Z_]+=/g, (name) => name.toLowerCase())
      .replace('=ALL', '=all')}`,
  );
  expect(again).toBe(
    cold.replace(/"cached":false,"computed_in_ms":\d+\}$/, '"cached":true,"computed_in_ms":0}'),
  );
  expect(again).toMatch(/"cached":true/);
});

test('behavior: force computes again and keeps the run id', async () => {
  const first = await served.json(`/sim/run?${plainRunQuery}`);
  const forced = await served.json(`/sim/run?${plainRunQuery}&force=true`);
  expect(forced.body).toEqual({
    ...(first.body as object),
    cached: false,
    computed_in_ms: expect.any(Number),
  });
});

test('behavior: tvl_cap10 holds ten protocols equally when five of them have no TVL', async () => {
  const ids = Array.from({ length: 10 }, (_, i) => `protocol-${i}`);
  const assets = ids.map((id, i) => {
    const price = new Array<number>(40).fill(1 + i);
    return { id, price, ...(i < 5 ? { defi: { tvl: price.map((value) => value * 1e6) } } : {}) };
  });
  const capped = buildHistory({ days: 40, assets, categories: { 'dl-dexes': ids } });
  await using dexes = await serveSimulator({ history: capped });
  const query = 'category_id=dl-dexes&top_n=10&weighting=tvl_cap10&rebalance_days=30';
  const { body } = await dexes.json(`/sim/run?${query}`);
  const { run_id: id } = body as { run_id: number };
  const { holdings } = (await dexes.json(`/sim/holdings?run_id=${id}`)).body as {
    holdings: readonly { readonly weight: number }[];
  };
  expect(holdings.map(({ weight }) => weight)).toEqual(new Array(10).fill(0.1));
});

test('behavior: holdings are of the last rebalance or of a day, largest first, in both spellings', async () => {
  const { body } = await served.json(`/sim/run?${plainRunQuery}`);
  const { run_id: id } = body as { run_id: number };
  type Holding = Readonly<Record<string, number>>;
  const holdings = async (query: string) =>
    (
      (await served.json(`/sim/holdings?run_id=${id}${query}`)).body as {
        holdings: readonly Holding[];
      }
    ).holdings;
  const last = await holdings('');
  expect(last).toHaveLength(10);
  expect(last[0]).toMatchObject({ rebalance_date: '2022-12-17', coin_id: expect.any(String) });
  for (const [place, { weight = 0, weight_pct, quantity, price_usd, price }] of last.entries()) {
    expect(weight_pct).toBeCloseTo(100 * weight, 12);
    expect(price).toBe(price_usd);
    expect(quantity).toBeGreaterThan(0);
    if (place > 0) expect(weight).toBeLessThanOrEqual(last[place - 1]?.weight as number);
  }
  expect(last.reduce((sum, { weight = 0 }) => sum + weight, 0)).toBeCloseTo(1, 12);
  const first = await holdings('&date=2020-01-02');
  const worth = first.reduce((sum, { quantity = 0, price = 0 }) => sum + quantity * price, 0);
  expect(worth).toBeCloseTo(0.998, 12);
  expect(await holdings('&date=2020-01-03')).toEqual([]);
});

test('behavior: results are newest first, of one category if requested', async () => {
  await served.text(`/sim/run?${plainRunQuery.replace('=all', '=few')}`);
  const { body } = await served.json('/sim/results');
  const { results } = body as { results: readonly Record<string, unknown>[] };
  const times = results.map(({ computed_at }) => computed_at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(Object.keys(results[0] ?? {}).sort()).toEqual(
    [
      ...['id', 'category_id', 'top_n', 'weighting', 'rebalance_days', 'start_date', 'end_date'],
      ...['total_return_pct', 'annualized_return', 'max_drawdown_pct', 'sharpe_ratio'],
      ...['base_fee_pct', 'spread_multiplier', 'total_fees_pct', 'total_trades'],
      ...['total_rebalances', 'total_delistings', 'computed_at', 'duration_ms'],
    ].sort(),
  );
  const few = (await served.json('/sim/results?category_id=few')).body as {
    results: readonly unknown[];
  };
  expect(few.results).toHaveLength(1);
  expect((await served.json('/sim/results?category_id=none')).body).toEqual({ results: [] });
});

test('behavior: a run that was computed anew is the newest of the results', async () => {
  const { run_id } = JSON.parse(await served.text(`/sim/run?${plainRunQuery}`));
  await served.text(`/sim/run?${plainRunQuery.replace('top_n=10', 'top_n=9')}`);
  await served.text(`/sim/run?${plainRunQuery}&force=true`);
  for (const path of ['/sim/results', '/sim/results?category_id=all']) {
    const { body } = await served.json(path);
    expect(body).toMatchObject({ results: { 0: { id: run_id } } });
  }
});

test('behavior: compare skips what is no run', async () => {
  const { body } = await served.json(`/sim/run?${plainRunQuery}`);
  const { run_id, nav_series } = body as Record<string, unknown>;
  const compared = await served.json(`/sim/compare?run_ids=999999,x,${run_id},-1,${run_id}`);
  expect(compared.body).toEqual({ simulations: [{ run_id, nav_series }] });
});

test('behavior: benchmarks start at 1 and end on the requested day', async () => {
  const { body } = await served.json('/sim/benchmarks?start_date=2020-02-01&end_date=2020-02-03');
  const { benchmarks } = body as { benchmarks: readonly { nav_series: readonly object[] }[] };
  expect(benchmarks).toMatchObject([
    { symbol: 'BTC', coin_id: 'bitcoin' },
    { symbol: 'ETH', coin_id: 'ethereum' },
  ]);
  expect(benchmarks[0]?.nav_series).toHaveLength(3);
  expect(benchmarks[0]?.nav_series[0]).toEqual({ nav_date: '2020-02-01', nav: 1 });
  const open = (await served.json('/sim/benchmarks?start_date=2019-01-01')).body as typeof body;
  expect((open as { benchmarks: typeof benchmarks }).benchmarks[1]?.nav_series).toHaveLength(1100);
});

test('behavior: categories list all first, then by size', async () => {
  const { body } = await served.json('/sim/categories');
  const { categories } = body as { categories: readonly Record<string, unknown>[] };
  expect(categories.map(({ id }) => id)).toEqual(['all', 'dl-some', 'few']);
  expect(categories[0]).toEqual({
    id: 'all',
    name: 'all',
    coin_count: 40,
    market_cap: expect.any(Number),
    source: 'coingecko',
  });
});

test('behavior: an invalidated run is computed anew', async () => {
  const { body } = await served.json(`/sim/run?${plainRunQuery}&top_n=7`.replace('top_n=10&', ''));
  const { run_id } = body as { run_id: number };
  expect((await served.json(`/sim/invalidate?run_id=${run_id}`)).body).toEqual({ deleted: 1 });
  expect((await served.json(`/sim/invalidate?run_id=${run_id}`)).body).toEqual({ deleted: 0 });
  expect((await served.json(`/sim/holdings?run_id=${run_id}`)).status).toBe(404);
  expect((await served.json('/sim/reload-cache')).body).toEqual({ reloaded: true });
});

test('behavior: the fear and greed index and the investors', async () => {
  expect((await served.json('/fng/latest')).body).toEqual({
    date: '2023-01-04',
    value: expect.any(Number),
    classification: expect.stringMatching(/^(Extreme )?(Fear|Greed)$|^Neutral$/),
  });
  const { body } = await served.json('/dl/investors');
  const { investors } = body as { investors: readonly { name: string; raise_count: number }[] };
  expect(investors.map(({ name }) => name.toLowerCase()).sort()).toEqual([
    ...['alder', 'birch', 'cedar', 'dogwood'],
  ]);
  const counts = investors.map((investor) => investor.raise_count);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
});

const refused: readonly (readonly [string, number, RegExp])[] = [
  [`/sim/run?${plainRunQuery}&top_n=11`, 400, /^top_n must be given once/],
  [`/sim/run?${plainRunQuery.replace('=10', '=0')}`, 400, /^top_n must be/],
  [`/sim/run?${plainRunQuery.replace('=all', '=nowhere')}`, 404, /^unknown category_id/],
  [
    `/sim/run-stream?${plainRunQuery.replace('=mcap', '=foo')}`,
    400,
    /^weighting must be one of equal/,
  ],
  [`/sim/run-stream?${plainRunQuery.replace('=mcap', '=tvl')}`, 400, /DeFi category/],
  [`/sim/run-stream?${plainRunQuery}&start_date=2030-01-01`, 400, /^start_date must not be after/],
  [`/sim/run?${plainRunQuery}&vc_min_amount_m=100000`, 400, /^not enough coins/],
  ['/sim/sweep-stream?category_id=all', 400, /^sweep is required/],
  ['/sim/sweep-stream?category_id=all&sweep=colour', 400, /^sweep must be one of/],
  ['/sim/sweep-stream?category_id=all&sweep=category', 400, /^categories must list/],
  ['/sim/sweep-stream?sweep=top_n', 400, /^category_id is required/],
  ['/sim/sweep-stream?sweep=top_n&category_id=nowhere', 404, /^unknown category_id/],
  ['/sim/sweep-stream?sweep=top_n&category_id=all&weighting=tvl', 400, /DeFi category/],
  ['/sim/holdings', 400, /^run_id is required/],
  ['/sim/holdings?run_id=x', 400, /^run_id must be/],
  ['/sim/holdings?run_id=999999', 404, /^unknown run_id/],
  ['/sim/holdings?run_id=1&date=yesterday', 400, /^date must be/],
  ['/sim/compare', 400, /^run_ids is required/],
  ['/sim/benchmarks', 400, /^start_date is required/],
  ['/sim/benchmarks?start_date=2020-13-01', 400, /^start_date must be a date/],
  [
    '/sim/benchmarks?start_date=2020-02-01&end_date=2020-01-01',
    400,
    /^end_date must not be before/,
  ],
  ['/sim/invalidate', 400, /^run_id is required/],
];

test.each(refused)('error: %s is %d', async (path, status, message) => {
  const response = await served.json(path);
  expect(response.status).toBe(status);
  expect(Object.keys(response.body)).toEqual(['error']);
  expect((response.body as { error: string }).error).toMatch(message);
  expect(served.logged).toEqual([]);
});

test('error: the reason why a run cannot be stored is logged when the database has rolled back itself', async () => {
  await using full = await serveSimulator();
  // Imitates a full disk: SQLite ends the transaction before the writer gets the error.
  const file = new DatabaseSync(full.storePath);
  file.exec(
    `CREATE TRIGGER full BEFORE INSERT ON runs BEGIN SELECT RAISE(ROLLBACK, 'no room'); END`,
  );
  const { status, body } = await full.json(`/sim/run?${plainRunQuery}`);
  expect([status, body]).toEqual([500, { error: 'simulation failed' }]);
  expect(full.logged.join()).toContain('no room');
  file.exec('DROP TRIGGER full');
  file.close();
  expect((await full.json(`/sim/run?${plainRunQuery}`)).status).toBe(200);
});
