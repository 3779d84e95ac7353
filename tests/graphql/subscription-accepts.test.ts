import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import { createExactClient } from '../support/exact-http-client.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

const stack = new AsyncDisposableStack();
let node: TestDataNode;
let gateway: TestGateway;
beforeAll(async () => {
  node = stack.use(await startTestDataNode());
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
    const subscription = `subscription { nav(itpId: "${node.state.shareLedger.dtfs()[0]?.itpId}") { wei } }`;
    const leaving = new AbortController();
    // The place of the test before is free once it has been noticed that its reader has left.
    let first = await ask(subscription, accept, leaving.signal);
    const again = async () => {
      if (first.statusCode !== 200) first = await ask(subscription, accept, leaving.signal);
      return first.statusCode;
    };
    await expect.poll(again).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': expect.stringContaining('text/event-stream'),
      'x-accel-buffering': 'no',
    });
    const { value } = await first.body[Symbol.asyncIterator]().next();
    expect(String(value)).toMatch(/^(:\n\n)?(id: .+\n)?event: next\n|^:/);
    const other = await ask(subscription, accept, leaving.signal);
    expect(other.statusCode).toBe(429);
    leaving.abort();
  },
);

test('behavior: a query whose text contains the word subscription gets JSON', async () => {
  const { statusCode, headers } = await ask(
    '# no subscription\n{ __typename }',
    '*/*',
    new AbortController().signal,
  );
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
});

test.each(['text/event-stream', '*/*', 'application/json'])(
  'error: a subscription to nothing is the mistake of the client that accepts %s',
  async (accept) => {
    const nothing = `subscription Prices { nav(itpId: "${node.state.shareLedger.dtfs()[0]?.itpId}") @include(if: false) { wei } }`;
    const answered = async () => {
      const { statusCode, body } = await ask(nothing, accept, new AbortController().signal);
      return { statusCode, text: await body.text() };
    };
    // The place of the test before is free once it has been noticed that its reader has left.
    await expect.poll(async () => (await answered()).statusCode).toBe(200);
    const { text } = await answered();
    expect(text).toContain('Subscription \\"Prices\\" must not use');
    expect(text).toContain('"code":"GRAPHQL_VALIDATION_FAILED"');
  },
);

test('error: a subscription by a URL that is no plain text is refused before it holds a place', async () => {
  const text = `subscription { nav(itpId: "${node.state.shareLedger.dtfs()[0]?.itpId}") { wei } }`;
  const client = createExactClient();
  const path = `/graphql?query=${encodeURIComponent(text)}&x=#`;
  const { status, body } = await client.request(gateway.url, { path, headers: { accept: '*/*' } });
  client.close();
  expect([status, body]).toEqual([400, expect.stringContaining('percent-encoded')]);
});
