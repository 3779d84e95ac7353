import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const uuidV7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const json = { 'content-type': 'application/json' };

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
  ['/nowhere', {}],
  ['/api/nowhere', {}],
  ['/api/price', {}],
  ['/api/price', { method: 'OPTIONS' }],
  ['/dn/a/../%2e%2e', {}],
  ['/dn/x', { method: 'POST' }],
  ['/dn/x', {}],
])('default: the response of %s (%j) has an id that is a UUIDv7', async (path, init) => {
  const first = await fetch(gateway.url + path, init);
  const second = await fetch(gateway.url + path, init);
  expect(first.headers.get('x-request-id')).toMatch(uuidV7);
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
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

  test.each(['/healthz', '/api/price', '/dn/x', '/graphql'])(
    'behavior: any harmless id of it is taken over (%s)',
    async (path) => {
      const headers = { 'x-request-id': 'order-1' };
      const response = await fetch(trusting.url + path, { headers });
      expect(response.headers.get('x-request-id')).toBe('order-1');
    },
  );

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
