import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { input, simulation } from '../sim/support/operations.ts';
import { readEvents } from '../sim/support/read-events.ts';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const accept = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json';
const contentType = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';

let stack: AsyncDisposableStack;
let upstream: FakeUpstream;
let gateway: TestGateway;
/** Computations that wait for their events. */
let computing: ServerResponse[];
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  computing = [];
  upstream = stack.use(
    await startUpstream((request, response) => {
      if (request.url?.startsWith('/sim/run-stream')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        computing.push(response);
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ categories: [{ id: 'all', name: 'All', coin_count: 9 }] }));
    }),
  );
  gateway = stack.use(await startGateway({ DATA_NODE_URL: upstream.url }));
});
afterEach(() => stack.disposeAsync());

function send(event: object): void {
  for (const one of computing) one.write(`data: ${JSON.stringify(event)}\n\n`);
}
const progress = { type: 'progress', pct: 50, current_date: '2024-06-30', total_dates: 10 };
const failure = { type: 'error', error: 'not enough coins: 3 available' };

/** Subscribes by the multipart protocol; the parts so far, and whether the last one has come. */
async function subscribe(query: string, variables: object = {}) {
  const leaving = new AbortController();
  stack.defer(() => leaving.abort());
  const { signal } = leaving;
  const options = { headers: { accept }, signal };
  const response = await postJson(`${gateway.url}/graphql`, { query, variables }, options);
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  const parts = () =>
    text
      .split('--graphql')
      .slice(1, -1)
      .map((part) => {
        const [head = '', body = ''] = part.split('\r\n\r\n');
        expect(head.trim()).toBe('content-type: application/json');
        return JSON.parse(body) as unknown;
      });
  return { response, parts, isOver: () => text.endsWith('\r\n--graphql--\r\n'), reading };
}

test('behavior: every form of a subscription shares one upstream request, and quiet ones get heartbeats', async () => {
  const multipart = await subscribe(simulation, { input });
  expect(multipart.response.status).toBe(200);
  expect(multipart.response.headers.get('content-type')).toBe(contentType);
  const second = await subscribe(simulation, { input });
  const graphqlUrl = `${gateway.url}/graphql`;
  const query = new URLSearchParams({ query: simulation, variables: JSON.stringify({ input }) });
  const distinct = await readEvents(`${graphqlUrl}?${query}`, { accept: 'text/event-stream' });
  stack.defer(() => distinct.disconnect());
  const token = await (await fetch(`${graphqlUrl}/stream`, { method: 'PUT' })).text();
  const headers = { 'x-graphql-event-stream-token': token };
  const single = await readEvents(`${graphqlUrl}/stream`, headers);
  stack.defer(() => single.disconnect());
  const extensions = { operationId: 'one' };
  const operation = { query: simulation, variables: { input }, extensions };
  expect((await postJson(`${graphqlUrl}/stream`, operation, { headers })).status).toBe(202);
  const rest = await readEvents(
    `${gateway.url}/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30`,
  );
  stack.defer(() => rest.disconnect());

  send(progress);
  const isTold = (events: readonly unknown[]) => JSON.stringify(events).includes('"pct":50');
  for (const seen of [multipart.parts, second.parts, distinct.events, single.events, rest.events]) {
    await expect.poll(() => isTold(seen())).toBe(true);
  }
  expect(upstream.asked.filter((one) => one.includes('/sim/run-stream'))).toHaveLength(1);

  const heartbeats = () => multipart.parts().filter((part) => JSON.stringify(part) === '{}').length;
  const before = heartbeats();
  await expect.poll(heartbeats, { timeout: 10_000 }).toBeGreaterThan(before);
  send(failure);
  await expect.poll(multipart.isOver).toBe(true);
  await multipart.reading;
  const events = multipart.parts().filter((part) => JSON.stringify(part) !== '{}');
  expect(events).toEqual([
    { payload: { data: { simulation: expect.objectContaining({ pct: 50 }) } } },
    { payload: { data: { simulation: expect.objectContaining({ message: failure.error }) } } },
  ]);
});

test('error: a refused subscription is one part with errors, then the end', async () => {
  const refused = await subscribe('subscription { nothing }');
  await refused.reading;
  expect(refused.response.status).toBe(200);
  expect(refused.response.headers.get('content-type')).toBe(contentType);
  expect(refused.isOver()).toBe(true);
  expect(refused.parts()).toEqual([
    {
      payload: null,
      errors: [expect.objectContaining({ message: expect.stringContaining('nothing') })],
    },
  ]);
});

test('default: a query stays one document, and an event stream that is named first one', async () => {
  const post = (query: string, accepted: string) =>
    postJson(`${gateway.url}/graphql`, { query }, { headers: { accept: accepted } });
  const plain = await post('{ __typename }', accept);
  expect(plain.headers.get('content-type')).toContain('application/json');
  expect(await plain.json()).toEqual({ data: { __typename: 'Query' } });
  const events = await post('subscription { nothing }', `text/event-stream, ${accept}`);
  expect(events.headers.get('content-type')).toBe('text/event-stream');
  await events.text();
});
