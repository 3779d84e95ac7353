import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDataNode, testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

let stack: AsyncDisposableStack;
let gateway: TestGateway;

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  const node = stack.use(await startTestDataNode());
  const env = { DATA_NODE_URL: node.url.spec };
  gateway = stack.use(await startGateway(env, { clock: { now: () => testNow } }));
}, 60_000);
afterAll(() => stack.disposeAsync());

async function post(body: string) {
  const response = await postJson(`${gateway.url}/graphql`, body);
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown[] };
  return { status: response.status, cache: response.headers.get('x-cache'), data, errors };
}

/** Asks until the answer comes from memory. */
async function keep(body: string): Promise<void> {
  await expect.poll(async () => (await post(body)).cache, { timeout: 20_000 }).toBe('HIT');
}

test('behavior: a number beyond all is not the question of null', async () => {
  const asking = (n: string) =>
    `{"query":"query($n:Int){dtfs(first:$n){totalCount __typename}}","variables":{"n":${n}}}`;
  await keep(asking('null'));
  const { data, errors } = await post(asking('1e400'));
  expect(data).toBeUndefined();
  expect(errors).toHaveLength(1);
});

test.each(['undefined', 'null', ''])(
  'error: the cursor "%s" is none, also when the first page is at hand',
  async (after) => {
    const query = 'query($after: String) { dtfs(first: 2, after: $after) { edges { cursor } } }';
    for (const variables of [{}, { after: null }]) await keep(JSON.stringify({ query, variables }));
    const { data, errors } = await post(JSON.stringify({ query, variables: { after } }));
    expect(data).toEqual({ dtfs: null });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('after must be a cursor of this list'),
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
  },
);

test('behavior: a variable that is left out is not what every object has', async () => {
  const query = 'query($constructor: Int) { dtfs(first: $constructor) { totalCount __typename } }';
  for (let count = 0; count < 5; count += 1) {
    const body = JSON.stringify({ query, extensions: { count } });
    expect((await post(body)).errors).toBeUndefined();
  }
});

test('behavior: the hash of a request gets no response', async () => {
  const query = `{ dtfs(first: 1) { totalCount } } # ${'a'.repeat(1500)}`;
  const body = JSON.stringify({ query });
  await keep(body);
  expect((await post(hash('sha256', body, 'base64url'))).status).toBe(400);
});

test('error: variables of more than 100 levels are refused, declared or not', async () => {
  const nested = (levels: number) =>
    `{"query":"{ __typename }","variables":{"v":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  expect((await post(nested(90))).status).toBe(200);
  expect((await post(nested(110))).status).toBe(400);
  expect((await post(nested(50_000))).status).toBe(400);
});
