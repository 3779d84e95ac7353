import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestNode,
  type TestNode,
  testNow,
} from '../../sandbox/data-node/testing/test-node.ts';
import { createExactClient } from '../support/ask-exactly.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

const stack = new AsyncDisposableStack();
let node: TestNode;
let gateway: TestGateway;
beforeAll(async () => {
  node = stack.use(await startTestNode());
  gateway = stack.use(
    await startGateway(
      { DATA_NODE_URL: node.url.spec, STREAM_LIMIT_PER_CLIENT: '1' },
      { clock: { now: () => testNow } },
    ),
  );
}, 60_000);
afterAll(() => stack.disposeAsync());

/** Asks by POST; without `Accept` when none is given. */
const ask = (query: string, accept: string | null, signal: AbortSignal) =>
  request(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(accept === null ? {} : { accept }) },
    body: JSON.stringify({ query }),
    signal,
  });

test.each(['text/event-stream', '*/*', 'text/*', 'application/json, text/plain, */*', null])(
  'behavior: a subscription of a client that accepts %s is a stream like any other',
  async (accept) => {
    const subscription = `subscription { nav(itpId: "${node.state.book.dtfs()[0]?.itpId}") { wei } }`;
    const leaving = new AbortController();
    const first = await ask(subscription, accept, leaving.signal);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': expect.stringContaining('text/event-stream'),
      'x-accel-buffering': 'no',
    });
    for await (const chunk of first.body) {
      expect(String(chunk)).toMatch(/^(:\n\n)?(id: .+\n)?event: next\n|^:/);
      break;
    }
    const second = new AbortController();
    const other = await ask(subscription, accept, second.signal);
    // The first one was left by its reader: its place is free once that has been noticed.
    expect([200, 429]).toContain(other.statusCode);
    second.abort();
    leaving.abort();
  },
);

test.each(['*/*', null])(
  'behavior: places are counted for clients that accept %s',
  async (accept) => {
    const subscription = `subscription { nav(itpId: "${node.state.book.dtfs()[1]?.itpId}") { wei } }`;
    const leaving = new AbortController();
    await expect
      .poll(async () => (await ask(subscription, accept, leaving.signal)).statusCode)
      .toBe(200);
    const refused = await ask(subscription, accept, new AbortController().signal);
    expect(refused.statusCode).toBe(429);
    leaving.abort();
  },
);

test('behavior: a query that speaks of subscriptions is answered with a document', async () => {
  const { statusCode, headers } = await ask(
    '# no subscription\n{ __typename }',
    '*/*',
    new AbortController().signal,
  );
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
});

test('error: a subscription by a URL that is no plain text is refused before it holds a place', async () => {
  const text = `subscription { nav(itpId: "${node.state.book.dtfs()[0]?.itpId}") { wei } }`;
  const client = createExactClient();
  const path = `/graphql?query=${encodeURIComponent(text)}&x=#`;
  const { status, body } = await client.ask(gateway.url, { path, headers: { accept: '*/*' } });
  client.close();
  expect([status, body]).toEqual([400, expect.stringContaining('percent-encoded')]);
});
