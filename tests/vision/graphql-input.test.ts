import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startOracle } from './support/fake-oracle.ts';
import { startValues } from './support/fake-values.ts';

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
beforeAll(async () => {
  const oracle = stack.use(await startOracle());
  const node = stack.use(await startValues());
  node.bodies.set('/vision/snapshot', { generatedAt: '2026-09-21T13:34:00.000Z', snapshots: [] });
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url, DATA_NODE_URL: node.url }));
});
afterAll(() => stack.disposeAsync());

const ticks = (fields: string) =>
  `batch(id: 7) { ticks(first: 1) { edges { node { ${fields} } } } }`;
const tick = (fields: object) => ({ batch: { ticks: { edges: [{ node: fields }] } } });
const siblings = 'markets { totalCount }';
const answered = { markets: { totalCount: 3 } };

test.each([
  ['encodeBitmap(predictions: []) { hash }', { encodeBitmap: null }],
  ['bitmapHash(bitmap: "0x")', { bitmapHash: null }],
  [ticks('tickId outcomes(first: 101) { totalCount }'), tick({ tickId: 4, outcomes: null })],
  [ticks('tickId outcomes(first: 1, last: 1) { totalCount }'), tick({ tickId: 4, outcomes: null })],
  [
    'leaderboard { updatedAt entries(after: "x") { totalCount } }',
    { leaderboard: { updatedAt: expect.any(String), entries: null } },
  ],
  [
    'snapshot { generatedAt prices(first: 0) { totalCount } }',
    { snapshot: { generatedAt: '2026-09-21T13:34:00.000Z', prices: null } },
  ],
])('args: what is wrong in %s is an error of that field alone', async (field, expected) => {
  const { data, errors } = await gateway.query(`{ ${field} ${siblings} }`);
  expect(data).toEqual({ ...expected, ...answered });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_INPUT']);
});

test.each(['', 'x'.repeat(257)])('args: %j is refused as a source by both APIs', async (name) => {
  const { data, errors } = await gateway.query(
    'query($name: String) { snapshot(sourceId: $name) { totalAssets } }',
    { name },
  );
  expect(data).toEqual({ snapshot: null });
  const response = await gateway.rest(`/vision/snapshot?source=${name}`);
  const { error } = (await response.json()) as { readonly error: string };
  expect([errors?.[0]?.extensions.code, response.status]).toEqual(['INVALID_INPUT', 400]);
  expect(errors?.[0]?.message).toBe(error.replace('source', 'sourceId'));
});

test('args: a source that does not exist is null for the graph and 404 for REST', async () => {
  await using node = await startValues();
  await using lonely = await startGateway({ DATA_NODE_URL: node.url });
  const { data, errors } = await lonely.query('{ snapshot(sourceId: "x") { totalAssets } }');
  expect([data, errors]).toEqual([{ snapshot: null }, undefined]);
  expect((await lonely.rest('/vision/snapshot?source=x')).status).toBe(404);
});

test('args: a page whose arguments are null is the first', async () => {
  const fields = (range: string) => `outcomes${range} { edges { node { outcome } } }
    reveal { bitmaps { predictions${range} { edges { node { direction } } } } }`;
  const none = await gateway.query(`{ ${ticks(fields(''))} }`);
  const nulls = await gateway.query(
    `{ ${ticks(fields('(first: null, after: null, last: null, filter: null, orderBy: null)'))} }`,
  );
  expect(nulls).toEqual(none);
  expect(none).toMatchObject({
    data: tick({
      outcomes: { edges: ['UP', 'DOWN', 'FLAT'].map((outcome) => ({ node: { outcome } })) },
    }),
  });
});
