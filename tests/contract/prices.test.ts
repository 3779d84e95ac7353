import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import {
  dataNodeFormats,
  type GatewayPerFormat,
  startGatewayPerFormat,
} from '../support/data-node-formats.ts';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

let world: GatewayPerFormat;
beforeAll(async () => {
  world = await startGatewayPerFormat();
});
afterAll(() => world[Symbol.asyncDispose]());

const notATime = 'from must be Unix seconds, or a time in ISO 8601';
const now = Math.floor(testNow / 1000);
const priceOf = (symbol: string) =>
  world.node.state.quotes.all().find((quote) => quote.symbol === symbol)?.price ?? Number.NaN;

describe.each(dataNodeFormats)('prices with a data node in the format %s', (format) => {
  const get = (path: string) => getJson(world[format], path);

  test('default: /price has exactly its four fields, any case of the ticker', async () => {
    const { status, headers, body } = await get('/price?asset=bTc');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('cache-control')).toBe('public, s-maxage=2, stale-while-revalidate=10');
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(body).toEqual({
      asset: 'BTC',
      price: priceOf('BTC'),
      timestamp: now,
      source: 'data-node',
    });
  });

  test('default: /prices is an array by ticker, /latest-prices and /fast-prices are maps', async () => {
    const quotes = world.node.state.quotes.all();
    const { body } = await get('/prices');
    expect(body).toHaveLength(quotes.length);
    expect(body).toContainEqual({ asset: 'ETH', price: priceOf('ETH') });
    const map = Object.fromEntries(quotes.map(({ symbol, price }) => [symbol, price]));
    expect((await get('/latest-prices')).body).toEqual(map);
    const fast = (await get('/fast-prices')).body;
    expect(Object.keys(fast).sort()).toEqual(Object.keys(map).sort());
    expect(fast.BTC / priceOf('BTC')).toBeCloseTo(1, 2);
  });

  test('default: /market/history in the requested window, ascending, cached for a minute', async () => {
    const from = now - 86_400;
    const { status, headers, body } = await get(
      `/market/history?source=crypto&asset=bitcoin&from=${from}&to=${now}`,
    );
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=300');
    expect(Object.keys(body)).toEqual(['prices']);
    expect(body.prices.length).toBeGreaterThan(5);
    let last = from - 1;
    for (const point of body.prices) {
      expect(Object.keys(point).sort()).toEqual(['fetchedAt', 'timestamp', 'value']);
      expect(point.timestamp).toBeGreaterThan(last);
      expect(point.timestamp).toBeLessThanOrEqual(now);
      expect(Date.parse(point.fetchedAt) / 1000).toBe(point.timestamp);
      expect(point.value).toBeGreaterThan(0);
      last = point.timestamp;
    }
  });

  test.each([
    ['in UTC', (time: number) => new Date(time * 1000).toISOString()],
    [
      'with an offset',
      (time: number) => new Date((time + 7200) * 1000).toISOString().replace('Z', '%2B02:00'),
    ],
    ['without one', (time: number) => new Date(time * 1000).toISOString().slice(0, 19)],
  ])('behavior: the window of /market/history may be in ISO 8601, %s', async (_, written) => {
    const window = (from: unknown, to: unknown) =>
      get(`/market/history?source=crypto&asset=bitcoin&from=${from}&to=${to}`);
    const from = now - 86_400;
    const { status, body } = await window(written(from), written(now));
    expect(status).toBe(200);
    expect(body).toEqual((await window(from, now)).body);
  });

  test.each([
    ['BTCUSDC', 'BTC'],
    ['ethusdt', 'ETH'],
    [' bTc ', 'BTC'],
  ])('behavior: the asset %j is %s through both doors', async (asked, symbol) => {
    const { body } = await get(`/price?asset=${encodeURIComponent(asked)}`);
    const { data } = await world[format].query(
      'query($symbol: String!) { asset(symbol: $symbol) { symbol price } }',
      { symbol: asked },
    );
    expect(body).toMatchObject({ asset: symbol, price: priceOf(symbol) });
    expect(data).toEqual({ asset: { symbol, price: priceOf(symbol) } });
  });

  test.each([
    ['asset(symbol: "") { price }', 'symbol must be a ticker such as BTC'],
    ['asset(symbol: "../../etc") { price }', 'symbol must be a ticker such as BTC'],
    ['marketHistory(source: "", asset: "") { value }', 'source must not be empty'],
    ['marketHistory(source: "crypto", asset: "") { value }', 'asset must not be empty'],
    [
      'marketHistory(source: "crypto", asset: "bitcoin", to: 253402300800) { value }',
      'to must be Unix seconds before the year 10000',
    ],
    [
      'marketHistory(source: "crypto", asset: "bitcoin", from: 2, to: 1) { value }',
      'from must not be after to',
    ],
  ])('error: what REST refuses the graph refuses: %s', async (field, message) => {
    const { data, errors } = await world[format].query(`{ it: ${field} }`);
    expect(data).toEqual({ it: null });
    expect(errors).toMatchObject([{ message, extensions: { code: 'INVALID_INPUT' } }]);
  });

  test.each([
    ['/price', 400, 'asset is required'],
    ['/price?symbol=BTC', 400, 'asset is required; symbol is unknown, did you mean asset?'],
    ['/price?asset=', 400, 'asset must be a ticker such as BTC'],
    ['/price?asset=BTC&asset=ETH', 400, 'asset must be given once'],
    ['/price?asset=../../etc', 400, 'asset must be a ticker such as BTC'],
    ['/price?asset=NOSUCHCOIN', 404, 'asset NOSUCHCOIN has no price'],
    ['/price?asset=__proto__', 404, 'asset __PROTO__ has no price'],
    ['/market/history?asset=bitcoin', 400, 'source is required'],
    ['/market/history?source=crypto', 400, 'asset is required'],
    ['/market/history?symbol=BTC', 400, 'source is required'],
    ['/market/history?source=&asset=x', 400, 'source must not be empty'],
    ['/market/history?source=crypto&asset=bitcoin&from=abc', 400, notATime],
    ['/market/history?source=crypto&asset=bitcoin&from=-5', 400, notATime],
    [
      '/market/history?source=crypto&asset=bitcoin&from=253402300800',
      400,
      'from must be Unix seconds before the year 10000',
    ],
    ['/market/history?source=crypto&asset=bitcoin&from=2&to=1', 400, 'from must not be after to'],
    ['/market/history?source=crypto&asset=nothing', 404, 'source crypto has no asset nothing'],
    ['/market/history?source=..%2F..%2Fhealth&asset=x', 404, 'source ../../health has no asset x'],
  ])('error: %s is %i', async (path, status, error) => {
    const response = await get(path);
    expect(response.body).toEqual({ error });
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the REST API', () => {
  test('behavior: a response that the client has cached is a 304, in each encoding', async () => {
    const plain = await world.spec.rest('/latest-prices', {
      headers: { 'accept-encoding': 'identity' },
    });
    const zipped = await world.spec.rest('/latest-prices', {
      headers: { 'accept-encoding': 'gzip' },
    });
    const etag = plain.headers.get('etag') ?? '';
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('etag')).not.toBe(etag);
    expect(await zipped.json()).toEqual(await plain.json());
    const again = await world.spec.rest('/latest-prices', {
      headers: { 'accept-encoding': 'identity', 'if-none-match': `"other", ${etag}` },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test('behavior: HEAD has the headers and no body, OPTIONS allows any origin', async () => {
    const head = await world.spec.rest('/price?asset=BTC', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20);
    expect(await head.text()).toBe('');
    const options = await world.spec.rest('/price', { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('access-control-allow-origin')).toBe('*');
    expect(options.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('error: a wrong method is 405 with Allow, an unknown path 404, a bad escape 400', async () => {
    const wrong = await world.spec.rest('/price', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      { error: 'use GET' },
    ]);
    expect(await getJson(world.spec, '/no/such')).toMatchObject({
      status: 404,
      body: { error: 'unknown path' },
    });
    expect((await getJson(world.spec, '/%zz')).status).toBeLessThan(500);
  });

  test('behavior: a market row without a number does not affect the others', async () => {
    const row = { value: '1', fetchedAt: '2026-01-01T00:00:00Z' };
    const prices = [row, { ...row, value: null }, { ...row, fetchedAt: null }];
    await using node = await startUpstream(
      respondByPath({ '/market/prices/a/b/history': { prices }, '/market/prices/a/c/history': {} }),
    );
    await using gateway = await startGateway({ DATA_NODE_URL: node.url });
    expect(await getJson(gateway, '/market/history?source=a&asset=b')).toMatchObject({
      status: 200,
      body: { prices: [{ timestamp: 1767225600, value: 1, fetchedAt: row.fetchedAt }] },
    });
    expect((await getJson(gateway, '/market/history?source=a&asset=c')).status).toBe(502);
  });

  test('error: a data node that is down is 502 with one field', async () => {
    await using gateway = await startGateway();
    for (const path of ['/price?asset=BTC', '/prices', '/market/history?source=a&asset=b']) {
      expect(await getJson(gateway, path)).toMatchObject({
        status: 502,
        body: { error: 'the data node is unavailable; try again later' },
      });
    }
  });
});
