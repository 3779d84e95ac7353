import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpService, createJsonResponse, type HttpService } from '../../lib/http-service.ts';
import { testBatchConfig } from '../testing/test-oracle.ts';
import { hashBatchConfig } from './batch-config.ts';
import { BATCH_CONFIG_FILE_NAME, openBatchConfigFile } from './batch-config-file.ts';
import { createPriceFeed } from './price-feed.ts';

let folder: string;
let service: HttpService;
let url: string;
let response: unknown;
let requested: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'markets-'));
  const handle = ({ query }: { query: URLSearchParams }) => {
    requested.push(query.toString());
    return createJsonResponse(response);
  };
  const routes = [{ method: 'GET', path: '/vision/snapshot', handle }] as const;
  service = createHttpService({ name: 'data node', routes });
  url = await service.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test('behavior: the hash of a config does not depend on the order of markets, but on all terms', () => {
  const hash = hashBatchConfig(testBatchConfig);
  const [first, second] = testBatchConfig.markets;
  if (!first || !second) throw new Error('two markets');
  expect(hashBatchConfig({ ...testBatchConfig, markets: [second, first] })).toBe(hash);
  const changes = [
    { source_id: 'other' },
    { tick_duration: 11 },
    { lock_offset: 1 },
    { markets: [first] },
    { markets: [first, { ...second, threshold_bps: 1 }] },
  ];
  const others = changes.map((change) => hashBatchConfig({ ...testBatchConfig, ...change }));
  expect(new Set([hash, ...others]).size).toBe(1 + changes.length);
});

test('behavior: the library finds configs that are added to its file later', async () => {
  const path = join(folder, BATCH_CONFIG_FILE_NAME);
  const library = await openBatchConfigFile(path);
  const hash = hashBatchConfig(testBatchConfig);
  expect(library.find(hash)).toBeUndefined();
  await writeFile(path, JSON.stringify({ configs: [testBatchConfig] }));
  await library.refresh();
  expect(library.find(hash)).toEqual(testBatchConfig);
  await writeFile(path, '{"configs":[{"source_id":""}]}');
  await expect(library.refresh()).rejects.toThrow(BATCH_CONFIG_FILE_NAME);
});

const row = (assetId: unknown, value: unknown, at: number) => ({
  assetId,
  value,
  fetchedAt: new Date(at * 1000).toISOString(),
});

test('default: prices of a time in either format, each time requested once', async () => {
  const feed = createPriceFeed(url);
  requested = [];
  response = { snapshots: [row('a', '1.5', 99), row('b', 2, 100)] };
  const [prices] = await Promise.all([feed.fetchAt('x y', 100), feed.fetchAt('x y', 100)]);
  expect([...prices]).toEqual([
    ['a', { value: 1.5, at: 99 }],
    ['b', { value: 2, at: 100 }],
  ]);
  await feed.fetchAt('x y', 100);
  expect(requested).toEqual(['source=x+y&limit=20000&at=100']);
  response = { prices: [row('c', -3, 200)], totalAssets: 1 };
  expect([...(await feed.fetchAt('x', 200))]).toEqual([['c', { value: -3, at: 200 }]]);
});

test('behavior: rows from after the time and rows without sense are left out', async () => {
  response = {
    snapshots: [
      row('late', 1, 301),
      row('nan', 'abc', 300),
      row(7, 1, 300),
      null,
      row('ok', 1, 300),
    ],
  };
  expect([...(await createPriceFeed(url).fetchAt('x', 300)).keys()]).toEqual(['ok']);
});

test('error: a data node that is down or sends something else', async () => {
  response = { rows: [] };
  await expect(createPriceFeed(url).fetchAt('x', 1)).rejects.toThrow();
  await expect(createPriceFeed('http://127.0.0.1:1').fetchAt('x', 1)).rejects.toThrow();
});
