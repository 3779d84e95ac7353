import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

let upstream: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    const isHistory = request.url?.startsWith('/market/prices/');
    response.writeHead(isHistory ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isHistory ? '{"prices":[]}' : '{"error":"not here"}');
  });
  gateway = await startGateway({ DATA_NODE_URL: upstream.url, ORACLE_URLS: upstream.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => {
  upstream.asked.length = 0;
});

type Market = { readonly source: string; readonly asset: string };

/** What a query carries; texts that are no Unicode cannot be in an address. */
const inQuery = (text: string) => encodeURIComponent(text.toWellFormed());
const restHistory = ({ source, asset }: Market) =>
  gateway.rest(`/market/history?source=${inQuery(source)}&asset=${inQuery(asset)}`);
const graphHistory = (market: Market) =>
  gateway.query(
    'query ($source: String!, $asset: String!) { marketHistory(source: $source, asset: $asset) { value } }',
    market,
  );

/** A path after each decoding that an upstream may do. */
function readings(path: string): readonly string[] {
  const decode = (text: string) =>
    text.replace(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const once = decode(path);
  return [path, once, decode(once)];
}

/** Where a server ends up that resolves the path by the URL standard. */
const resolved = (path: string) => new URL(path.replace(/[?#]/g, '_'), 'http://upstream').pathname;

const part = fc.oneof(
  fc.constantFrom('.', '..', '/', '\\', ';', '%2e', '%252e', '%2f', '%5c', ' ', 'a', 'stats'),
  fc.string({ unit: 'binary', maxLength: 2 }),
);
const text = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

describe('what callers name in the paths of upstreams', () => {
  test.each<Market>([
    { source: '..', asset: '..' },
    { source: '..', asset: 'stats' },
    { source: 'crypto', asset: '..' },
    { source: 'crypto', asset: '.' },
    { source: '..', asset: 'explorer' },
    { source: '%2e%2e', asset: 'x' },
    { source: '../..', asset: 'health' },
  ])('error: $source and $asset are an unknown market, and nobody is asked', async (market) => {
    const response = await restHistory(market);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: `source ${market.source} has no asset ${market.asset}` },
    ]);
    expect(await graphHistory(market)).toEqual({ data: { marketHistory: [] } });
    expect(upstream.asked).toEqual([]);
  });

  test('error: a text that is no Unicode is an unknown name, not a failure', async () => {
    expect(await graphHistory({ source: '\ud800', asset: 'x' })).toEqual({
      data: { marketHistory: [] },
    });
    const response = await gateway.query(
      'query ($id: String) { snapshot(sourceId: $id) { totalAssets } }',
      { id: '\ud800' },
    );
    expect(response).toEqual({ data: { snapshot: null } });
  });

  test('behavior: no text makes an upstream path leave the requested path', async () => {
    const market = fc.record({ source: text, asset: text });
    await fc.assert(
      fc.asyncProperty(market, fc.boolean(), async (asked, isGraph) => {
        upstream.asked.length = 0;
        await (isGraph ? graphHistory(asked) : restHistory(asked));
        for (const line of upstream.asked) {
          const path = line.slice('GET '.length);
          for (const reading of readings(path)) {
            expect(resolved(reading)).toMatch(/^\/market\/prices\/.+\/history$/s);
            expect(reading.split(/[\\/]/)).not.toContain('..');
          }
          expect(path.split('/')).toHaveLength(6);
        }
      }),
      { numRuns: 300 },
    );
  });
});
