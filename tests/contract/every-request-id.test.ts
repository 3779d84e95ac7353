import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRawAndRead } from '../../src/http/proxy/testing/proxy.ts';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

const stack = new AsyncDisposableStack();
let upstream: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  const event = 'data: {"type":"progress","pct":1}\n\n';
  upstream = stack.use(
    await startUpstream((request, response) => {
      const type = request.url?.includes('stream') ? 'text/event-stream' : 'text/plain';
      // An id of the upstream takes the place of none of ours.
      response.writeHead(200, { 'content-type': type, 'x-request-id': 'upstream' });
      response.end(event);
    }),
  );
  gateway = stack.use(
    await startGateway({ DATA_NODE_URL: upstream.url, ORACLE_URLS: upstream.url, DN_DENY: '/x/' }),
  );
});
afterAll(() => stack.disposeAsync());

const uuidV7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const json = { 'content-type': 'application/json' };
const events = { accept: 'text/event-stream' };
const large = '1'.repeat(300_000);
const post = (body: string, headers: Record<string, string> = json) => ({
  method: 'POST',
  headers,
  body,
});
const run = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const subscription = JSON.stringify({ query: 'subscription { nav(itpId: "0x1") { wei } }' });

test.each<readonly [string, RequestInit]>([
  ['/graphql', { method: 'POST', headers: json, body: '{"query":' }],
  ['/graphql', { method: 'POST', headers: json, body: '{"query":"{ nothing( }"}' }],
  ['/graphql', { method: 'POST', body: 'x' }],
  ['/graphql', { method: 'OPTIONS' }],
  ['/healthz', {}],
  ['/healthz', { method: 'HEAD' }],
  ['/healthz', { method: 'POST' }],
  ['/readyz', {}],
  ['/metrics', {}],
  ['/openapi.json', {}],
  ['/docs', {}],
  ['/docs/scalars', {}],
  ['/nowhere', {}],
  ['/api/nowhere', {}],
  ['/api/price', {}],
  ['/api/price', { method: 'OPTIONS' }],
  ['/dn/a/../%2e%2e', {}],
  ['/dn/x', { method: 'POST' }],
  ['/dn/x', {}],
  ['/dn/y', {}],
  ['/dn/stream', { headers: events }],
  ['/api/vision/anything', {}],
  ['/api/vision/stream', { headers: events }],
  ['/api/faucet', post(large)],
  ['/api/faucet', post('{}', {})],
  ['/api/faucet', { method: 'DELETE' }],
  ['/api/prices', {}],
  [`/api/sim/run-stream?${run}`, { headers: events }],
  ['/api/sim/run-stream', { headers: events }],
  ['/graphql', { headers: { accept: 'text/html' } }],
  ['/graphql', { method: 'PUT' }],
  ['/graphql', post(large)],
  ['/graphql', post('{"query":"{ __typename }"}')],
  ['/graphql', post(subscription, { ...json, ...events })],
  ['/graphql', post(subscription, { ...json, accept: 'multipart/mixed' })],
  [
    '/graphql',
    post('{"query":"{ a: __typename ... @defer { b: __typename } }"}', {
      ...json,
      accept: 'multipart/mixed',
    }),
  ],
  ['/graphql', post('{', { ...json, ...events })],
  ['/graphql/stream', post(subscription, { ...json, ...events })],
  ['/graphql/stream', { method: 'PUT' }],
  ['/graphql/stream', { method: 'DELETE' }],
  ['/mcp', {}],
  ['/mcp', post('{')],
  [
    '/mcp',
    post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {
      ...json,
      accept: 'application/json, text/event-stream',
    }),
  ],
])('default: the response of %s (%j) has an id that is a UUIDv7', async (path, init) => {
  const first = await fetch(gateway.url + path, init);
  const second = await fetch(gateway.url + path, init);
  expect(first.headers.get('x-request-id')).toMatch(uuidV7);
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  [
    'two lengths',
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  [
    'a head that is too large',
    `GET /healthz?${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
  ],
  [
    'an expectation',
    'POST /graphql HTTP/1.1\r\nHost: x\r\nExpect: more\r\nContent-Length: 0\r\n\r\n',
    417,
  ],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
])('error: what no route sees has one as well: %s', async (_what, bytes, status) => {
  const ids = [];
  for (let times = 0; times < 2; times += 1) {
    const text = await sendRawAndRead(Number(new URL(gateway.url).port), bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const found = text.match(/^x-request-id: (\S+)\r$/gim) ?? [];
    expect(found).toHaveLength(1);
    ids.push(found[0]?.split(/\s+/)[1]);
  }
  for (const id of ids) expect(id).toMatch(uuidV7);
  expect(new Set(ids).size).toBe(2);
});

test('error: responses beyond the limits of a client, and of all, have one', async () => {
  const limits = { RATE_LIMIT_REST_PER_MINUTE: '1', RATE_LIMIT_GRAPHQL_COST_PER_MINUTE: '1' };
  await using limited = await startGateway({ DATA_NODE_URL: upstream.url, ...limits });
  for (const path of ['/api/prices', '/dn/y', '/api/sim/run-stream']) {
    const response = await fetch(limited.url + path);
    expect(response.headers.get('x-request-id')).toMatch(uuidV7);
  }
  const asked = post('{"query":"{ dtfs(first: 9) { edges { node { name } } } }"}');
  const response = await fetch(`${limited.url}/graphql`, asked);
  expect([response.status, response.headers.get('x-request-id')]).toEqual([
    429,
    expect.stringMatching(uuidV7),
  ]);
});

test.each([
  ['a UUID', '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'],
  ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
])("behavior: a client's own id is taken over when it is %s", async (_kind, id) => {
  const response = await fetch(`${gateway.url}/healthz`, { headers: { 'x-request-id': id } });
  expect(response.headers.get('x-request-id')).toBe(id);
});

test.each(['order-1', '0190a1b2-c3d4-0e5f-8a6b-7c8d9e0f1a2b', '81ARZ3NDEKTSV4RRFFQ69G5FAV', 'a b'])(
  'error: a client that is no trusted proxy does not choose %j',
  async (id) => {
    const response = await fetch(`${gateway.url}/healthz`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(uuidV7);
  },
);

describe('behind a trusted proxy', () => {
  let trusting: TestGateway;
  beforeAll(async () => {
    trusting = await startGateway({ TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  afterAll(() => trusting[Symbol.asyncDispose]());

  test.each([
    '/healthz',
    '/api/price',
    '/api/sim/run-stream',
    '/api/deployment?file=active-deployment.json',
    '/dn/x',
    '/graphql',
    '/graphql?query={__typename}',
  ])('behavior: any harmless id of it is taken over, from memory as well (%s)', async (path) => {
    for (const id of ['order-1', 'order-2', 'order-3', 'order-4', 'order-5']) {
      const response = await fetch(trusting.url + path, { headers: { 'x-request-id': id } });
      await response.arrayBuffer();
      expect(response.headers.get('x-request-id')).toBe(id);
    }
  });

  test('behavior: an id that could break a log line is not', async () => {
    const headers = { 'x-request-id': 'not {safe}' };
    const response = await fetch(`${trusting.url}/healthz`, { headers });
    expect(response.headers.get('x-request-id')).toMatch(uuidV7);
  });
});

test('behavior: a response from memory, before and behind node’s parser, has an id of its own', async () => {
  const ask = async (method: string) => {
    const response = await fetch(`${gateway.url}/api/deployment?file=active-deployment.json`, {
      method,
    });
    await response.arrayBuffer();
    return response.headers;
  };
  const ids = [];
  for (const method of ['GET', 'GET', 'GET', 'GET', 'HEAD', 'HEAD']) {
    ids.push((await ask(method)).get('x-request-id'));
  }
  for (const id of ids) expect(id).toMatch(uuidV7);
  expect(new Set(ids).size).toBe(ids.length);
});
