import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import {
  dataNodeFormats,
  type GatewayPerFormat,
  startGatewayPerFormat,
} from '../support/data-node-formats.ts';
import { getJson } from '../support/get-json.ts';

let world: GatewayPerFormat;
beforeAll(async () => {
  world = await startGatewayPerFormat();
});
afterAll(() => world[Symbol.asyncDispose]());

const id = `0x${'0'.repeat(63)}1`;
const unknown = `0x${'f'.repeat(64)}`;
const day = 86_400;

describe.each(dataNodeFormats)('DTFs with a data node in the format %s', (format) => {
  const get = (path: string) => getJson(world[format], path);

  test('default: /itp-price has exactly its eight fields, NAV in integers', async () => {
    const { status, headers, body } = await get(
      `/itp-price?itp_id=${id.toUpperCase().replace('X', 'x')}`,
    );
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, s-maxage=2');
    const dtf = world.node.state.shareLedger.dtf(id);
    expect(Object.keys(body).sort()).toEqual([
      'assets_priced',
      'assets_total',
      'aum_usd',
      'itp_id',
      'nav',
      'nav_display',
      'source',
      'total_supply',
    ]);
    expect(body).toMatchObject({
      itp_id: id,
      source: 'data-node',
      assets_total: dtf?.assets.length,
    });
    expect(body.total_supply).toBe(String(dtf?.supply));
    expect(body.nav).toMatch(/^[1-9]\d+$/);
    expect(body.nav_display).toBeCloseTo(Number(body.nav) / 1e18, 9);
    expect(body.aum_usd).toBeCloseTo(
      Number((BigInt(body.nav) * BigInt(body.total_supply)) / 10n ** 24n) / 1e12,
      4,
    );
  });

  test.each([
    ['1d', 300, 288],
    ['7d', 3600, 168],
    ['30d', day, 30],
    ['90d', day, 90],
    ['1y', day, 365],
  ])(
    'default: /nav-series over %s is a bare array, a point every %i seconds',
    async (range, step, count) => {
      const { body } = await get(`/nav-series?itp_id=${id}&range=${range}`);
      expect(body.length).toBeGreaterThanOrEqual(count - 1);
      expect(body.length).toBeLessThanOrEqual(count + 1);
      const times = body.map((point: { timestamp: number }) => point.timestamp);
      expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
      expect(times[2] - times[1]).toBe(step);
      expect(times.at(-1)).toBeLessThanOrEqual(testNow / 1000);
      for (const point of body) {
        expect(Object.keys(point).sort()).toEqual(['nav', 'timestamp']);
        expect(point.nav).toBeGreaterThan(0);
      }
    },
  );

  test('behavior: a point of /nav-series is the NAV at its time, whatever the range', async () => {
    const { body: snapshot } = await get(`/snapshot?itp_id=${id}`);
    const navs = new Map<number, number>();
    for (const range of ['1d', '7d', '30d', '1y']) {
      const { body: points } = await get(`/nav-series?itp_id=${id}&range=${range}`);
      for (const { timestamp, nav } of points) {
        expect(nav).toBe(navs.get(timestamp) ?? nav);
        navs.set(timestamp, nav);
      }
      expect(points.at(-1).timestamp).toBe(Math.floor(testNow / 1000));
      expect(points.at(-1).nav / snapshot.nav).toBeCloseTo(1, 3);
    }
    const today = Math.floor(testNow / 1000 / day) * day;
    for (const at of [today, today - day, today - 3 * day]) {
      const worths = await Promise.all(
        snapshot.assets.map(async ({ symbol, qty }: { symbol: string; qty: string }) => {
          const window = `from=${at - day}&to=${at}`;
          const { body } = await get(`/market/history?source=crypto&asset=${symbol}&${window}`);
          expect(body.prices.at(-1).timestamp).toBe(at);
          return (Number(qty) / 1e18) * body.prices.at(-1).value;
        }),
      );
      const worth = worths.reduce((sum, value) => sum + value, 0);
      expect((navs.get(at) ?? 0) / worth).toBeCloseTo(1, 6);
    }
  });

  test('default: /aum-ranking is a bare array by AUM, descending', async () => {
    const { headers, body } = await get('/aum-ranking');
    expect(headers.get('cache-control')).toBe('public, s-maxage=10, stale-while-revalidate=60');
    expect(body).toHaveLength(world.node.state.shareLedger.dtfs().length);
    const aums = body.map((entry: { aum_usd: number }) => entry.aum_usd);
    expect(aums).toEqual(aums.toSorted((a: number, b: number) => b - a));
    for (const entry of body) {
      expect(Object.keys(entry).sort()).toEqual([
        'asset_count',
        'aum_usd',
        'itp_id',
        'name',
        'nav_per_share',
        'symbol',
        'total_supply',
      ]);
      expect(typeof entry.nav_per_share).toBe('number');
      expect(entry.total_supply).toMatch(/^\d+$/);
    }
  });

  test('default: /snapshot of one is an object, of all an array of the same', async () => {
    const one = (await get(`/snapshot?itp_id=${id}`)).body;
    const all = (await get('/snapshot')).body;
    expect(Object.keys(one).sort()).toEqual([
      'assets',
      'aum_usd',
      'itp_id',
      'name',
      'nav',
      'symbol',
      'total_supply',
    ]);
    expect(all).toHaveLength(world.node.state.shareLedger.dtfs().length);
    expect(all).toContainEqual(one);
    const weights = one.assets.map((asset: { weight: number }) => asset.weight);
    expect(weights.reduce((sum: number, weight: number) => sum + weight, 0)).toBeCloseTo(1, 6);
    for (const asset of one.assets) {
      expect(Object.keys(asset).sort()).toEqual(['name', 'price', 'qty', 'symbol', 'weight']);
      expect(asset.qty).toMatch(/^\d+$/);
    }
  });

  const malformed = 'itp_id must be 0x followed by 64 hex digits';
  const rangeError = 'range must be one of 1d, 7d, 30d, 90d, 1y';
  test.each([
    ['/itp-price', 400, 'itp_id is required'],
    ['/itp-price?itp_id=', 400, malformed],
    [`/itp-price?itp_id=${id}0`, 400, malformed],
    [`/itp-price?itp_id=0x${'g'.repeat(64)}`, 400, malformed],
    [`/itp-price?itp_id=${id}&itp_id=${id}`, 400, 'itp_id must be given once'],
    // The chain, which says nothing here, may have what the data node has not heard of yet.
    [`/itp-price?itp_id=${unknown}`, 502, 'neither the data node nor the chain has the price'],
    [`/nav-series?itp_id=${id}`, 400, 'range is required'],
    [`/nav-series?itp_id=${id}&range=2d`, 400, rangeError],
    [`/nav-series?itp_id=${id}&range=`, 400, rangeError],
    [`/nav-series?itp_id=${unknown}&range=1d`, 404, `DTF ${unknown} does not exist`],
    ['/snapshot?itp_id=1', 400, malformed],
    [`/snapshot?itp_id=${unknown}`, 404, `DTF ${unknown} does not exist`],
  ])('error: %s is %i', async (path, status, error) => {
    expect(await get(path)).toMatchObject({ status, body: { error } });
  });
});

test('behavior: both upstream formats give the same responses', async () => {
  for (const path of [
    `/itp-price?itp_id=${id}`,
    '/aum-ranking',
    '/snapshot',
    `/nav-series?itp_id=${id}&range=30d`,
  ]) {
    const [spec, wild] = [await getJson(world.spec, path), await getJson(world.wild, path)];
    expect(wild.body).toEqual(spec.body);
  }
});
