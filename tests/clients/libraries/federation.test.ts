import { composeServices as composeWithApollo } from '@apollo/composition';
import { composeServices as composeWithGuild } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
} from '../../../sandbox/data-node/testing/test-data-node.ts';
import { forwardGet } from '../../support/counting-proxy.ts';
import {
  type FakeUpstream,
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../../support/gateway.ts';
import { type FakeOracle, startOracle } from '../../vision/support/fake-oracle.ts';
import { submissionInput } from '../../vision/support/submission.ts';
import { type Federation, federate, type RouterName, subgraphs } from './support/supergraph.ts';
import type { Keys } from './support/watchlist.ts';

const allKeys: readonly Keys[] = ['id', 'natural', 'both'];

describe.each(allKeys)('composition with a subgraph that extends the entities by %s', (keys) => {
  test('default: @apollo/composition has neither errors nor hints', () => {
    const { errors, hints, supergraphSdl } = composeWithApollo(subgraphs(keys));
    expect(errors ?? []).toEqual([]);
    expect(hints?.map(({ message }) => message)).toEqual([]);
    expect(supergraphSdl).toContain('navPerAsset');
  });

  test('default: @theguild/federation-composition has no errors', () => {
    const { errors, supergraphSdl } = composeWithGuild(subgraphs(keys));
    expect(errors ?? []).toEqual([]);
    expect(supergraphSdl).toContain('navPerAsset');
  });
});

test('default: another subgraph may resolve shareable fields and implement Node', () => {
  const other = parse(`
    extend schema
      @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])
    interface Node { id: ID! }
    type Query { notes: [Note!]! }
    type Note implements Node @key(fields: "id") { id: ID! text: String! about: Dtf! }
    type Dtf implements Node @key(fields: "id") {
      id: ID!
      name: String @shareable
      symbol: String @shareable
    }
  `);
  const [graph] = subgraphs('id');
  if (!graph) throw new Error('no subgraph');
  const services = [graph, { name: 'notes', url: 'http://notes', typeDefs: other }];
  const { errors, hints } = composeWithApollo(services);
  expect([errors ?? [], hints?.map(({ message }) => message)]).toEqual([[], []]);
  expect(composeWithGuild(services).errors ?? []).toEqual([]);
});

let stack: AsyncDisposableStack;
let node: TestDataNode;
let oracle: FakeOracle;
let gateway: TestGateway;
let itpIds: readonly string[];
let wallets: readonly string[];
beforeAll(async () => {
  stack = new AsyncDisposableStack();
  node = stack.use(await startTestDataNode());
  itpIds = node.state.shareLedger.dtfs().map(({ itpId }) => itpId);
  wallets = node.state.shareLedger
    .wallets()
    .slice(0, 2)
    .map((wallet) => getAddress(wallet));
  oracle = stack.use(await startOracle());
  // The price of the second fund fails.
  const upstream = stack.use(
    await startUpstream((request, response) => {
      if (!request.url?.startsWith(`/itp-price?itp_id=${itpIds[1]}`)) {
        forwardGet(node.url.spec, request, response);
      } else response.writeHead(500).end();
    }),
  );
  gateway = stack.use(
    await startGateway(
      { DATA_NODE_URL: upstream.url, ORACLE_URLS: oracle.url },
      { clock: { now: () => testNow } },
    ),
  );
});
afterAll(() => stack.disposeAsync());

const routers: readonly RouterName[] = ['apollo', 'hive'];
const combinations = routers.flatMap((router) =>
  (['id', 'natural'] as const).map((keys) => ({ router, keys })),
);

describe.each(combinations)('$router over entities by $keys', ({ router, keys }) => {
  let federation: Federation;
  beforeAll(async () => {
    const watched = { itpIds, wallets };
    federation = await federate({ router, keys, gatewayUrl: gateway.url, watched });
  });
  afterAll(() => federation[Symbol.asyncDispose]());

  /** The keys of the representations that dtf-graph got. */
  const representedKeys = () =>
    federation.requests.flatMap(({ variables }) =>
      (variables?.representations ?? []).map((one) => Object.keys(one).sort().join()),
    );

  test('default: from dtf-graph to the other subgraph and back', async () => {
    const { data, errors } = await federation.query(`{
      dtfs(first: 3) { edges { node {
        itpId name watchers
        watchedBy { nickname totalValueUsd favourite { symbol watchers } }
        holdings { weight asset { symbol note } }
      } } }
    }`);
    expect(errors).toBeUndefined();
    expect(data.dtfs.edges).toHaveLength(3);
    for (const { node: dtf } of data.dtfs.edges) {
      expect(dtf.watchers).toBe(0);
      expect(dtf.watchedBy[0]).toEqual({
        nickname: `wallet ${wallets[0]?.slice(0, 6)}`,
        totalValueUsd: expect.any(Number),
        favourite: { symbol: expect.any(String), watchers: 0 },
      });
      for (const { asset } of dtf.holdings) expect(asset.note).toBe(`about ${asset.symbol}`);
    }
    const key = (type: string) => (keys === 'id' ? 'id' : type);
    expect(new Set(representedKeys())).toEqual(
      new Set([`__typename,${key('address')}`, `__typename,${key('itpId')}`]),
    );
  });

  test('default: from the other subgraph to dtf-graph and back', async () => {
    const { data, errors } = await federation.query(`{
      watched(first: 3) { watchers itpId name holdings { asset { symbol note price } } }
      followed { nickname address positions { valueUsd dtf { name watchers } } }
    }`);
    expect(errors).toBeUndefined();
    expect(data.watched.map((dtf: { itpId: string }) => dtf.itpId)).toEqual(itpIds.slice(0, 3));
    for (const { holdings } of data.watched) {
      for (const { asset } of holdings) expect(asset.note).toBe(`about ${asset.symbol}`);
    }
    expect(data.followed.map((one: { address: string }) => one.address)).toEqual(wallets);
    for (const { dtf } of data.followed[0].positions) {
      expect(dtf).toEqual({ name: expect.any(String), watchers: 0 });
    }
  });

  test('behavior: @requires gets the fields of dtf-graph', async () => {
    const { data, errors } = await federation.query(`{
      dtfs(first: 2) { edges { node { navPerShareUsd assetCount navPerAsset } } }
      watched(first: 2) { navPerAsset holdings { asset { symbol price priceOfTen } } }
      followed { largestUsd positions { valueUsd } }
    }`);
    expect(errors).toBeUndefined();
    for (const { node: dtf } of data.dtfs.edges) {
      expect(dtf.navPerAsset).toBeCloseTo(dtf.navPerShareUsd / dtf.assetCount, 10);
    }
    for (const { navPerAsset, holdings } of data.watched) {
      expect(navPerAsset).toBeGreaterThan(0);
      for (const { asset } of holdings) expect(asset.priceOfTen).toBeCloseTo(10 * asset.price, 6);
    }
    for (const { largestUsd, positions } of data.followed) {
      const values = positions.map(({ valueUsd }: { valueUsd: number }) => valueUsd);
      expect(largestUsd).toBe(Math.max(...values));
    }
  });

  test('behavior: mutations of both subgraphs, in order', async () => {
    oracle.received.length = 0;
    const { data, errors } = await federation.query(
      `mutation($itpId: Bytes32!, $input: SubmitBitmapInput!) {
        first: watch(itpId: $itpId) { watchers }
        submitBitmap(input: $input) { accepted batch { batchId } }
        second: watch(itpId: $itpId) { itpId watchers symbol }
      }`,
      { itpId: itpIds.at(-1), input: submissionInput },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      first: { watchers: 1 },
      submitBitmap: { accepted: true, batch: { batchId: 7 } },
      second: { itpId: itpIds.at(-1), watchers: 2, symbol: expect.any(String) },
    });
    expect(oracle.received).toHaveLength(1);
  });

  test('error: that of one entity leaves the others intact', async () => {
    const { data, errors } = await federation.query(
      '{ watched(first: 4) { itpId name nav { usd } } watchedWithGap { watchers name } }',
    );
    expect(data.watched).toMatchObject(
      itpIds.slice(0, 4).map((itpId, index) => ({
        itpId,
        name: expect.any(String),
        nav: index === 1 ? null : { usd: expect.any(Number) },
      })),
    );
    expect(data.watchedWithGap).toEqual([
      { watchers: 0, name: data.watched[0].name },
      { watchers: 0, name: null },
      { watchers: 0, name: data.watched[1].name },
    ]);
    // Hive Gateway drops the index from the path.
    const path = router === 'hive' ? ['watched', 'nav'] : ['watched', 1, 'nav'];
    expect(errors).toMatchObject([{ path, extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
  });
});

test.each(['id', 'natural'] as const)(
  'behavior: Hive Gateway adds fields of the other subgraph to a subscription of dtf-graph, by %s',
  async (keys) => {
    const watched = { itpIds, wallets };
    await using federation = await federate({
      router: 'hive',
      keys,
      gatewayUrl: gateway.url,
      watched,
    });
    const query = 'subscription($id: ID!) { dtf(id: $id) { name watchers nav { usd } } }';
    const disconnected = new AbortController();
    const response = await fetch(federation.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query, variables: { id: itpIds[0] } }),
      signal: disconnected.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    let received = '';
    for await (const chunk of response.body ?? []) {
      received += Buffer.from(chunk).toString();
      if (/^data: .+\n\n/m.test(received)) break;
    }
    disconnected.abort();
    const [, event = ''] = /^event: next\ndata: (.+)$/m.exec(received) ?? [];
    expect(JSON.parse(event)).toEqual({
      data: { dtf: { name: expect.any(String), watchers: 0, nav: { usd: expect.any(Number) } } },
    });
  },
);

describe.each(routers)('many entities at once through %s', (router) => {
  const funds = Array.from({ length: 1000 }, (_, index) => ({
    itp_id: `0x${(index + 1).toString(16).padStart(64, '0')}`,
    name: `Fund ${index}`,
    symbol: `F${index}`,
    nav_per_share: index + 1,
    aum_usd: 2000 - index,
    asset_count: 1,
  }));
  const ids = funds.map(({ itp_id }) => itp_id);
  let upstream: FakeUpstream;
  let bulk: TestGateway;
  beforeAll(async () => {
    upstream = await startUpstream(respondByPath({ '/aum-ranking': funds }));
    bulk = await startGateway({ DATA_NODE_URL: upstream.url });
  });
  afterAll(async () => {
    await bulk[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  test.each([
    ['id', 150],
    ['natural', 150],
    ['id', 1000],
    ['natural', 1000],
  ] as const)('default: by %s, %i representations in one fetch', async (keys, count) => {
    await using federation = await federate({
      router,
      keys,
      gatewayUrl: bulk.url,
      watched: { itpIds: ids, wallets: [] },
    });
    upstream.asked.length = 0;
    const { data, errors } = await federation.query(
      `{ watched(first: ${count}) { name symbol navPerShareUsd } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.watched).toEqual(
      funds.slice(0, count).map(({ name, symbol, nav_per_share }) => ({
        name,
        symbol,
        navPerShareUsd: nav_per_share,
      })),
    );
    expect(federation.requests).toHaveLength(1);
    expect(federation.requests[0]?.variables?.representations).toHaveLength(count);
    expect(upstream.asked.length).toBeLessThanOrEqual(5);
  });
});
