import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import {
  dataNodeFormats,
  type GatewayPerFormat,
  startGatewayPerFormat,
} from '../support/data-node-formats.ts';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';

let world: GatewayPerFormat;
let upstreams: FaultyUpstreams;
beforeAll(async () => {
  [world, upstreams] = await Promise.all([startGatewayPerFormat(), startFaultyUpstreams()]);
});
afterAll(() => Promise.all([world[Symbol.asyncDispose](), upstreams[Symbol.asyncDispose]()]));

const id = `0x${'0'.repeat(63)}1`;
const day = 86_400;

describe.each(dataNodeFormats)('trading figures with a data node in the format %s', (format) => {
  const query = async (document: string) => {
    const { data, errors } = await world[format].query(document);
    expect(errors).toBeUndefined();
    return data as unknown as Record<string, unknown>;
  };

  test('default: a fund has bid and ask around its NAV', async () => {
    const { dtf } = await query(`{ dtf(id: "${id}") { nav { usd assetsTotal } quote {
      bidUsd askUsd midUsd spreadBps ageMs assetsPriced assetsTotal } } }`);
    const { nav, quote } = dtf as { nav: Record<string, number>; quote: Record<string, number> };
    expect(quote.midUsd).toBeCloseTo(nav.usd ?? 0, 5);
    expect(quote.bidUsd).toBeLessThan(quote.midUsd ?? 0);
    expect(quote.askUsd).toBeGreaterThan(quote.midUsd ?? 0);
    const spread = (10_000 * ((quote.askUsd ?? 0) - (quote.bidUsd ?? 0))) / (quote.midUsd ?? 1);
    expect(quote.spreadBps).toBeCloseTo(spread, 0);
    expect(quote.assetsTotal).toBe(nav.assetsTotal);
  });

  test('default: the order book has its best prices first', async () => {
    const { dtf } = await query(`{ dtf(id: "${id}") { quote { bidUsd askUsd } orderBook(levels: 7) {
      bids { priceUsd quantity usdValue } asks { priceUsd } bidDepthUsd assetsFailed } } }`);
    const { quote, orderBook } = dtf as {
      quote: { bidUsd: number; askUsd: number };
      orderBook: Record<string, { priceUsd: number; quantity: number; usdValue: number }[]>;
    };
    const { bids = [], asks = [] } = orderBook;
    expect([bids.length, asks.length]).toEqual([7, 7]);
    expect(bids[0]?.priceUsd).toBeCloseTo(quote.bidUsd, 5);
    expect(asks[0]?.priceUsd).toBeCloseTo(quote.askUsd, 5);
    expect(bids).toEqual(bids.toSorted((a, b) => b.priceUsd - a.priceUsd));
    expect(asks).toEqual(asks.toSorted((a, b) => a.priceUsd - b.priceUsd));
    for (const { priceUsd, quantity, usdValue } of bids) {
      expect(usdValue).toBeCloseTo(priceUsd * quantity, 6);
    }
    const depth = bids.reduce((sum, { usdValue }) => sum + usdValue, 0);
    expect(orderBook.bidDepthUsd).toBeCloseTo(depth, 6);
    expect(orderBook.assetsFailed).toEqual([]);
  });

  test('default: longer series are the closes of daily candles, and figures begin on the day that is asked for', async () => {
    const { dtf } = await query(`{ dtf(id: "${id}") {
      candles(interval: D1, from: 0) { timestamp close }
      years: navSeries(range: Y3) { timestamp nav }
      all: navSeries(range: MAX) { timestamp nav }
      whole: performance(range: MAX) { from to periodReturns { period from returnPct } }
    } }`);
    type Point = { readonly timestamp: number; readonly nav: number };
    type Period = { readonly period: string; readonly from: string; readonly returnPct: number };
    const { candles, years, all, whole } = dtf as {
      candles: { timestamp: number; close: number }[];
      whole: { from: string; to: string; periodReturns: Period[] };
    } & Record<'years' | 'all', Point[]>;
    const past = (points: readonly Point[]) => points.slice(0, -1);
    expect(past(all)).toEqual(
      candles.slice(0, -1).map(({ timestamp, close }) => ({ timestamp, nav: close })),
    );
    expect(past(years)).toEqual(past(all).slice(-past(years).length));
    const today = Math.floor((years.at(-1)?.timestamp ?? 0) / day) * day;
    expect((today - (years[0]?.timestamp ?? 0)) / day).toBe(1095);
    const find = (name: string) => whole.periodReturns.find(({ period }) => period === name);
    expect(find('INCEPTION')?.from).toBe(whole.from);
    // The last 30 returns are those of the period, and the days of a range can be cut.
    const month = find('MONTH');
    const cut = await query(`{ dtf(id: "${id}") {
      month: performance(range: D90, from: "${month?.from}") { from returns totalReturnPct }
      early: performance(range: D90, to: "${month?.from}") { to }
    } }`);
    expect(cut.dtf).toEqual({
      month: {
        from: month?.from,
        returns: 30,
        totalReturnPct: expect.closeTo(month?.returnPct ?? 0, 1),
      },
      early: { to: month?.from },
    });
  });

  test('default: candles contain the closing NAVs, and combined ones keep the extremes', async () => {
    const { dtf } = await query(`{ dtf(id: "${id}") {
      all: candles(interval: H1) { timestamp open high low close }
      few: candles(interval: H1, maxPoints: 10) { timestamp open high low close }
      navSeries(range: D7) { timestamp nav } } }`);
    type Candle = Record<'timestamp' | 'open' | 'high' | 'low' | 'close', number>;
    const { all, few, navSeries } = dtf as {
      all: Candle[];
      few: Candle[];
      navSeries: { timestamp: number; nav: number }[];
    };
    expect(all.length).toBeGreaterThan(160);
    for (const { open, high, low, close } of all) {
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    }
    const closes = new Map(all.map(({ timestamp, close }) => [timestamp, close]));
    const common = navSeries.filter(({ timestamp }) => closes.has(timestamp));
    expect(common.length).toBeGreaterThan(150);
    for (const { timestamp, nav } of common) expect(closes.get(timestamp)).toBeCloseTo(nav, 5);
    expect(few.length).toBeLessThanOrEqual(10);
    expect(Math.max(...few.map(({ high }) => high))).toBe(Math.max(...all.map(({ high }) => high)));
    expect(Math.min(...few.map(({ low }) => low))).toBe(Math.min(...all.map(({ low }) => low)));
    expect([few[0]?.open, few.at(-1)?.close]).toEqual([all[0]?.open, all.at(-1)?.close]);
  });

  test.each([
    ['M5', 300],
    ['M15', 900],
    ['H1', 3600],
    ['D1', 86_400],
  ])(
    'default: no %s candle ends behind `to`, and a `from` before all funds is allowed',
    async (interval, seconds) => {
      const to = Math.floor(testNow / 1000) - 20 * seconds - 60;
      const from = interval === 'D1' ? 0 : to - 10 * seconds;
      const { dtf } = await query(
        `{ dtf(id: "${id}") { candles(interval: ${interval}, from: ${from}, to: ${to}) { timestamp } } }`,
      );
      const { candles } = dtf as { candles: { timestamp: number }[] };
      const last = candles.at(-1)?.timestamp ?? 0;
      expect(last).toBeLessThanOrEqual(to);
      expect(last).toBeGreaterThan(to - 2 * seconds);
    },
  );

  test.each([
    ['orderBook(levels: 0) { midUsd }', 'levels must be from 1 to 50'],
    ['orderBook(aggregationBps: 1001) { midUsd }', 'aggregationBps must be from 1 to 1000'],
    ['candles(interval: M5, from: 1500000000) { close }', 'more than 10000 candles'],
    ['candles(interval: M5, from: 1700000000, to: 1600000000) { close }', 'from must be before to'],
    ['candles(interval: M5, maxPoints: 2) { close }', 'maxPoints must be from 4 to 10000'],
  ])('args: %s is refused', async (field, message) => {
    const { errors } = await world[format].query(`{ dtf(id: "${id}") { ${field} } }`);
    expect(JSON.stringify(errors)).toContain(message);
  });
});

const price = {
  ...{ itp_id: id, nav: '2000000000000000000', nav_display: 2, assets_priced: 1, assets_total: 1 },
  ...{ aum_usd: 2, total_supply: '1000000000000000000' },
};
const document = `{ dtf(id: "${id}") { quote { midUsd } orderBook { midUsd }
  candles(interval: D1) { close } } }`;

/** A data node with these responses beside the price; it counts the requests of each path. */
async function startNode(
  respond: (path: string, search: string) => readonly [number, unknown] | undefined,
) {
  const counts = new Map<string, number>();
  const node = await startUpstream((request, response) => {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const [status, body] = respond(path, search) ?? [200, path === '/aum-ranking' ? [] : price];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  return { node, counts };
}

test('behavior: a data node without these routes gives null, and is asked once a minute', async () => {
  const missing = new Set(['/itp-bid-ask', '/itp-orderbook', '/nav-series']);
  const { node, counts } = await startNode((path) =>
    missing.has(path) ? [404, { error: `Cannot GET ${path}` }] : undefined,
  );
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  for (const other of ['1', '2', '3']) {
    const { data, errors } = await gateway.query(document.replace(/1"/, `${other}"`));
    expect(errors).toBeUndefined();
    expect(data).toEqual({ dtf: { quote: null, orderBook: null, candles: null } });
  }
  expect(['/itp-bid-ask', '/itp-orderbook'].map((path) => counts.get(path))).toEqual([1, 1]);
});

test('behavior: a 404 that names the fund hides no other fund', async () => {
  const { node, counts } = await startNode((path) =>
    path === '/itp-bid-ask' ? [404, { error: `no ITP ${id}` }] : undefined,
  );
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  for (const other of ['1', '2']) {
    await gateway.query(`{ dtf(id: "${id.slice(0, -1)}${other}") { quote { midUsd } } }`);
  }
  expect(counts.get('/itp-bid-ask')).toBe(2);
});

test('behavior: a 404 that names neither path nor fund is not remembered as a missing route', async () => {
  const { node, counts } = await startNode((path) =>
    path === '/itp-bid-ask' ? [404, '404 page not found'] : undefined,
  );
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  for (const other of ['1', '2']) {
    await gateway.query(`{ dtf(id: "${id.slice(0, -1)}${other}") { quote { midUsd } } }`);
  }
  expect(counts.get('/itp-bid-ask')).toBe(2);
});

test('error: a candle whose close is not between its low and its high is left out', async () => {
  const row = { open: '2', high: '3', low: '1', close: '2' };
  const points = [
    { ...row, time: 86_400 },
    { ...row, time: 172_800, close: '4' },
    { ...row, time: 259_200, high: '1', low: '3' },
  ];
  const { node } = await startNode((path) =>
    path === '/nav-series' ? [200, { itp_id: id, interval: '1d', points }] : undefined,
  );
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  const { data } = await gateway.query(
    `{ dtf(id: "${id}") { candles(interval: D1) { timestamp } } }`,
  );
  expect(data).toEqual({ dtf: { candles: [{ timestamp: 86_400 }] } });
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/gateway_upstream_rows_dropped_total\{[^}]*resource="candles"[^}]*\}/);
});

test.each([
  [200, [{ timestamp: 1, nav: 2 }]],
  [400, { error: 'range must be one of 1d, 7d' }],
])('behavior: a data node with closing NAVs alone (%i) has no candles', async (status, body) => {
  const { node } = await startNode((path, search) => {
    if (path !== '/nav-series') return undefined;
    return search.includes('range=') ? [200, [{ timestamp: 1, nav: 2 }]] : [status, body];
  });
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  const { data } = await gateway.query(`{ dtf(id: "${id}") {
    candles(interval: D1) { close } navSeries(range: MAX) { timestamp nav }
  } }`);
  expect(data).toEqual({ dtf: { candles: null, navSeries: [{ timestamp: 1, nav: 2 }] } });
});

test('error: a data node that fails gives a field error, not null alone', async () => {
  const { node } = await startNode((path) => (path === '/itp-bid-ask' ? [500, {}] : undefined));
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  const { data, errors } = await gateway.query(`{ dtf(id: "${id}") { quote { midUsd } } }`);
  expect(data).toEqual({ dtf: { quote: null } });
  expect(errors?.[0]?.extensions?.code).toBe('UPSTREAM_UNAVAILABLE');
});

test('default: the NAV of the data node is compared with the contract at one block', async () => {
  const { node } = await startNode(() => undefined);
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  const { data, errors } = await gateway.query(`{ dtf(id: "${id}") { creator { address }
    nav { wei onChain { wei block blockTime differenceBps } } } }`);
  expect(errors).toBeUndefined();
  const { dtf } = data as unknown as {
    dtf: {
      creator: { address: string };
      nav: { onChain: Record<'block' | 'blockTime' | 'differenceBps', number> & { wei: string } };
    };
  };
  const { wei, block, blockTime, differenceBps } = dtf.nav.onChain;
  expect(dtf.creator.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(block).toBeGreaterThan(0);
  expect(blockTime).toBeGreaterThan(0);
  expect(differenceBps).toBeCloseTo((10_000 * (2 - Number(wei) / 1e18)) / (Number(wei) / 1e18), 3);
});

test('default: a subscription sends the order book when it changes, from one poll', async () => {
  let mid = 2;
  const level = { price: '1.9', quantity: '3', usd_value: 5.7 };
  const book = () => ({
    ...{ itp_id: id, bids: [level], asks: [level], mid_price: mid, spread_bps: 4 },
    ...{ total_bid_depth_usd: 1, total_ask_depth_usd: 1, assets_included: 1, assets_failed: ['X'] },
  });
  const { node, counts } = await startNode((path) =>
    path === '/itp-orderbook' ? [200, book()] : undefined,
  );
  await using _node = node;
  await using gateway = await startGateway({ ...upstreams.env, DATA_NODE_URL: node.url });
  const subscription = `subscription { dtfOrderBook(id: "${id}") { midUsd assetsFailed } }`;
  const streams = await Promise.all(
    [1, 2, 3].map(() =>
      fetch(`${gateway.url}/graphql/stream?query=${encodeURIComponent(subscription)}`, {
        headers: { accept: 'text/event-stream' },
      }),
    ),
  );
  const first = await readUntil(streams[0], '"midUsd":2,');
  expect(first).toContain('"assetsFailed":["X"]');
  mid = 3;
  await Promise.all(streams.slice(1).map((stream) => readUntil(stream, '"midUsd":3,')));
  expect(counts.get('/itp-orderbook')).toBeLessThan(8);
});

/** Reads an event stream until it has a text, then cancels it. */
async function readUntil(response: Response | undefined, text: string): Promise<string> {
  let read = '';
  for await (const chunk of response?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += chunk;
    if (read.includes(text)) return read;
  }
  throw new Error(`the stream ended without ${text}: ${read}`);
}
