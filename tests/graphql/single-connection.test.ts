import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';
import { type FakeOracle, startOracle } from '../vision/support/fake-oracle.ts';
import { submissionInput } from '../vision/support/submission.ts';

let stack: AsyncDisposableStack;
let oracle: FakeOracle;
let url: string;
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  oracle = stack.use(await startOracle());
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  url = `${gateway.url}/graphql/stream`;
  const token = await (await fetch(url, { method: 'PUT' })).text();
  headers = { 'x-graphql-event-stream-token': token, 'content-type': 'application/json' };
});
afterEach(() => stack.disposeAsync());

async function open() {
  const reader = await readEvents(url, headers);
  stack.defer(() => reader.disconnect());
  return reader;
}

const bodyOf = (query: string, variables: object = {}) =>
  JSON.stringify({ query, variables, extensions: { operationId: 'one' } });
const operate = (query: string, variables?: object) =>
  postJson(url, bodyOf(query, variables), { headers });
const stop = () => fetch(`${url}?operationId=one`, { method: 'DELETE', headers });

const watch = 'subscription { batch(id: "7") { playerCount } }';
const watched = { id: 'one', payload: { data: { batch: { playerCount: 2 } } } };

test('behavior: an id is free once its operation is stopped, also while that goes on unseen', async () => {
  const reader = await open();
  oracle.decide = () => ({ delay: 600 });
  const submit =
    'mutation ($input: SubmitBitmapInput!) { submitBitmap(input: $input) { accepted } }';
  const first = operate(submit, { input: submissionInput });
  await expect.poll(() => oracle.received).toHaveLength(1);
  expect((await stop()).status).toBe(200);
  expect((await operate(watch)).status).toBe(202);
  expect((await first).status).toBe(202);
  await sleep(200);
  expect(reader.events()).toEqual([watched]);
  expect((await operate(watch)).status).toBe(409);
  await stop();
  expect((await operate(watch)).status).toBe(202);
  await expect.poll(reader.events).toEqual([watched, watched]);
});

test('behavior: events that wait for a client are not sent once its operation is stopped', async () => {
  expect((await operate('{ __typename }')).status).toBe(202);
  await stop();
  expect((await operate(watch)).status).toBe(202);
  const reader = await open();
  await expect.poll(reader.events).not.toEqual([]);
  await sleep(200);
  expect(reader.events()).toEqual([watched]);
});

test('error: an operation that arrives complete after its stream was closed is 404, without an upstream call', async () => {
  const reader = await open();
  const body = bodyOf('subscription { tickResolved(batchId: "7") { tickId } }');
  const late = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
  });
  late.write(body.slice(0, -1));
  await sleep(100);
  reader.disconnect();
  await expect.poll(async () => (await fetch(url, { headers })).status).toBe(404);
  late.end(body.slice(-1));
  const [response] = (await once(late, 'response')) as [{ statusCode: number; resume: () => void }];
  response.resume();
  expect(response.statusCode).toBe(404);
  expect(oracle.asked).toEqual([]);
});
