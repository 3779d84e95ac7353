import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { requestIdFor } from '../support/request-id-for.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ gateway } = world);
});

type Asked = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const run = '/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const query =
  'subscription { simulation(input: {categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30}) { ... on SimulationProgress { pct } } }';
const events = { accept: 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const byGet = `?${new URLSearchParams({ query })}`;
const byPost = { method: 'POST', body: JSON.stringify({ query }) };

const open: readonly (Asked & { readonly what: string })[] = [
  { what: 'a run over REST', path: run },
  { what: 'its head alone', path: run, method: 'HEAD' },
  { what: 'a subscription by GET', path: `/graphql${byGet}`, headers: events },
  { what: 'one by POST', path: '/graphql', headers: { ...json, ...events }, ...byPost },
  {
    what: 'one that takes JSON rather',
    path: '/graphql',
    headers: { ...json, accept: 'application/json, text/event-stream;q=0.5' },
    ...byPost,
  },
  { what: 'one of the door of streams', path: `/graphql/stream${byGet}`, headers: events },
  {
    what: 'a query as events',
    path: `/graphql/stream?${new URLSearchParams({ query: '{ __typename }' })}`,
    headers: events,
  },
];

const refused: typeof open = [
  { what: 'a run of no category', path: '/api/sim/run-stream' },
  { what: 'its head alone', path: '/api/sim/run-stream', method: 'HEAD' },
  {
    what: 'a mutation by GET',
    path: `/graphql?${new URLSearchParams({ query: 'mutation { __typename }' })}`,
    headers: events,
  },
  { what: 'another method', path: '/graphql', method: 'DELETE', headers: events },
  { what: 'a body that is no JSON', path: '/graphql', headers: events, method: 'POST', body: '{' },
  {
    what: 'a connection that nobody opened',
    path: '/graphql/stream?token=1',
    method: 'DELETE',
  },
];

async function headOf({ method = 'GET', path, headers = {}, body }: Asked) {
  const call = request(gateway.url + path, {
    method,
    headers: { ...headers, 'x-request-id': requestIdFor('known') },
  });
  call.on('error', () => {});
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  call.destroy();
  const names = response.rawHeaders
    .filter((_, at) => at % 2 === 0)
    .map((name) => name.toLowerCase());
  return { status: response.statusCode ?? 0, headers: response.headers, names };
}

const shared = {
  'x-request-id': requestIdFor('known'),
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
};

function expectEachOnce(names: readonly string[]): void {
  expect(names).toEqual([...new Set(names)]);
}

test.each(open)('default: the head of $what has all headers of a stream, once', async (asked) => {
  const { status, headers, names } = await headOf(asked);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    ...shared,
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expectEachOnce(names);
});

test.each(refused)('error: a refusal of $what can be read and found again', async (asked) => {
  const { status, headers, names } = await headOf(asked);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers).toMatchObject({ ...shared, 'cache-control': 'no-store' });
  expectEachOnce(names);
});

test('default: a client that has seen all events is recognised, by its request', async () => {
  const headers = { ...events, 'last-event-id': 'complete' };
  const over = await headOf({ path: `/graphql${byGet}`, headers });
  expect(over.status).toBe(204);
  expect(over.headers).toMatchObject(shared);
});

test('default: a connection of many operations states the client at each of its requests', async () => {
  const reserved = await fetch(`${gateway.url}/graphql/stream`, {
    method: 'PUT',
    headers: { 'x-request-id': requestIdFor('known') },
  });
  expect(Object.fromEntries(reserved.headers)).toMatchObject(shared);
  const opened = await headOf({
    path: `/graphql/stream?token=${await reserved.text()}`,
    headers: events,
  });
  expect(opened.status).toBe(200);
  expect(opened.headers).toMatchObject({ ...shared, 'content-type': 'text/event-stream' });
  expectEachOnce(opened.names);
});
