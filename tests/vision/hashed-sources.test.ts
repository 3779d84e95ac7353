import { keccak256, stringToBytes } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { startOracle } from './support/fake-oracle.ts';
import { startValues } from './support/fake-values.ts';
import * as model from './support/market-model.ts';

const cryptoHash = keccak256(stringToBytes('crypto'));
const otherHash = keccak256(stringToBytes('other'));
const at = '2026-09-21T13:34:00.000Z';

/** An oracle that names sources as the chain does; batch 3 is of a source that no one lists. */
const batches = [
  { ...model.batchEntry(7), source_id: cryptoHash },
  { ...model.batchEntry(5), source_id: `0x${cryptoHash.slice(2).toUpperCase()}`, market_ids: [] },
  { ...model.batchEntry(3), source_id: otherHash, market_ids: ['rain'] },
];

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
beforeAll(async () => {
  const node = stack.use(await startValues());
  const snapshots = model.marketIds.map((assetId, index) => ({
    ...{ source: 'crypto', assetId, symbol: assetId, name: assetId },
    ...{ value: `${index}.5`, changePct: index, fetchedAt: at },
  }));
  node.bodies.set('/vision/snapshot?source=crypto&limit=10000', { generatedAt: at, snapshots });
  const stats = { totalAssets: 3, activeAssets: 3, newestRecord: at };
  node.bodies.set('/market/stats', { totalAssets: 3, sources: { crypto: stats } });
  node.bodies.set('/market/prices/crypto/bitcoin/history', {
    prices: [{ fetchedAt: '2026-01-01T00:00:00Z', value: '5' }],
  });
  const oracle = stack.use(await startOracle());
  const tell = (path: string, body: unknown) => oracle.special.set(path, { status: 200, body });
  tell('/vision/batches', { batches });
  tell('/vision/batch/7/state', { ...model.state, source_id: cryptoHash });
  tell(`/vision/config/by-hash/${model.configHash}`, { ...model.config, source_id: cryptoHash });
  const env = { ORACLE_URLS: oracle.url, DATA_NODE_URL: node.url };
  gateway = stack.use(await startGateway(env));
});
afterAll(() => stack.disposeAsync());

const priced = 'marketId sourceId value';
const pricedNodes = model.marketIds.map((marketId, index) => ({
  node: { marketId, sourceId: 'crypto', value: index + 0.5 },
}));

test.each(['7', '5'])(
  'behavior: markets of a batch whose source is a hash have values: batch %s',
  async (id) => {
    const { data, errors } = await gateway.query(
      `query ($id: ID!) { batch(id: $id) { sourceId markets { edges { node { ${priced} } } } } }`,
      { id },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ batch: { sourceId: 'crypto', markets: { edges: pricedNodes } } });
  },
);

test('behavior: markets without a batch, of a config and of a tick get the same source', async () => {
  const { data, errors } = await gateway.query(
    `query ($hash: Bytes32!) {
    markets(filter: { sourceId: "crypto" }) { totalCount }
    batchConfig(hash: $hash) { sourceId markets { market { ${priced} } } }
    batch(id: "7") {
      tick(tickId: 4) { outcomes { edges { node { market { ${priced} } } } } }
      markets(orderBy: { field: CHANGE, direction: ASC }) {
        edges { node { marketId history { value } } }
      }
    }
  }`,
    { hash: model.configHash },
  );
  expect(errors).toBeUndefined();
  const markets = pricedNodes.map(({ node: market }) => ({ market }));
  expect(data).toMatchObject({
    markets: { totalCount: 3 },
    batchConfig: { sourceId: 'crypto', markets },
    batch: {
      tick: { outcomes: { edges: markets.map((outcome) => ({ node: outcome })) } },
      markets: { edges: [{ node: { marketId: 'bitcoin', history: [{ value: 5 }] } }, {}, {}] },
    },
  });
});

test('behavior: batches are filtered by the id of a source that the oracle names by hash', async () => {
  const { data, errors } = await gateway.query(`{
    batches(filter: { sourceId: "crypto" }) { edges { node { batchId } } }
    other: batches(filter: { sourceId: "other" }) { edges { node { batchId sourceId } } }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    batches: { edges: [{ node: { batchId: 7 } }, { node: { batchId: 5 } }] },
    other: { edges: [{ node: { batchId: 3, sourceId: otherHash } }] },
  });
});

test('behavior: REST passes on what the oracle sent', async () => {
  const { body } = await getJson(gateway, '/vision/batches');
  expect(body.batches).toMatchObject(batches.map(({ id, source_id }) => ({ id, source_id })));
});

test.each([404, 500])(
  'behavior: while the statistics of the data node are %i a hash stays as it is',
  async (status) => {
    const oracle = stack.use(await startOracle());
    oracle.special.set('/vision/batches', { status: 200, body: { batches } });
    const values = stack.use(await startValues());
    values.bodies.set('/market/stats', status);
    const env = { ORACLE_URLS: oracle.url, DATA_NODE_URL: values.url };
    const other = stack.use(await startGateway(env));
    const { data, errors } = await other.query('{ batch(id: "7") { sourceId } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ batch: { sourceId: cryptoHash } });
  },
);
