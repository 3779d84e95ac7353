import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { disconnectMidway } from '../../support/disconnect-midway.ts';
import { createExactClient, type ExactRequest } from '../../support/exact-http-client.ts';
import { countParsedRequests, startGateway, startUpstream } from '../../support/gateway.ts';
import { requestIdFor } from '../../support/request-id-for.ts';
import { subscribeToChannel } from '../../support/subscribe-to-channel.ts';

const query =
  'query Q($asset: String!) { marketHistory(source: "s", asset: $asset) { timestamp value } }';
const historyOf = (length: number) => {
  const point = { timestamp: 1, value: 2, fetched_at: '1970-01-01T00:00:01Z' };
  return JSON.stringify({ prices: Array(length).fill(point) });
};

/** A request for the history of an asset. */
function asking(asset: unknown, more: Omit<ExactRequest, 'path'> & { said?: object } = {}) {
  const { headers, said, ...others } = more;
  return {
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables: { asset }, ...said }),
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestIdFor('mine'),
      ...headers,
    },
    ...others,
  };
}

const getting = (said: string, headers: Record<string, string> = {}) => ({
  path: `/graphql${said}`,
  headers: { 'x-request-id': requestIdFor('mine'), ...headers },
});
/** The same as `asking`, by GET. */
const askingByGet = (asset: unknown, more = '', headers?: Record<string, string>) => {
  const variables = encodeURIComponent(JSON.stringify({ asset }));
  return getting(`?query=${encodeURIComponent(query)}&variables=${variables}${more}`, headers);
};

const failing = 'subscription { nav(itpId: "x") { wei } }';
/** What a client sends that lists all it understands. */
const everything =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

/** Two gateways on a data node that answers some assets with errors, some late, and some never. */
async function startWorld() {
  const stack = new AsyncDisposableStack();
  const lines: { requestId?: string; status?: number; path?: string; method?: string }[] = [];
  const write = (line: string) => {
    const said = JSON.parse(line);
    if (said.msg === 'answered') lines.push(said);
  };
  const open: ServerResponse[] = [];
  const node = stack.use(
    await startUpstream((request, response) => {
      response.setHeader('content-type', 'application/json');
      const asset = request.url?.split('/').at(-2);
      if (asset === 'BAD') response.end('{"prices":"dear"}');
      else if (asset === 'NEVER') open.push(response);
      else if (asset === 'LATE') setTimeout(() => response.end(historyOf(1)), 100);
      else response.end(historyOf(asset === 'LONG' ? 1000 : 1));
    }),
  );
  const start = async () =>
    stack.use(
      await startGateway(
        { DATA_NODE_URL: node.url, FAST_PATH: 'on', COMPILED_EXECUTION: 'on' },
        {
          clock: { now: () => 1_800_000_000_000 },
          log: pino({ level: 'info', base: null }, { write }),
        },
      ),
    );
  const [past, behind] = [await start(), await start()];
  const { parsed } = stack.use(countParsedRequests(past));
  const client = stack.adopt(createExactClient(), (one) => one.close());
  /** Asks on a connection that has had no request before. */
  const askAnew = async (asked: ExactRequest) => {
    const other = createExactClient();
    const seen = await other.request(behind.url, asked);
    other.close();
    return seen;
  };
  // The first two are seen by the parser, and make the document known.
  for (const asset of ['one', 'two']) {
    await client.request(past.url, asking(asset));
    await askAnew(asking(asset));
  }
  return {
    ...{ past, behind, client, askAnew, lines, open, node, parsed },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test.each([
  ['what is to be fetched', asking('ETH'), 0],
  ['what is kept', asking('one'), 0],
  ['what is spelled otherwise', asking('one', { said: { operationName: 'Q' } }), 0],
  ['what the upstream fails', asking('BAD'), 0],
  [
    'another media type',
    asking('x', { headers: { accept: 'application/graphql-response+json' } }),
    0,
  ],
  ['a form that is to be made', asking('LONG', { headers: { 'accept-encoding': 'br' } }), 0],
  ['a document rather than a stream', asking('x', { headers: { accept: everything } }), 0],
  [
    'a stream beside documents',
    asking('x', { headers: { accept: everything }, said: { query: failing } }),
    1,
  ],
  ['a media type that nobody has', asking('x', { headers: { accept: 'image/png' } }), 0],
  ['a stream', asking('x', { headers: { accept: 'text/event-stream' } }), 1],
  ['an unknown document', asking('x', { said: { query: '{ __typename }' } }), 0],
  ['a document with a mistake', asking('x', { said: { query: '{ nothing' } }), 0],
  ['a variable of another type', asking(3), 0],
  ['an unknown operation', asking('x', { said: { operationName: 'R' } }), 0],
  ['more than is known', asking('x', { said: { more: 1 } }), 0],
  ['a body that is no object', asking('x', { body: '[]' }), 0],
  ['a body that is no JSON', asking('x', { body: '{' }), 0],
  ['another type', asking('x', { headers: { 'content-type': 'application/json;a=b' } }), 1],
  ['by GET, what is to be fetched', askingByGet('ETH'), 0],
  ['by GET, what the upstream fails', askingByGet('BAD'), 0],
  ['by GET, a form that is to be made', askingByGet('LONG', '', { 'accept-encoding': 'br' }), 0],
  ['by GET, a document rather than a page', askingByGet('x', '', { accept: '*/*, text/html' }), 0],
  ['by GET, a page', askingByGet('x', '', { accept: 'text/html, */*' }), 1],
  ['by GET, a stream', askingByGet('x', '', { accept: 'text/event-stream' }), 1],
  ['by GET, a variable of another type', askingByGet(3), 0],
  ['by GET, an unknown operation', askingByGet('x', '&operationName=R'), 0],
  ['by GET, extensions', askingByGet('x', '&extensions={}'), 0],
  ['by GET, extensions as a list', askingByGet('x', '&extensions=[]'), 0],
  ['by GET, variables that are no JSON', getting('?query={__typename}&variables=x'), 0],
  ['by GET, nothing', getting(''), 0],
] as const)('default: %s is answered past the parser as behind it', async (_, asked, parsed) => {
  await using world = await startWorld();
  const { past, behind, client, askAnew, lines } = world;
  const ours = await client.request(past.url, asked);
  expect(ours).toEqual(await askAnew(asked));
  expect(world.parsed()).toBe(2 + parsed);
  await expect.poll(() => lines).toHaveLength(6);
  const [one, other] = lines.slice(-2).map(({ status, requestId, method, path }) => {
    return [status, requestId, method, path];
  });
  expect(one).toEqual(other);
  const count = `gateway_request_seconds_count{api="graphql",route="/graphql",status="200"}`;
  const counts = await Promise.all(
    [past, behind].map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(text.split(`${count} `)[1]?.split('\n')[0]);
    }),
  );
  expect(counts[0]).toBe(counts[1]);
  // The connection is looked at as before when the parser has shown where a request ends.
  const before = world.parsed();
  const next = [
    await client.request(past.url, asking('A')),
    await client.request(past.url, asking('B')),
  ];
  expect(next.map(({ status }) => status)).toEqual([200, 200]);
  expect(world.parsed()).toBe(before);
});

test('behavior: the upstream call ends when the client leaves, and is logged as 499', async () => {
  await using world = await startWorld();
  const { past, client } = world;
  const asked = client.request(
    past.url,
    asking('NEVER', { headers: { 'x-request-id': requestIdFor('gone') } }),
  );
  await disconnectMidway({ ...world, asked });
  const count = /gateway_request_seconds_count\{api="graphql",route="\/graphql",status="200"\} 3\n/;
  await expect.poll(async () => (await fetch(`${past.url}/metrics`)).text()).toMatch(count);
});

test('behavior: clients that ask for the same at once cause one upstream call', async () => {
  await using world = await startWorld();
  const { past, node } = world;
  const clients = Array.from({ length: 5 }, createExactClient);
  for (const one of clients)
    for (const asset of ['one', 'two']) await one.request(past.url, asking(asset));
  const parsed = world.parsed();
  const responses = await Promise.all(clients.map((one) => one.request(past.url, asking('LATE'))));
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  expect(node.asked.filter((asked) => asked.includes('LATE'))).toHaveLength(1);
  expect(world.parsed()).toBe(parsed);
  for (const one of clients) one.close();
});

test('behavior: a gateway that shuts down finishes the responses it has begun', async () => {
  await using world = await startWorld();
  const { past, client } = world;
  const asked = client.request(past.url, asking('LATE'));
  await expect.poll(() => world.node.asked.at(-1)).toContain('LATE');
  await past[Symbol.asyncDispose]();
  expect(await asked).toMatchObject({ status: 200, body: expect.stringContaining('"value":2') });
  expect(world.parsed()).toBe(2);
});

test.each(['on', 'off'])(
  'behavior: the http diagnostics channels tell of each request, with FAST_PATH=%s',
  async (FAST_PATH) => {
    await using gateway = await startGateway({ FAST_PATH });
    using parsed = countParsedRequests(gateway);
    const seen: (readonly [string, unknown, unknown, unknown])[] = [];
    const record = (event: string) => (message: unknown) => {
      const { request, response, socket } = message as {
        readonly request: IncomingMessage;
        readonly response: ServerResponse;
        readonly socket: unknown;
      };
      if (!gateway.url.endsWith(request.headers.host ?? '')) return;
      expect(request.socket).toBe(socket);
      const status = event === 'finish' ? response.statusCode : undefined;
      seen.push([event, request.method, request.url, status]);
    };
    using _starts = subscribeToChannel('http.server.request.start', record('start'));
    using _finishes = subscribeToChannel('http.server.response.finish', record('finish'));
    const client = createExactClient();
    const stored = asking('x', { said: { query: '{ __typename }' } });
    const requests = [stored, stored, stored, { path: '/api/price?asset=!' }, { path: '/healthz' }];
    for (const one of requests) await client.request(gateway.url, one);
    client.close();
    const post = ['POST', '/graphql'];
    const price = ['GET', '/api/price?asset=!'];
    const health = ['GET', '/healthz'];
    await expect.poll(() => seen).toHaveLength(10);
    expect(seen).toEqual([
      ...[0, 1, 2].flatMap(() => [
        ['start', ...post, undefined],
        ['finish', ...post, 200],
      ]),
      ['start', ...price, undefined],
      ['finish', ...price, 400],
      ['start', ...health, undefined],
      ['finish', ...health, 200],
    ]);
    expect(parsed.parsed()).toBe(FAST_PATH === 'on' ? 3 : 5);
  },
);
