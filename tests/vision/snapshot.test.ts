import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGateway, type TestGateway, unreachableUrl } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { type FakeValues, row, rows, startValues } from './support/fake-values.ts';

const now = Date.parse('2026-09-21T13:35:00Z');
const day = 24 * 3_600_000;
const ago = (ms: number) => new Date(now - ms).toISOString();

let stack: AsyncDisposableStack;
let node: FakeValues;
let gateway: TestGateway;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  node = stack.use(await startValues());
  gateway = stack.use(
    await startGateway({ DATA_NODE_URL: node.url }, { clock: { now: () => now } }),
  );
});
afterEach(() => stack.disposeAsync());

const snapshotOf = (counts: Readonly<Record<string, number>>) => {
  const snapshots = rows(counts);
  return { generatedAt: ago(1000), count: snapshots.length, limit: 5000, snapshots };
};
const statsOf = (sources: Record<string, object>) => ({
  totalAssets: 12_345,
  totalActiveAssets: 9,
  sourceCount: Object.keys(sources).length,
  sources,
});

test('default: the grid with exact fields, numbers as numbers, and the true count', async () => {
  node.bodies.set('/vision/snapshot', snapshotOf({ weather: 2 }));
  node.bodies.set('/market/stats', statsOf({}));
  const { status, headers, body } = await getJson(gateway, '/vision/snapshot');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, s-maxage=30');
  expect(node.asked).toContain('GET /vision/snapshot?limit=5000');
  expect(body).toEqual({
    generatedAt: ago(1000),
    maxAgeSecs: null,
    totalAssets: 12_345,
    sources: [],
    prices: [0, 1].map((index) => ({
      source: 'weather',
      assetId: `weather-${index}`,
      symbol: `S${index}`,
      name: `Asset ${index} of weather`,
      category: 'things',
      value: index + 0.25,
      prevClose: null,
      changePct: -1.5,
      volume24h: null,
      marketCap: 1e9,
      fetchedAt: '2026-09-21T13:34:00.000Z',
      imageUrl: null,
    })),
  });
});

test('behavior: what is no number is null, what is no row is left out', async () => {
  const odd = { ...row('a', 0), value: 'NaN', changePct: true, marketCap: '1e999', category: 7 };
  const snapshots = [odd, null, 'x', { source: 'a' }, { source: 'a', assetId: 'bare' }];
  node.bodies.set('/vision/snapshot', { snapshots });
  const { body } = await getJson(gateway, '/vision/snapshot');
  expect(body.prices).toHaveLength(2);
  expect(body.prices[0]).toMatchObject({
    value: null,
    changePct: null,
    marketCap: null,
    category: null,
  });
  expect(body.prices[1]).toMatchObject({ symbol: 'bare', name: 'bare', fetchedAt: null });
  // Without counts the answer tells what it holds.
  expect(body.totalAssets).toBe(2);
});

test('behavior: the response of a data node in the specified format is passed on', async () => {
  node.bodies.set('/market/stats', statsOf({ weather: { totalAssets: 7, activeAssets: 1 } }));
  node.bodies.set('/vision/snapshot', snapshotOf({ weather: 1 }));
  const { body: known } = await getJson(gateway, '/vision/snapshot');
  // The statistics know nothing of x, whose count is the data node's own.
  for (const [source, totalAssets] of Object.entries({ x: 99, weather: 7 })) {
    const prices = known.prices.map((price: object) => ({ ...price, source }));
    const specified = { generatedAt: ago(2000), prices, totalAssets: 99 };
    node.bodies.set('/vision/snapshot', specified);
    const { status, body } = await getJson(gateway, `/vision/snapshot?source=${source}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...known, ...specified, totalAssets });
  }
});

test('behavior: the true count is that of the market statistics, not of the limited rows', async () => {
  const { snapshots } = snapshotOf({ weather: 2 });
  const weather = { totalAssets: 10_777, activeAssets: 1 };
  const sources = { weather, uncounted: { activeAssets: 1 } };
  node.bodies.set('/market/stats', { ...statsOf(sources), totalAssets: 22_644 });
  const expected = { '': 22_644, weather: 10_777, uncounted: 5000, unlisted: 5000 };
  for (const [source, totalAssets] of Object.entries(expected)) {
    const rows = snapshots.map((row) => ({ ...row, source: source || row.source }));
    node.bodies.set('/vision/snapshot', { prices: rows, totalAssets: 5000, count: 5000 });
    const query = source === '' ? '' : `?source=${source}`;
    const { body, headers } = await getJson(gateway, `/vision/snapshot${query}`);
    expect(body.totalAssets, source).toBe(totalAssets);
    expect(headers.get('cache-control')).toBe('public, s-maxage=30');
    const args = source === '' ? '' : `(sourceId: "${source}")`;
    const { data } = await gateway.query(`{ snapshot${args} { totalAssets } }`);
    expect(data, source).toEqual({ snapshot: { totalAssets } });
  }
  expect(node.asked.filter((asked) => asked.includes('/market/stats'))).toHaveLength(1);
});

test('behavior: while the market statistics fail the data node’s count is used, and the response is cached for 10 s', async () => {
  node.bodies.set('/vision/snapshot', { prices: [], totalAssets: 5000 });
  node.bodies.set('/market/stats', 'nothing to count');
  const { body, headers } = await getJson(gateway, '/vision/snapshot');
  expect(body.totalAssets).toBe(5000);
  expect(headers.get('cache-control')).toBe('public, s-maxage=10');
});

test('behavior: without market statistics the data node’s count is returned', async () => {
  node.bodies.set('/vision/snapshot', { ...snapshotOf({ weather: 2 }), count: 77 });
  expect((await getJson(gateway, '/vision/snapshot')).body.totalAssets).toBe(77);
  node.bodies.set('/vision/snapshot', { ...snapshotOf({ weather: 2 }), count: 'many' });
  expect((await getJson(gateway, '/vision/snapshot?source=weather')).body.totalAssets).toBe(2);
});

test.each([{}, { prices: 7 }, { rows: [] }])('error: %j is no snapshot', async (body) => {
  node.bodies.set('/vision/snapshot', body);
  expect((await getJson(gateway, '/vision/snapshot')).status).toBe(502);
});

test('behavior: at most 200 assets a source and 5,000 in all', async () => {
  const counts = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`s${index}`, 250]));
  node.bodies.set('/vision/snapshot', snapshotOf(counts));
  const { body } = await getJson(gateway, '/vision/snapshot');
  const perSource = Map.groupBy(body.prices as { source: string }[], ({ source }) => source);
  expect(body.prices).toHaveLength(5000);
  expect([...perSource.values()].map((list) => list.length)).toEqual(Array(25).fill(200));
});

test('behavior: one source has up to 10,000 assets and its own count', async () => {
  node.bodies.set('/vision/snapshot', snapshotOf({ 'a b': 10_500 }));
  node.bodies.set('/market/stats', statsOf({ 'a b': { totalAssets: 10_777, activeAssets: 1 } }));
  const { body } = await getJson(gateway, '/vision/snapshot?source=a%20b');
  expect(node.asked).toContain('GET /vision/snapshot?source=a%20b&limit=10000');
  expect([body.prices.length, body.totalAssets]).toEqual([10_000, 10_777]);
});

test('default: sources with their health by the clock', async () => {
  const active = { totalAssets: 5, activeAssets: 1 };
  node.bodies.set(
    '/market/stats',
    statsOf({
      fresh: { ...active, newestRecord: ago(7 * day - 1) },
      old: { ...active, newestRecord: ago(7 * day + 1) },
      timeless: { ...active, newestRecord: null },
      asleep: { totalAssets: 9, activeAssets: 0, newestRecord: ago(1000) },
      zoneless: { ...active, newestRecord: '2026-09-21T13:00:00' },
      garbled: { ...active, newestRecord: 'garbage' },
    }),
  );
  const { status, headers, body } = await getJson(gateway, '/vision/snapshot/meta');
  expect(status).toBe(200);
  // A data node without a list of sources has failed to give nothing.
  expect(headers.get('cache-control')).toBe('public, s-maxage=30, stale-while-revalidate=60');
  expect(Object.keys(body).sort()).toEqual([
    'assetCounts',
    'generatedAt',
    'sources',
    'totalAssets',
    'totalCategories',
    'totalSources',
  ]);
  expect(body.sources[0]).toEqual({
    sourceId: 'fresh',
    displayName: 'fresh',
    enabled: true,
    syncIntervalSecs: 300,
    lastSync: ago(7 * day - 1),
    nextSync: null,
    estimatedNextUpdate: null,
    status: 'healthy',
  });
  const statuses = body.sources.map((one: { status: string }) => one.status);
  expect(statuses).toEqual(['healthy', 'stale', 'stale', 'not_started', 'healthy', 'stale']);
  expect(body.sources.at(-1).lastSync).toBeNull();
  expect(body).toMatchObject({
    totalAssets: 12_345,
    totalSources: 5,
    totalCategories: 10,
    assetCounts: { fresh: 5, old: 5, timeless: 5, asleep: 9, zoneless: 5, garbled: 5 },
  });
});

test('behavior: without a total the assets of the sources are summed up', async () => {
  const sources = {
    a: { totalAssets: '5', activeAssets: 1, newestRecord: null },
    b: { totalAssets: 7 },
  };
  node.bodies.set('/market/stats', { totalAssets: null, sources });
  node.bodies.set('/vision/snapshot', snapshotOf({ a: 2 }));
  expect((await getJson(gateway, '/vision/snapshot/meta')).body.totalAssets).toBe(12);
  expect((await getJson(gateway, '/vision/snapshot')).body.totalAssets).toBe(12);
});

test('behavior: a missing market statistic does not affect requests that do not need it', async () => {
  const cacheOf = async (body: object) => {
    node.bodies.set('/vision/snapshot', body);
    const other = stack.use(
      await startGateway({ DATA_NODE_URL: node.url }, { clock: { now: () => now } }),
    );
    return (await getJson(other, '/vision/snapshot')).headers.get('cache-control');
  };
  expect(await cacheOf({ prices: [], totalAssets: 7 })).toBe('public, s-maxage=30');
  expect(await cacheOf(snapshotOf({ weather: 2 }))).toBe('public, s-maxage=10');
});

test('default: the registry of sources, and its categories counted', async () => {
  const registry = {
    sources: [{ sourceId: 'fresh', name: 'Fresh', logo: '/x.svg', prefixes: ['f'] }],
    categories: [{ key: 'a', label: 'A', order: 0 }],
  };
  node.bodies.set('/sources/registry', registry);
  node.bodies.set('/market/stats', statsOf({}));
  const { body, headers } = await getJson(gateway, '/vision/sources');
  expect(body).toEqual(registry);
  expect(headers.get('cache-control')).toContain('s-maxage=300');
  expect((await getJson(gateway, '/vision/snapshot/meta')).body.totalCategories).toBe(1);
});

test.each([
  '/vision/snapshot',
  '/vision/snapshot?source=x',
  '/vision/snapshot/meta',
  '/vision/sources',
])('error: without a data node %s is 502', async (path) => {
  const lonely = stack.use(await startGateway({ DATA_NODE_URL: unreachableUrl }));
  for (const [one, missing] of [
    [lonely, false],
    [gateway, true],
  ] as const) {
    const { status, body } = await getJson(one, path);
    expect(Object.keys(body)).toEqual(['error']);
    // A data node without the route is none; only a source may be unknown by name.
    const named = missing && path.includes('source=');
    expect(status).toBe(named ? 404 : 502);
  }
});

test.each(['?source=', '?source=a&source=b', `?source=${'x'.repeat(300)}`])(
  'args: %s is 400',
  async (query) => {
    expect((await getJson(gateway, `/vision/snapshot${query}`)).status).toBe(400);
  },
);

test('behavior: the schema says what a missing source is: empty, as data nodes respond', async () => {
  node.bodies.set('/vision/snapshot', snapshotOf({}));
  const { data } = await gateway.query<{
    snapshot: object;
    __type: { fields: { name: string; description: string }[] };
  }>(`{
    snapshot(sourceId: "nowhere") { totalAssets prices { totalCount } }
    __type(name: "Query") { fields { name description } }
  }`);
  expect(data.snapshot).toEqual({ totalAssets: 0, prices: { totalCount: 0 } });
  const described = data.__type.fields.find(({ name }) => name === 'snapshot')?.description;
  expect(described).toContain('empty for a source that does not exist, or null');
});
