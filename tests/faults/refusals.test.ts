import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const json = { 'content-type': 'application/json' };

/** What both upstreams say to everything. */
let said: { status: number; headers: Record<string, string>; body: string };
let upstream: FakeUpstream;
let gateway: TestGateway;
beforeEach(async () => {
  upstream = await startUpstream((_request, response) => {
    response.writeHead(said.status, said.headers).end(said.body);
  });
  gateway = await startGateway({ DATA_NODE_URL: upstream.url, ORACLE_URLS: upstream.url });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const get = (path: string) => getJson(gateway, path);
const says = (status: number, body: object, headers = {}) => {
  said = { status, headers: { ...json, ...headers }, body: JSON.stringify(body) };
};

describe('a sealed tick', () => {
  test('behavior: tells its deadline as a time', async () => {
    const error = 'Reveal window not yet expired; opens at 2026-01-01T00:10:00Z';
    says(403, { error });
    expect(await get('/vision/reveal/7/9')).toMatchObject({ status: 403, body: { error } });
  });

  test('behavior: tells it in other spellings, too', async () => {
    says(403, { message: 'opens at 2026-01-01T00:10:00Z' });
    const body = { error: 'opens at 2026-01-01T00:10:00Z' };
    expect(await get('/vision/reveal/7/9')).toMatchObject({ status: 403, body });
  });

  test('behavior: is 403 whatever the oracle says', async () => {
    const body = { error: 'the reveal window has not expired yet' };
    said = { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Sealed' };
    expect(await get('/vision/reveal/7/9')).toMatchObject({ status: 403, body });
    says(403, { error: 'sealed at http://10.0.0.1' });
    expect(await get('/vision/reveal/7/10')).toMatchObject({ status: 403, body });
  });
});

describe('a refusal of the data node', () => {
  test.each(['price at 12:30 missing', 'at must be like 2026-01-01T00:10:00Z'])(
    'behavior: keeps its words: %s',
    async (error) => {
      says(400, { error });
      expect(await get('/price?asset=BTC')).toMatchObject({ status: 400, body: { error } });
    },
  );

  test.each([
    [400, 'x'.repeat(501)],
    [409, 'conflict at db:5432'],
    [422, '    at Ledger.read (/srv/data-node/ledger.ts:42:7)'],
    [429, 'too many at http://10.0.0.1'],
  ])('behavior: keeps its status %i when its words cannot be shown', async (status, error) => {
    says(status, { error });
    const body = { error: 'the data node refused the request' };
    expect(await get('/price?asset=BTC')).toMatchObject({ status, body });
  });

  test('error: without a reason it is unavailable', async () => {
    said = { status: 400, headers: { 'content-type': 'text/plain' }, body: 'missing field' };
    expect(await get('/price?asset=BTC')).toMatchObject({ status: 502 });
  });
});

describe('an upstream that is asked too often', () => {
  test.each(['/price?asset=BTC', '/vision/batches', '/sim/categories'])(
    'behavior: says when to come back to %s',
    async (path) => {
      says(429, { error: 'slow down' }, { 'retry-after': '7' });
      const { status, headers, body } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([429, '7']);
      expect(body).toEqual({ error: 'slow down' });
    },
  );

  test('behavior: without a time nobody invents one', async () => {
    says(429, { error: 'slow down' });
    const { status, headers } = await get('/price?asset=BTC');
    expect([status, headers.get('retry-after')]).toEqual([429, null]);
  });
});
