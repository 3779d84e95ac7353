import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { categories } from '../sim/support/fake-data-node.ts';
import { graphSubscriptions, wholeGraph } from '../support/cases/graph-documents.ts';
import { routeCases } from '../support/cases/route-cases.ts';
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
  upstream = await startUpstream((request, response) => {
    const isStream = said.headers['content-type'] === 'text/event-stream';
    if (isStream && request.url === '/sim/categories') {
      response.writeHead(200, json).end(JSON.stringify({ categories }));
      return;
    }
    response.writeHead(said.status, said.headers).end(said.body);
  });
  const { url } = upstream;
  const providers = { MARKET_DATA_URL: url, DEFI_DATA_URL: url };
  gateway = await startGateway({
    DATA_NODE_URL: url,
    ORACLE_URLS: url,
    EXPLORER_TOKEN: 'x',
    ...providers,
  });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const get = (path: string) => getJson(gateway, path);

/** What a stream says until its first event is complete, at most for a second. */
async function firstEvent(response: Response): Promise<string> {
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  setTimeout(() => void reader?.cancel(), 1000).unref();
  while (reader && !/^data: .+\n\n/m.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  return text;
}
const says = (status: number, body: object, headers = {}) => {
  said = { status, headers: { ...json, ...headers }, body: JSON.stringify(body) };
};

describe('a sealed tick', () => {
  test('behavior: states its deadline as a time', async () => {
    const error = 'Reveal window not yet expired; opens at 2026-01-01T00:10:00Z';
    says(403, { error });
    expect(await get('/vision/reveal/7/9')).toMatchObject({ status: 403, body: { error } });
  });

  test('behavior: reads it in other encodings, too', async () => {
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
  test.each(['at must be an ISO date-time', 'asset is unknown'])(
    'behavior: keeps its words: %s',
    async (error) => {
      says(400, { error });
      expect(await get('/price?asset=BTC')).toMatchObject({ status: 400, body: { error } });
    },
  );

  const accepts = 'did not accept the parameters of the request';
  test.each([
    [400, 'x'.repeat(501), accepts],
    [400, 'getaddrinfo ENOTFOUND postgres.internal', accepts],
    [400, 'connect ECONNREFUSED data-node.svc.cluster.local', accepts],
    [400, 'relation "users" does not exist at character 15', accepts],
    [400, 'price at 12:30 missing', accepts],
    [409, 'conflict at db:5432', 'has a state that conflicts with the request'],
    [
      422,
      '    at Ledger.read (/srv/data-node/ledger.ts:42:7)',
      'could not process the parameters of the request',
    ],
    [429, 'too many at http://10.0.0.1', 'receives too many requests; try again later'],
  ])(
    'behavior: keeps its status %i when its words are not known: %s',
    async (status, error, told) => {
      says(status, { error });
      const body = { error: `the data node ${told}` };
      expect(await get('/price?asset=BTC')).toMatchObject({ status, body });
    },
  );

  test('error: without a reason it is unavailable', async () => {
    said = { status: 400, headers: { 'content-type': 'text/plain' }, body: 'missing field' };
    expect(await get('/price?asset=BTC')).toMatchObject({ status: 502 });
  });
});

describe('words that are not on the list', () => {
  const insides = [
    'getaddrinfo ENOTFOUND postgres.internal',
    'connect ECONNREFUSED data-node.svc.cluster.local',
    'relation "users" does not exist at character 15',
  ];
  /** What is not passed on as it is. */
  const cases = routeCases.filter(({ path }) => !/^\/dn\/|stats\/global/.test(path));
  // Each text comes with several statuses, and each status to everything.
  const statuses = [400, 403, 404, 409, 422, 429, 500];
  test.each(statuses.map((status, at) => [status, insides[at % insides.length]] as const))(
    'error: with %i reach no client by any route, by GraphQL or by a stream: %s',
    { timeout: 30_000 },
    async (status, error) => {
      says(status, { error, message: error });
      const byRest = cases.map(async ({ path, body }) => {
        const response = await (body === undefined ? gateway.rest(path) : gateway.post(path, body));
        return `${path} ${await response.text()}`;
      });
      const byGraphQL = wholeGraph.map(async (query) => {
        const result = await gateway.query(query);
        const codes = result.errors?.map(({ extensions }) => extensions.code);
        expect(codes ?? [], query).not.toContain('GRAPHQL_VALIDATION_FAILED');
        return JSON.stringify(result);
      });
      const byStream = graphSubscriptions.map(async (query) => {
        const headers = { accept: 'text/event-stream' };
        const url = `${gateway.url}/graphql?query=${encodeURIComponent(query)}`;
        return `${query} ${await firstEvent(await fetch(url, { headers }))}`;
      });
      const bodies = await Promise.all([...byRest, ...byGraphQL, ...byStream]);
      const revealing = /postgres|cluster|relation|ECONN|ENOTFOUND/;
      expect(bodies.filter((body) => revealing.test(body))).toEqual([]);
    },
  );

  test.each(insides)('error: %s in an event of a simulation is not passed on', async (error) => {
    const frames = [
      { type: 'progress', pct: 1, current_date: '2024-01-01', message: error },
      { type: 'variant_error', variant: 'top_n=5', variant_index: 0, total_variants: 2, error },
      { type: 'error', error, message: error },
    ];
    const body = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
    said = { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
    const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
    for (const path of [
      `/sim/run-stream?${base}`,
      `/sim/run?${base}`,
      `/sim/sweep-stream?sweep=top_n&${base}`,
    ]) {
      const text = await (await gateway.rest(path)).text();
      expect(text).toContain('the simulation failed');
      expect(text).not.toContain(error);
    }
  });
});

describe('an upstream that gets too many requests', () => {
  test.each(['/price?asset=BTC', '/vision/batches', '/sim/categories'])(
    'behavior: says when to come back to %s',
    async (path) => {
      says(429, { error: 'slow down' }, { 'retry-after': '7' });
      const { status, headers, body } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([429, '7']);
      expect(body).toEqual({ error: 'slow down' });
    },
  );

  test('behavior: without a time none is invented', async () => {
    says(429, { error: 'slow down' });
    const { status, headers } = await get('/price?asset=BTC');
    expect([status, headers.get('retry-after')]).toEqual([429, null]);
  });
});
