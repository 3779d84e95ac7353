import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDataNode, type TestDataNode, testNow } from '../testing/test-data-node.ts';
import { sourceSpecs } from './source-catalog.ts';
import { createSyntheticSource } from './synthetic-source.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const second = Math.floor(testNow / 1000);
const week = 7 * 86_400;

type Stats = { totalAssets: number; activeAssets: number; newestRecord: string | null };
type Row = { assetId: string; source: string; symbol: string; value: number; fetchedAt: string };

test('default: the statistics count every source correctly, in both formats', async () => {
  const { body } = await node.spec('/market/stats');
  const stats: Stats[] = Object.values(body.sources);
  expect(body.sourceCount).toBe(stats.length);
  expect(stats.length).toBeGreaterThanOrEqual(85);
  expect(stats.length).toBeLessThanOrEqual(95);
  expect(body.totalAssets).toBe(stats.reduce((sum, one) => sum + one.totalAssets, 0));
  expect(body.totalActiveAssets).toBe(stats.reduce((sum, one) => sum + one.activeAssets, 0));
  expect(body.totalAssets).toBeGreaterThan(10_000);
  expect((await node.wild('/market/stats')).body).toEqual(body);
});

test('behavior: there are healthy, stale, undated and never started sources, and one over 10,000', async () => {
  const { body } = await node.spec('/market/stats');
  const stats: Stats[] = Object.values(body.sources);
  const age = ({ newestRecord }: Stats) => testNow - Date.parse(newestRecord ?? '');
  expect(
    stats.filter((one) => age(one) < 3_700_000 && one.activeAssets > 0).length,
  ).toBeGreaterThan(70);
  expect(stats.filter((one) => age(one) > week * 1000).length).toBeGreaterThanOrEqual(3);
  expect(stats.filter((one) => one.activeAssets === 0).length).toBeGreaterThanOrEqual(3);
  expect(stats.filter((one) => one.activeAssets > 0 && one.newestRecord === null).length).toBe(1);
  expect(stats.some((one) => one.activeAssets > 10_000)).toBe(true);
  for (const id of ['crypto', 'weather', 'earthquake']) expect(body.sources).toHaveProperty(id);
});

test('behavior: within a source every id and symbol is there once', () => {
  for (const source of node.state.marketSources.sources) {
    const ids = new Set(source.entities.map(({ id }) => id));
    const symbols = new Set(source.entities.map(({ symbol }) => symbol));
    expect([source.id, ids.size, symbols.size]).toEqual([
      source.id,
      source.entities.length,
      source.entities.length,
    ]);
  }
});

test('behavior: a snapshot of all gives every source its turn, up to the limit', async () => {
  const { body } = await node.spec('/vision/snapshot?limit=5000');
  expect([body.count, body.limit, body.snapshots.length]).toEqual([5_000, 5_000, 5_000]);
  const sources = new Set(body.snapshots.map(({ source }: Row) => source));
  expect(sources.size).toBeGreaterThan(80);
  const { body: all } = await node.spec('/vision/snapshot?limit=100000');
  expect(all.count).toBeGreaterThan(10_000);
  expect(all.count).toBe(all.snapshots.length);
});

test('behavior: a snapshot of one source holds that source alone', async () => {
  const { body } = await node.spec('/vision/snapshot?source=flights&limit=10000');
  expect(body.count).toBe(10_000);
  expect(new Set(body.snapshots.map(({ source }: Row) => source))).toEqual(new Set(['flights']));
  expect((await node.spec('/vision/snapshot?source=nowhere')).body.count).toBe(0);
});

test('behavior: legacy rows are the same with decimals as strings', async () => {
  const { body: spec } = await node.spec('/vision/snapshot?source=crypto&limit=500');
  const { body: wild } = await node.wild('/vision/snapshot?source=crypto&limit=500');
  expect(spec.count).toBeGreaterThan(200);
  for (const [number, row] of wild.snapshots.entries()) {
    const { value, changePct, volume24h, marketCap, ...rest } = spec.snapshots[number];
    expect(row).toMatchObject({
      assetId: rest.assetId,
      fetchedAt: rest.fetchedAt,
      valueScaled: rest.valueScaled,
      priceScale: '100000000',
    });
    expect(typeof row.value).toBe('string');
    const numbers = [row.value, row.changePct, row.volume24h, row.marketCap];
    expect(numbers.map((text) => (text === null ? null : Number(text)))).toEqual([
      value,
      changePct,
      volume24h,
      marketCap,
    ]);
  }
});

test('behavior: a history ends with the value of the snapshot, in both formats', async () => {
  for (const [source, asset] of [
    ['crypto', 'BTC'],
    ['weather', 'berlin'],
    ['fx', 'EUR%2FUSD'],
  ]) {
    const { body } = await node.spec(`/market/prices/${source}/${asset}/history`);
    const times = body.prices.map((point: { timestamp: number }) => point.timestamp);
    expect(times[0]).toBeGreaterThanOrEqual(second - week);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    const { body: rows } = await node.spec(`/vision/snapshot?source=${source}&limit=10000`);
    const row = rows.snapshots.find(({ symbol, assetId }: Row) =>
      [symbol, assetId].includes(decodeURIComponent(asset ?? '')),
    );
    expect(body.prices.at(-1)).toEqual({
      timestamp: Math.floor(Date.parse(row.fetchedAt) / 1000),
      value: row.value,
    });
    const { body: wild } = await node.wild(`/market/prices/${source}/${asset}/history`);
    expect(wild.count).toBe(body.prices.length);
    expect(
      wild.prices.map(({ fetchedAt, value }: Record<string, string>) => ({
        timestamp: Date.parse(fetchedAt ?? '') / 1000,
        value: Number(value),
      })),
    ).toEqual(body.prices);
  }
});

test('behavior: from and to are Unix seconds or ISO times; the legacy node ignores numbers', async () => {
  const [from, to] = [1_760_000_000, 1_760_086_400];
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const path = '/market/prices/crypto/bitcoin/history';
  const { body } = await node.spec(`${path}?from=${from}&to=${to}`);
  expect(body.prices.length).toBeGreaterThan(280);
  expect((await node.spec(`${path}?from=${iso(from)}&to=${iso(to)}`)).body).toEqual(body);
  expect((await node.wild(`${path}?from=${iso(from)}&to=${iso(to)}`)).body.count).toBe(
    body.prices.length,
  );
  const ignored = (await node.wild(`${path}?from=${from}&to=${to}`)).body;
  expect(Date.parse(ignored.prices[0].fetchedAt) / 1000).toBeGreaterThanOrEqual(second - week);
});

test('behavior: values follow from the seed and the time, and stay finite', () => {
  const spec = fc.constantFrom(...sourceSpecs.filter(({ state }) => state === 'live'));
  const ms = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') });
  fc.assert(
    fc.property(spec, fc.nat(), ms, (one, pick, at) => {
      const options = { seed: 7, silentSince: 0 };
      const source = createSyntheticSource(one, options);
      const entity = pick % source.entities.length;
      const value = source.valueAt(entity, at);
      expect(createSyntheticSource(one, options).valueAt(entity, at)).toBe(value);
      if (value === null) return;
      expect(Number.isFinite(value)).toBe(true);
      const room = one.movement === 'ratio' ? Math.exp(one.swing) : 1;
      expect(value).toBeGreaterThanOrEqual(
        one.movement === 'ratio' ? Math.floor(one.low / room) : one.low,
      );
      expect(value).toBeLessThanOrEqual(Math.ceil(one.high * room));
    }),
    { numRuns: 200 },
  );
});

test('behavior: the registry names every source and its category', async () => {
  const { body } = await node.spec('/sources/registry');
  expect(body.sources.length).toBe((await node.spec('/market/stats')).body.sourceCount);
  expect(body.categories.length).toBe(10);
  const keys = new Set(body.categories.map(({ key }: { key: string }) => key));
  expect(body.sources.every(({ category }: { category: string }) => keys.has(category))).toBe(true);
});

test('error: unknown markets and malformed parameters are refused', async () => {
  const status = async (path: string) => (await node.spec(path)).status;
  expect(await status('/market/prices/nowhere/x/history')).toBe(404);
  expect(await status('/market/prices/crypto/nothing/history')).toBe(404);
  expect(await status('/market/prices/crypto/BTC/history?from=yesterday')).toBe(400);
  expect(await status('/market/prices/crypto/BTC/history?from=20&to=10')).toBe(400);
  expect(await status('/vision/snapshot?limit=0')).toBe(400);
  expect(await status('/vision/snapshot?limit=many')).toBe(400);
});
