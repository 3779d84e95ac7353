import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
} from '../sandbox/data-node/testing/test-data-node.ts';
import { forwardGet, startCountingProxy } from './support/counting-proxy.ts';
import { startGateway, startUpstream } from './support/gateway.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const nested = `{
  dtfs(first: 20) {
    edges {
      node {
        id name symbol
        nav { wei source }
        aumUsd
        holdings { weight asset { symbol price } }
        navSeries(range: D30) { timestamp nav }
      }
    }
  }
}`;

/** A gateway whose clock the test owns, behind a proxy that counts. */
async function setup(stack: AsyncDisposableStack) {
  const upstream = stack.use(await startCountingProxy(node.url.spec));
  const time = { now: testNow };
  const clock = { now: () => time.now };
  const gateway = stack.use(await startGateway({ DATA_NODE_URL: upstream.url }, { clock }));
  const pathsAsked = () =>
    Object.entries(Object.groupBy(upstream.asked, (line) => line.split(/[ ?]/)[1] ?? '')).map(
      ([path, lines]) => [path, lines?.length ?? 0],
    );
  return { upstream, gateway, time, pathsAsked };
}

test('default: the nested query costs 43 calls cold and none warm', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway, upstream, pathsAsked } = await setup(stack);
  const cold = await gateway.query(nested);
  expect(cold.errors).toBeUndefined();
  expect(Object.fromEntries(pathsAsked())).toEqual({
    '/aum-ranking': 1,
    '/snapshot': 1,
    '/latest-prices': 1,
    '/nav-series': 20,
    '/itp-price': 20,
  });
  const warm = await gateway.query(nested);
  const otherwise = await gateway.query(nested.replace('20', '10'));
  expect(warm).toEqual(cold);
  expect(otherwise.errors).toBeUndefined();
  expect(upstream.asked).toHaveLength(43);
});

test('default: figures of 20 funds cost the ranking and a series for each fund', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway, pathsAsked } = await setup(stack);
  const figures =
    '{ dtfs(first: 20) { edges { node { performance { volatilityPct sortino maxDrawdownPct } } } } }';
  expect((await gateway.query(figures)).errors).toBeUndefined();
  expect(Object.fromEntries(pathsAsked())).toEqual({ '/aum-ranking': 1, '/nav-series': 20 });
});

test('default: the weights of unchanged prices of 20 funds cost the baskets and one source', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway, pathsAsked } = await setup(stack);
  const weights = '{ dtfs(first: 20) { edges { node { unchangedPricesPct } } } }';
  expect((await gateway.query(weights)).errors).toBeUndefined();
  expect(Object.fromEntries(pathsAsked())).toEqual({
    '/aum-ranking': 1,
    '/snapshot': 1,
    '/vision/snapshot': 1,
  });
});

test.each(['first: 20', 'first: 20, filter: { search: "b" }, orderBy: { field: MARKET_CAP }'])(
  'default: names and figures of the assets of a page cost one call for all: %s',
  async (args) => {
    await using stack = new AsyncDisposableStack();
    const { gateway, pathsAsked } = await setup(stack);
    const query = `{ assets(${args}) { edges { node { symbol price name marketCapUsd change24hPct } } } }`;
    expect((await gateway.query(query)).errors).toBeUndefined();
    expect(Object.fromEntries(pathsAsked())).toEqual({
      '/latest-prices': 1,
      '/vision/snapshot': 1,
    });
  },
);

test('behavior: 200 copies at once cost no more than one', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway, upstream } = await setup(stack);
  // Aliases make every copy another document, so that only the values can be shared.
  const copies = Array.from({ length: 200 }, (_, i) =>
    gateway.query(nested.replace('dtfs(', `copy${i}: dtfs(`)),
  );
  const responses = await Promise.all(copies);
  expect(responses.filter(({ errors }) => errors)).toEqual([]);
  expect(upstream.asked).toHaveLength(43);
});

test('behavior: after two seconds only values with a fresh time of two seconds are fetched again', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway, upstream, time, pathsAsked } = await setup(stack);
  await gateway.query(nested);
  upstream.asked.length = 0;
  time.now += 2001;
  await gateway.query(nested);
  await expect.poll(pathsAsked).toEqual([
    ['/itp-price', 20],
    ['/latest-prices', 1],
  ]);
});

test('behavior: two rounds of upstream calls suffice, because the ranking names what the second needs', async () => {
  await using stack = new AsyncDisposableStack();
  const ranking = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  const upstream = stack.use(
    await startUpstream((request, response) => {
      const held = request.url?.startsWith('/aum-ranking') ? ranking : others;
      void held.promise.then(() => forwardGet(node.url.spec, request, response));
    }),
  );
  const gateway = stack.use(await startGateway({ DATA_NODE_URL: upstream.url }));
  const response = gateway.query(nested);
  await expect.poll(() => upstream.asked.length).toBe(1);
  ranking.resolve();
  await expect.poll(() => upstream.asked.length).toBe(43);
  others.resolve();
  expect((await response).errors).toBeUndefined();
});
