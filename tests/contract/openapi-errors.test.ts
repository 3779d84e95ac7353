import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

type Documented = {
  readonly description: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, object>>;
};
type Responses = Readonly<Record<string, Documented>>;
type Operation = {
  readonly responses: Responses;
  readonly parameters: readonly { readonly description?: string }[];
};

/** What both upstreams say to everything. */
let said: { status: number; headers: Record<string, string>; body: string };
/** The path that an upstream was asked for last. */
let askedFor: string | undefined;
let upstream: FakeUpstream;
let gateway: TestGateway;
let served: { readonly security?: unknown };
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    askedFor = request.url;
    response.writeHead(said.status, said.headers).end(said.body);
  });
  gateway = await startGateway({ DATA_NODE_URL: upstream.url, ORACLE_URLS: upstream.url });
  const document = await (await fetch(`${gateway.url}/openapi.json`)).json();
  served = document;
  paths = document.paths;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const operationOf = (path: string): Operation => {
  const operation = paths[path]?.get;
  if (!operation) throw new Error(`GET ${path} is not documented`);
  return operation;
};
const stated = (path: string, status: number) => {
  const { responses } = operationOf(path);
  return responses[status] ?? responses.default;
};

const oneField = { schema: { $ref: '#/components/schemas/Error' } };

test.each([
  ['/aum-ranking', '', 409],
  ['/price', '?asset=BTC', 403],
  ['/portfolio', `?address=0x${'1'.repeat(40)}`, 422],
  ['/vision/markets', '', 410],
  ['/sim/run-stream', '?category_id=all&top_n=5&weighting=equal&rebalance_days=30', 409],
])(
  'behavior: %s%s passes a %i on, and the document says in which form',
  async (path, query, status) => {
    const error = 'slow down; try again later';
    said = {
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error }),
    };
    const response = await gateway.rest(path + query);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error });
    expect(stated(path, status)?.content?.['application/json']).toMatchObject(oneField);
  },
);

test.each([
  ['/dn/{path}', '/dn/feed', 200, 'text/event-stream'],
  ['/dn/{path}', '/dn/page', 200, 'text/html'],
  ['/dn/{path}', '/dn/page', 410, 'text/plain'],
  ['/vision/{path}', '/vision/stats/feed', 200, 'text/event-stream'],
])('behavior: %s says that %s may answer %i with %s', async (path, asked, status, type) => {
  said = { status, headers: { 'content-type': type }, body: 'data: {}\n\n' };
  const response = await gateway.rest(asked);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain(type);
  await response.text();
  expect(Object.keys(stated(path, status)?.content ?? {})).toContain('*/*');
});

test.each([
  ['/dn/{path}', '/dn/sim%2Fcategories', '/sim%2Fcategories'],
  ['/vision/{path}', '/vision/stats%2Fglobal', '/vision/stats%2Fglobal'],
])(
  'behavior: %s says that a slash which is encoded makes another path',
  async (path, asked, there) => {
    said = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
    await (await gateway.rest(asked)).text();
    expect(askedFor).toBe(there);
    expect(operationOf(path).parameters[0]?.description).toContain('`%2F` is another path');
  },
);

test('default: what says when to come back names Retry-After', () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const waiting = operations.flatMap(({ responses }) =>
    ['429', '503'].flatMap((status) => responses[status] ?? []),
  );
  expect(waiting.length).toBeGreaterThan(5);
  for (const { headers } of waiting) expect(headers).toHaveProperty('Retry-After');
  for (const { responses } of operations) {
    expect(Object.keys(responses[429]?.headers ?? {})).toEqual([
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
    ]);
  }
});

test('behavior: a 304 is in the document', async () => {
  const held = await gateway.rest('/deployment?file=active-deployment.json');
  const validator = held.headers.get('etag') ?? '';
  const again = await fetch(`${gateway.url}/api/deployment?file=active-deployment.json`, {
    headers: { 'if-none-match': validator },
  });
  expect(again.status).toBe(304);
  expect(operationOf('/deployment').responses).toHaveProperty('304');
});

test('default: the document says that no route needs credentials', () => {
  expect(served.security).toEqual([]);
});

describe('a client that has as many event streams as it may', () => {
  const run = '?category_id=all&top_n=5&weighting=equal&rebalance_days=30';
  let feed: FakeUpstream;
  let full: TestGateway;
  /** Open as long as somebody has it. */
  let held: Response;
  const leaving = new AbortController();
  beforeAll(async () => {
    feed = await startUpstream((request, response) => {
      if (!request.url?.endsWith('feed')) return void response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {}\n\n');
    });
    full = await startGateway({
      DATA_NODE_URL: feed.url,
      ORACLE_URLS: feed.url,
      STREAM_LIMIT_PER_CLIENT: '1',
    });
    held = await fetch(`${full.url}/api/dn/feed`, { signal: leaving.signal });
  });
  afterAll(async () => {
    expect(held.status).toBe(200);
    leaving.abort();
    await full[Symbol.asyncDispose]();
    await feed[Symbol.asyncDispose]();
  });

  test.each([
    ['/dn/{path}', '/dn/feed'],
    ['/vision/{path}', '/vision/stats/feed'],
    ['/sim/run-stream', `/sim/run-stream${run}`],
  ])('error: %s says that there may be 429', async (path, asked) => {
    expect((await full.rest(asked)).status).toBe(429);
    expect(operationOf(path).responses[429]?.content?.['application/json']).toMatchObject(oneField);
  });

  test('default: a run that is no stream names no 429 of streams', async () => {
    expect((await full.rest(`/sim/run${run}`)).status).toBe(502);
    expect(operationOf('/sim/run').responses[429]?.description).not.toContain('streams');
  });
});

test('default: a bitmap that cannot be stored is in the document', () => {
  expect(paths['/vision/bitmap']?.post?.responses).toHaveProperty('500');
});
