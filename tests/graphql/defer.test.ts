import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { type MarketData, startMarketData } from '../support/market-data.ts';
import { postJson } from '../support/post-json.ts';
import { startOracle } from '../vision/support/fake-oracle.ts';
import { submissionInput } from '../vision/support/submission.ts';

let node: TestDataNode;
let market: MarketData;
beforeAll(async () => {
  node = await startTestDataNode();
  market = await startMarketData();
});
afterAll(async () => {
  await node?.[Symbol.asyncDispose]();
  await market?.[Symbol.asyncDispose]();
});

const clock = { now: () => testNow };
const id = `0x${'0'.repeat(63)}1`;
const deferred = `{ dtf(id: "${id}") { name enrichment {
  holdings { symbol marketCapUsd }
  founders { totalFounders }
  ... @defer(label: "slow") { defi { totalTvlUsd } funding { totalRounds } }
} } }`;

type Part = {
  data?: { dtf: { enrichment: Record<string, unknown> } };
  incremental?: { data: Record<string, unknown>; path: string[]; label?: string }[];
  hasNext: boolean;
};

/** Posts a query and yields the parts of its answer as they arrive. */
async function* parts(url: string, query: string): AsyncGenerator<Part> {
  const response = await postJson(
    `${url}/graphql`,
    { query },
    { headers: { accept: 'multipart/mixed' } },
  );
  expect(response.headers.get('content-type')).toBe('multipart/mixed; boundary="-"');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const pieces = text.split('\r\n---');
    text = pieces.pop() ?? '';
    for (const piece of pieces) {
      const json = piece.split('\r\n\r\n').slice(1).join('').trim();
      if (json !== '') yield JSON.parse(json);
    }
  }
}

test('default: @defer sends the basket first and the slow parts when they are there', async () => {
  await using stack = new AsyncDisposableStack();
  const release = Promise.withResolvers<void>();
  const defi = stack.use(
    await startUpstream(async (request, response) => {
      await release.promise;
      const answer = await fetch(`${node.url.spec}/defillama${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text());
    }),
  );
  const env = {
    DATA_NODE_URL: node.url.spec,
    MARKET_DATA_URL: market.url,
    DEFI_DATA_URL: defi.url,
  };
  const gateway = stack.use(await startGateway(env, { clock }));
  const stream = parts(gateway.url, deferred);

  const first = (await stream.next()).value as Part;
  expect(first.hasNext).toBe(true);
  expect(Object.keys(first.data?.dtf.enrichment ?? {})).toEqual(['holdings', 'founders']);
  release.resolve();
  const rest: Part[] = [];
  for await (const part of stream) rest.push(part);
  expect(rest.at(-1)?.hasNext).toBe(false);
  const [slow] = rest.flatMap(({ incremental }) => incremental ?? []);
  expect(slow).toMatchObject({ label: 'slow', path: ['dtf', 'enrichment'] });

  // The parts together are the undeferred answer.
  const whole = await gateway.query<{ dtf: { enrichment: object } }>(
    deferred.replace(' @defer(label: "slow")', ''),
  );
  expect({ ...first.data?.dtf.enrichment, ...slow?.data }).toEqual(whole.data.dtf.enrichment);
});

test('behavior: no cache stores a response in parts, because later parts may fail', async () => {
  await using gateway = await startGateway({}, { clock });
  const query = `{ dtf(id: "${id}") { id ... @defer { nav { wei } } } }`;
  const response = await fetch(`${gateway.url}/graphql?${new URLSearchParams({ query })}`, {
    headers: { accept: 'multipart/mixed' },
  });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await response.text()).toContain('UPSTREAM_UNAVAILABLE');
});

test('behavior: over server-sent events every part is an event', async () => {
  await using gateway = await startGateway({ DATA_NODE_URL: node.url.spec }, { clock });
  const whole = await gateway.query<{ dtf: object }>(`{ dtf(id: "${id}") { name symbol } }`);
  const query = `{ dtf(id: "${id}") { name ... @defer(label: "later") { symbol } } }`;
  const response = await fetch(`${gateway.url}/graphql?${new URLSearchParams({ query })}`, {
    headers: { accept: 'text/event-stream' },
  });
  const events = (await response.text()).matchAll(/^event: next\ndata: (.+)$/gm);
  const [first, later] = [...events].map(([, data = '']) => JSON.parse(data) as Part);
  const [part] = later?.incremental ?? [];
  expect(part).toMatchObject({ label: 'later', path: ['dtf'] });
  expect({ ...first?.data?.dtf, ...part?.data }).toEqual(whole.data.dtf);
  expect([first?.hasNext, later?.hasNext]).toEqual([true, false]);
});

test('behavior: a client that accepts JSON or events gets parts as events, and a mutation is executed once', async () => {
  await using stack = new AsyncDisposableStack();
  const oracle = stack.use(await startOracle());
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }, { clock }));
  const query = `mutation ($input: SubmitBitmapInput!) { submitBitmap(input: $input) {
    accepted ... @defer { batch { playerCount } }
  } }`;
  const ask = (accept: string) =>
    postJson(
      `${gateway.url}/graphql`,
      { query, variables: { input: submissionInput } },
      { headers: { accept } },
    );
  for (const accept of [
    'application/json, text/event-stream',
    'application/graphql-response+json, application/json, text/event-stream',
  ]) {
    const response = await ask(accept);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream',
    ]);
    const events = await response.text();
    expect(events).toContain('{"data":{"submitBitmap":{"accepted":true}},"hasNext":true}');
    expect(events).toContain('{"incremental":[{"data":{"batch":{"playerCount":2}}');
    expect(events).toMatch(/event: complete\n/);
  }
  expect(oracle.received).toHaveLength(2);
  const both = await ask('application/json, text/event-stream, multipart/mixed');
  expect(both.headers.get('content-type')).toBe('multipart/mixed; boundary="-"');
  await both.body?.cancel();
});

test('behavior: the enrichment of every DTF costs six upstream calls, warm none', async () => {
  await using stack = new AsyncDisposableStack();
  const dataNode = stack.use(await startCountingProxy(node.url.spec));
  const coins = stack.use(await startCountingProxy(market.url));
  const env = { DATA_NODE_URL: dataNode.url, MARKET_DATA_URL: coins.url };
  const gateway = stack.use(await startGateway(env, { clock }));
  const query = `{ dtfs(first: 20) { edges { node { enrichment {
    holdings { symbol image marketCapUsd } founders { totalFounders }
    defi { totalTvlUsd } funding { totalRounds }
  } } } } }`;
  const cold = await gateway.query(query);
  expect(cold.errors).toBeUndefined();
  const asked = [...dataNode.asked, ...coins.asked].map((line) => line.split(/[ ?]/)[1]).sort();
  expect(asked).toEqual([
    '/aum-ranking',
    '/coins/markets',
    '/defillama/protocols',
    '/defillama/raises',
    '/simple/price',
    '/snapshot',
  ]);
  const warm = await gateway.query(query.replace('founders', 'people: founders'));
  expect(warm.errors).toBeUndefined();
  expect([dataNode.asked.length, coins.asked.length]).toEqual([4, 2]);
});
