import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRoute } from '../support/cases/check-response.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import {
  createExactClient,
  type ExactRequest,
  type ExactResponse,
} from '../support/exact-http-client.ts';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { requestIdFor } from '../support/request-id-for.ts';

/** Everything the gateway has against cost, and nothing of it. */
let quick: TestGateway;
let plain: TestGateway;
let upstreams: FaultyUpstreams;
const client = createExactClient();
const clock = { now: () => 1_800_000_000_000 };

beforeAll(async () => {
  upstreams = await startFaultyUpstreams();
  const start = (name: string, memory: string, mode: 'on' | 'off') =>
    startGateway(
      {
        ...upstreams.env,
        STATE_DIR: `${upstreams.env.STATE_DIR}-${name}`,
        RESPONSE_CACHE_MAX_MB: memory,
        COMPILED_EXECUTION: mode,
      },
      { clock },
    );
  quick = await start('quick', '16', 'on');
  plain = await start('plain', '0', 'off');
});
afterAll(async () => {
  client.close();
  await quick[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
  await upstreams[Symbol.asyncDispose]();
});

/** The answers of both gateways to the same request, which is asked several times of each. */
async function askBoth(
  asked: ExactRequest,
  times = 2,
): Promise<[ExactResponse[], ExactResponse[]]> {
  const request = { ...asked, headers: { 'x-request-id': requestIdFor('r-1'), ...asked.headers } };
  const responses: [ExactResponse[], ExactResponse[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    responses[0].push(await client.request(quick.url, request));
    responses[1].push(await client.request(plain.url, request));
  }
  return responses;
}

const reads = routeCases.filter((asked) => {
  const route = findRoute(asked);
  return route.kind === 'json' && route.method === 'GET';
});

test.each(reads)('default: $path gives the same response, from the cache too', async ({ path }) => {
  for (const headers of [
    {},
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br, gzip;q=0.5' },
    { 'if-none-match': '*' },
    { connection: 'close' },
  ]) {
    const [fromQuick, fromPlain] = await askBoth({ path: `/api${path}`, headers }, 3);
    expect(fromQuick).toEqual(fromPlain);
    expect(fromQuick[0]?.status).toBe('if-none-match' in headers ? 304 : 200);
    const head = await askBoth({ method: 'HEAD', path: `/api${path}`, headers });
    expect(head[0]).toEqual(head[1]);
  }
});

test('behavior: hits say that they are hits, and their id', async () => {
  const path = `/api${reads[0]?.path}`;
  await client.request(quick.url, { path });
  const given = await client.request(quick.url, {
    path,
    headers: { 'x-request-id': requestIdFor('mine') },
  });
  expect(given.headers).toMatchObject({
    'x-cache': 'HIT',
    'x-request-id': requestIdFor('mine'),
    age: '0',
  });
  const odd = await client.request(quick.url, { path, headers: { 'x-request-id': 'not {safe}' } });
  const next = await client.request(quick.url, { path });
  expect(odd.headers['x-request-id']).toMatch(/^[\w.-]{8,}$/);
  expect(next.headers['x-request-id']).not.toBe(odd.headers['x-request-id']);
});

/** Ways to write a path otherwise: most mean the same to express, some do not. */
const rewritings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => path.replace('/', '//'),
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}/more`,
  (path) => `/.${path}`,
  (path) => `${path}/..`,
  (path) => path.slice(0, -1),
  (path) => `${path}%`,
  (path) => `${path};a=b`,
  (path) => `${path}#x`,
  (path) => `/vision${path}`,
];

/** Made before anything runs: it takes so long on a busy machine that a kept connection would end. */
const value = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[!$'()*+,;:@\w.~%-]{0,12}$/),
);
const anyRequest = fc.record({
  asked: fc.constantFrom(...reads),
  rewrite: fc.constantFrom(...rewritings),
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE'),
  more: fc.array(fc.tuple(value, value), { maxLength: 2 }),
  keepsQuery: fc.boolean(),
});

test('behavior: every encoding of a path and query gets the same response', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ asked, rewrite, method, more, keepsQuery }) => {
      const [path = '', query = ''] = asked.path.split('?');
      const pairs = more.map(([name, text]) => `${name}=${text}`);
      const search = [...(keepsQuery ? [query] : []), ...pairs].join('&');
      const [fromQuick, fromPlain] = await askBoth({
        method,
        path: `/api${rewrite(path)}?${search}`,
      });
      expect(fromQuick).toEqual(fromPlain);
    }),
    { numRuns: 700 },
  );
});

const query = '{ a: asset(symbol: "BTC") { symbol price } }';
const graphql = `/graphql?query=${encodeURIComponent(query)}`;
const post = { method: 'POST', path: '/graphql', body: JSON.stringify({ query }) };
const isJson = { 'content-type': 'application/json' };

test.each<ExactRequest>([
  { path: graphql },
  { path: graphql, headers: { accept: 'application/json' } },
  { path: graphql, headers: { accept: 'application/graphql-response+json' } },
  { path: graphql, headers: { 'if-none-match': '*' } },
  { ...post, headers: isJson },
  { ...post, headers: { ...isJson, accept: 'application/graphql-response+json' } },
  { ...post, headers: { ...isJson, accept: '*/*', 'accept-encoding': 'gzip' } },
  { ...post, headers: { 'content-type': 'application/json; charset=utf-8' } },
  { ...post, headers: { ...isJson, 'transfer-encoding': 'chunked' } },
  { ...post, headers: { ...isJson, connection: 'close' } },
  { ...post, body: JSON.stringify({ query: '{ nothing }' }), headers: isJson },
  { ...post, body: JSON.stringify({ query, variables: null, extensions: {} }), headers: isJson },
  { ...post, body: JSON.stringify({ query, variables: [], surprise: null }), headers: isJson },
  {
    ...post,
    body: JSON.stringify({ query, variables: { b: 1 }, operationName: '' }),
    headers: isJson,
  },
  { ...post, body: '{', headers: isJson },
  { ...post, body: '', headers: isJson },
  { ...post, body: '\xff', headers: isJson },
  { ...post, headers: { 'content-type': 'text/plain' } },
  { ...post, headers: { ...isJson, 'content-encoding': 'gzip' } },
  { method: 'HEAD', path: graphql },
  { path: '/graphql', headers: { accept: 'text/html' } },
])('default: GraphQL is answered alike, from memory too: %j', async (asked) => {
  const [fromQuick, fromPlain] = await askBoth(asked, 3);
  expect(fromQuick).toEqual(fromPlain);
});

test('behavior: a question is the same in any order of its parts and any white space', async () => {
  const named = 'query Q($a: String = "ETH") { asset(symbol: $a) { price } }';
  const first = { query: named, operationName: 'Q', variables: {} };
  const others = [
    JSON.stringify({ variables: null, operationName: 'Q', query: named }, null, 2),
    JSON.stringify({ query: named, extensions: {}, operationName: 'Q' }),
  ];
  const ask = (body: string) => client.request(quick.url, { ...post, body, headers: isJson });
  const before = await entriesOf(quick);
  await ask(JSON.stringify(first));
  const asked = await ask(JSON.stringify(first));
  for (const body of others) {
    expect(await ask(body)).toMatchObject({ status: 200, body: asked.body });
  }
  expect((await entriesOf(quick)) - before).toBe(1);
});

/** How many encoded answers a gateway keeps. */
async function entriesOf({ url }: TestGateway): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/gateway_cache_entries\{cache="responses"\} (\d+)/.exec(metrics)?.[1]);
}

test('behavior: one gateway caches responses, the other does not', async () => {
  expect(await entriesOf(quick)).toBeGreaterThan(reads.length / 2);
  expect(await entriesOf(plain)).toBe(0);
});
