import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const fetched_at = '2026-03-11T10:17:42Z';
const prices: Readonly<Record<string, string>> = { BTCUSDC: '67250.5', PEPEUSDT: '0.5' };

/** A data node that knows pairs alone and wants the symbols of `/latest-prices` named. */
const pairs: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://node');
  const symbol = url.searchParams.get('symbol') ?? '';
  const say = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.pathname === '/latest-prices') say(400, { error: 'symbols required' });
  else if (url.pathname === '/fast-prices') {
    const quotes = Object.entries(prices).map(([pair, last_price]) => [pair, { last_price }]);
    say(200, { prices: Object.fromEntries(quotes), count: quotes.length, age_ms: 3 });
  } else if (prices[symbol]) say(200, { symbol, price: prices[symbol], fetched_at });
  else say(404, { error: `no price of ${symbol}` });
};

test('default: an asset is found by its pairs', async () => {
  await using node = await startUpstream(pairs);
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  expect((await getJson(gateway, '/price?asset=btc')).body).toMatchObject({
    asset: 'BTC',
    price: 67250.5,
  });
  expect((await getJson(gateway, '/price?asset=BTCUSDC')).body.asset).toBe('BTC');
  expect((await getJson(gateway, '/price?asset=PEPE')).body).toMatchObject({ asset: 'PEPE' });
  const before = node.asked.length;
  expect(await getJson(gateway, '/price?asset=NONE')).toMatchObject({
    status: 404,
    body: { error: 'asset NONE has no price' },
  });
  expect(await getJson(gateway, '/price?asset=NONEUSDT')).toMatchObject({ status: 404 });
  // NONE and its two pairs; NONEUSDT, NONE and the other pair.
  expect(node.asked.length - before).toBe(6);
  expect((await getJson(gateway, '/price?asset=btcusdt')).body.asset).toBe('BTC');
});

test('behavior: a pair is its base asset when assets have no pairs, through both APIs', async () => {
  await using node = await startUpstream((request, response) => {
    const url = new URL(request.url ?? '/', 'http://node');
    const price = { asset: 'BTC', price: 5, timestamp: 1_767_225_600, source: 'binance' };
    const isKnown = url.pathname === '/latest-prices' || url.searchParams.get('asset') === 'BTC';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(url.pathname === '/latest-prices' ? { BTC: 5 } : isKnown && price));
  });
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  for (const pair of ['BTCUSDC', 'btcusdt']) {
    const { status, body } = await getJson(gateway, `/price?asset=${pair}`);
    expect([status, body.asset, body.price]).toEqual([200, 'BTC', 5]);
    const { data } = await gateway.query(`{ asset(symbol: "${pair}") { symbol price } }`);
    expect(data).toEqual({ asset: { symbol: 'BTC', price: 5 } });
  }
});

test.each([
  ['wants symbols named', pairs],
  [
    'tells no prices without symbols',
    (request: IncomingMessage, response: ServerResponse) =>
      request.url === '/latest-prices'
        ? respondByPath({ '/latest-prices': { prices: {}, count: 0 } })(request, response)
        : pairs(request, response),
  ],
] as const)(
  'behavior: a data node that %s is asked for its fast prices',
  async (_what, response) => {
    await using node = await startUpstream(response);
    await using gateway = await startGateway({ DATA_NODE_URL: node.url });
    const map = { BTC: 67250.5, PEPE: 0.5 };
    expect(await getJson(gateway, '/latest-prices')).toMatchObject({ status: 200, body: map });
    expect((await getJson(gateway, '/prices')).body).toHaveLength(2);
    const { data, errors } = await gateway.query(
      '{ assets(first: 5) { edges { node { symbol } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ assets: { edges: [{ node: { symbol: 'BTC' } }, {}] } });
  },
);

test('error: one that refuses both is unavailable; the caller has sent nothing wrong', async () => {
  await using node = await startUpstream((_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"no"}'),
  );
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  for (const path of ['/latest-prices', '/fast-prices', '/prices']) {
    expect(await getJson(gateway, path)).toMatchObject({
      status: 502,
      body: { error: 'the data node is unavailable; try again later' },
    });
  }
});

const maps: readonly (readonly [string, unknown, object])[] = [
  ['documented', { BTC: 1, ETH: null }, { BTC: 1 }],
  ['documented, with decimal strings', { BTC: '1.5', ETH: null }, { BTC: 1.5 }],
  ['latest', { prices: { BTCUSDC: '1', ETHUSDC: null, XUSDC: 'n/a' }, count: 3 }, { BTC: 1 }],
  [
    'fast',
    { prices: { BTCUSDC: { last_price: '1' }, ETHUSDC: { last_price: null }, X: null } },
    { BTC: 1 },
  ],
  ['nobody in it', { prices: {}, count: 0 }, {}],
  [
    'several pairs of one asset',
    { prices: { BTCUSDC: '1', BTCUSDT: '2', ETHUSDT: '4', ETHUSDC: '3', ETHBTC: '5' } },
    { BTC: 1, ETH: 3, ETHBTC: 5 },
  ],
  [
    'a pair beside the asset itself',
    { prices: { BTCUSDC: '1', BTC: '2', USDC: '1' } },
    { BTC: 2, USDC: 1 },
  ],
];
test.each(maps)(
  'behavior: rows without a price are left out: %s',
  async (_what, body, expected) => {
    await using node = await startUpstream(
      respondByPath({ '/latest-prices': body, '/fast-prices': body }),
    );
    await using gateway = await startGateway({ DATA_NODE_URL: node.url });
    for (const path of ['/latest-prices', '/fast-prices']) {
      const response = await getJson(gateway, path);
      expect([response.status, response.body]).toEqual([200, expected]);
    }
    expect((await getJson(gateway, '/prices')).body).toHaveLength(Object.keys(expected).length);
  },
);

test.each([
  { BTC: null },
  { prices: null, count: 3 },
  { prices: { BTCUSDC: null }, count: 1 },
  { prices: 'soon', count: 1 },
  { error: 'no', code: 3 },
])('error: %j holds no prices', async (body) => {
  await using node = await startUpstream(respondByPath({ '/latest-prices': body }));
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  expect((await getJson(gateway, '/latest-prices')).status).toBe(502);
});
