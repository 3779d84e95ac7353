import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computeNavWei } from '../../world/nav.ts';
import { startTestDataNode, type TestDataNode, testNow } from '../testing/test-data-node.ts';
import { candleIntervals } from './nav-series.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const second = Math.floor(testNow / 1000);
const first = `0x${'1'.padStart(64, '0')}`;
const unknown = `0x${'f'.repeat(64)}`;

type Asset = { symbol: string; weight: number; qty: string; price: number };

test('default: the price of a DTF is the floored sum of quantity times price', async () => {
  const { body: price } = await node.spec(`/itp-price?itp_id=${first}`);
  const { body: snapshot } = await node.spec(`/snapshot?itp_id=${first}`);
  const assets: readonly Asset[] = snapshot.assets;
  const quantities = assets.map(({ qty }) => BigInt(qty));
  const { nav } = computeNavWei(
    quantities,
    assets.map((asset) => asset.price),
  );
  expect(price).toEqual({
    itp_id: first,
    nav: String(nav),
    nav_display: expect.closeTo(Number(nav) / 1e18, 12),
    assets_priced: assets.length,
    assets_total: assets.length,
    aum_usd: expect.closeTo((Number(nav) / 1e18) * (Number(snapshot.total_supply) / 1e18), 6),
    total_supply: snapshot.total_supply,
    source: 'data-node',
  });
  expect(assets.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
});

test('behavior: the legacy price has a string to display, and no source', async () => {
  const { body: spec } = await node.spec(`/itp-price?itp_id=${first}`);
  const { body: wild } = await node.wild(`/itp-price?itp_id=${first}`);
  expect(Object.keys(wild)).not.toContain('source');
  expect(wild.nav).toBe(spec.nav);
  expect(wild.nav_display).toMatch(/^\d+\.\d{6}$/);
  expect(wild.timestamp).toBe(new Date(second * 1000).toISOString());
  expect(wild.aum_usd).toBe(spec.aum_usd);
  expect(wild.total_supply).toBe(spec.total_supply);
});

test('behavior: the ranking is ordered by assets under management, in both formats', async () => {
  const { body: spec } = await node.spec('/aum-ranking');
  const aums = spec.map((row: { aum_usd: number }) => row.aum_usd);
  expect(spec.length).toBeGreaterThanOrEqual(12);
  expect(aums).toEqual(aums.toSorted((a: number, b: number) => b - a));
  expect(Object.keys(spec[0])).toEqual([
    'itp_id',
    'name',
    'symbol',
    'nav_per_share',
    'aum_usd',
    'total_supply',
    'asset_count',
  ]);
  const { body: wild } = await node.wild('/aum-ranking');
  expect(wild).toEqual(spec);
});

test('behavior: the snapshot of all holds the snapshot of each', async () => {
  const { body: all } = await node.spec('/snapshot');
  const { body: one } = await node.spec(`/snapshot?itp_id=${first}`);
  expect(all).toContainEqual(one);
  expect(all.length).toBe((await node.spec('/aum-ranking')).body.length);
  const { body: wild } = await node.wild(`/snapshot?itp_id=${first}`);
  // Web clients call `toFixed` on the NAV, the weights and the prices, so they must be numbers.
  expect(wild).toEqual(one);
  expect(wild).toMatchObject({ nav: expect.any(Number), aum_usd: expect.any(Number) });
  expect(wild.assets[0]).toEqual({
    symbol: expect.any(String),
    name: expect.any(String),
    weight: expect.any(Number),
    qty: expect.stringMatching(/^\d+$/),
    price: expect.any(Number),
  });
});

const expected = {
  '1d': ['5m', 289],
  '7d': ['1h', 169],
  '30d': ['1d', 31],
  '90d': ['1d', 91],
  '1y': ['1d', 366],
} as const;

test.each(Object.entries(expected))(
  'behavior: range %s is the closes of the wild candles',
  async (range, [interval, count]) => {
    const { body: points } = await node.spec(`/nav-series?itp_id=${first}&range=${range}`);
    expect(points.length).toBe(count);
    const to = new Date(second * 1000).toISOString();
    const from = new Date(
      (second - Number(range === '1y' ? 365 : range.slice(0, -1)) * 86_400) * 1000,
    ).toISOString();
    const path = `/nav-series?itp_id=${first}&from=${from}&to=${to}&interval=${interval}`;
    const { body: series } = await node.wild(path);
    expect(series).toMatchObject({ itp_id: first, interval });
    type Candle = Record<'open' | 'high' | 'low' | 'close', string> & { time: number };
    expect(
      series.points.map(({ time, close }: Candle) => ({ timestamp: time, nav: Number(close) })),
    ).toEqual(points);
    for (const { time, open, high, low, close } of series.points as Candle[]) {
      expect(time === second || time % candleIntervals[interval] === 0).toBe(true);
      expect([open, close, low].every((value) => Number(value) <= Number(high))).toBe(true);
      expect([open, close].every((value) => Number(value) >= Number(low))).toBe(true);
    }
    const { body: price } = await node.spec(`/itp-price?itp_id=${first}`);
    expect(points.at(-1).nav).toBe(Math.floor(price.nav_display * 1e6) / 1e6);
  },
);

test('behavior: no candle lies before the creation, in the future or outside of the requested time', () => {
  const dtf = node.state.shareLedger.dtf(first);
  if (dtf === undefined) throw new Error('the first DTF is missing');
  const span = fc.integer({ min: -40 * 86_400, max: 40 * 86_400 });
  const interval = fc.constantFrom('1h' as const, '1d' as const);
  fc.assert(
    fc.property(span, fc.integer({ min: 0, max: 20 * 86_400 }), interval, (start, length, name) => {
      const from = dtf.at + start;
      const to = from + length;
      const times = node.state.navSeries
        .candles(dtf, { from, to, interval: name })
        .map(({ at }) => at);
      expect(times.every((at) => at >= Math.max(from, dtf.at) && at <= to)).toBe(true);
      expect(times.slice(1).every((at) => at % candleIntervals[name] === 0)).toBe(true);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      if (from <= dtf.at && dtf.at <= to) expect(times[0]).toBe(dtf.at);
    }),
    { numRuns: 40 },
  );
});

test('error: ids and ranges that cannot be are refused', async () => {
  const status = async (path: string) => (await node.spec(path)).status;
  expect(await status('/itp-price')).toBe(400);
  expect(await status('/itp-price?itp_id=0x12')).toBe(400);
  expect(await status(`/itp-price?itp_id=${unknown}`)).toBe(404);
  expect(await status(`/snapshot?itp_id=${unknown}`)).toBe(404);
  expect(await status(`/nav-series?itp_id=${unknown}&range=1d`)).toBe(404);
  expect(await status(`/nav-series?itp_id=${first}`)).toBe(400);
  for (const range of ['2d', '', 'constructor']) {
    const { status, body } = await node.spec(`/nav-series?itp_id=${first}&range=${range}`);
    expect([status, Object.keys(body)]).toEqual([400, ['error']]);
  }
});

test('error: the legacy routes respond 400 in plain text, and 404 for what is unknown', async () => {
  expect((await node.wild('/itp-price')).type).toContain('text/plain');
  expect((await node.wild(`/itp-price?itp_id=${unknown}`)).status).toBe(404);
  expect((await node.wild('/nav-series')).status).toBe(400);
  expect((await node.wild(`/nav-series?itp_id=${first}&interval=2h`)).status).toBe(400);
  expect((await node.wild(`/nav-series?itp_id=${first}&from=17000`)).status).toBe(400);
});
