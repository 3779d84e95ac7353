import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequest } from '../../support/cases/check-response.ts';
import { routeCases } from '../../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../../support/faulty-world.ts';
import { itpId } from '../../support/world/data-node-responses.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** The specified `Cache-Control` of each route. */
const told: Readonly<Record<string, string>> = {
  'GET /market/history': 'public, s-maxage=60, stale-while-revalidate=300',
  'GET /vision/snapshot': 'public, s-maxage=30',
  'GET /vision/snapshot/meta': 'public, s-maxage=30, stale-while-revalidate=60',
  'GET /itp-enrichment': 'public, s-maxage=300',
  'GET /explorer/health': 'public, s-maxage=30, stale-while-revalidate=60',
  'GET /price': 'public, s-maxage=2, stale-while-revalidate=10',
  'GET /itp-price': 'public, s-maxage=2',
  'GET /nav-series': 'public, s-maxage=10, stale-while-revalidate=60',
  'GET /aum-ranking': 'public, s-maxage=10, stale-while-revalidate=60',
  'GET /vision/batches': 'public, s-maxage=5, stale-while-revalidate=30',
  'GET /sim/categories': 'public, s-maxage=60, stale-while-revalidate=300',
  'GET /sim/results': 'public, s-maxage=60, stale-while-revalidate=30',
  'POST /faucet': 'no-store',
  'POST /vision/bitmap': 'no-store',
};

test.each(Object.entries(told))(
  'default: %s has the Cache-Control %s',
  async (route, cacheControl) => {
    const asked = routeCases.find((one) => one.route === route);
    if (!asked) throw new Error(`no case of ${route}`);
    const seen = await sendRequest(world.gateway.url, asked);
    expect([seen.status, seen.cacheControl]).toEqual([200, cacheControl]);
  },
);

test('behavior: an enrichment without holdings is not cached', async () => {
  const unknown = itpId.replace(/1$/, '2');
  world.setFault('dataNode', {
    name: 'an unknown DTF',
    kind: 'broken',
    respond: ({ response }) => void response.writeHead(404).end('{"error":"not found"}'),
  });
  const path = `/itp-enrichment?itp_id=${unknown}`;
  const seen = await sendRequest(world.gateway.url, {
    route: 'GET /itp-enrichment',
    path,
    reads: [],
  });
  world.setFault('dataNode', null);
  expect([seen.status, seen.cacheControl]).toEqual([200, 'private, no-cache']);
  expect(JSON.parse(seen.text)).toEqual({ itpId: unknown, holdings: [] });
});

test('behavior: the proxy adds no caching of its own', async () => {
  const seen = await sendRequest(world.gateway.url, {
    route: 'GET /dn/{*path}',
    path: '/dn/price',
    reads: [],
  });
  expect([seen.status, seen.cacheControl, seen.head.includes('etag')]).toEqual([
    200,
    'no-cache',
    false,
  ]);
});

const gets = routeCases.filter(({ route }) => route.startsWith('GET') && !route.includes('{*'));
test.each(gets)('behavior: no response of $path is private and shared at once', async (asked) => {
  const { cacheControl } = await sendRequest(world.gateway.url, asked);
  expect(cacheControl).not.toBe('');
  expect(/private/.test(cacheControl) && /s-maxage/.test(cacheControl)).toBe(false);
});
