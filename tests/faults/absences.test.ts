import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { encodeFunctionResult, multicall3Abi } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cachePolicies } from '../../src/cache/cache-policies.ts';
import { encodeGlobalId, joinCompoundKey, type NodeTypeName } from '../../src/lib/global-id.ts';
import { startGateway, startUpstream, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { sortErrors } from '../support/sort-errors.ts';

const itpId = `0x${'0'.repeat(61)}abc`;
const wallet = '0x000000000000000000000000000000000000dEaD';
const absence = cachePolicies.absence.fresh;

/** What the chain answers: its contract refuses every DTF. */
const refused = encodeFunctionResult({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  result: [{ success: false, returnData: '0x' }],
});

/** What upstreams know; everything else they refuse. */
let known: Record<string, unknown>;
/** What upstreams say of a path that they do not know. */
let refusal: { readonly status: number; readonly body: unknown };
const stack = new AsyncDisposableStack();
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let gateway: TestGateway;
const time = { now: Date.parse('2026-03-11T10:00:00Z') };
beforeAll(async () => {
  upstream = stack.use(
    await startUpstream(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://upstream');
      const call = pathname === '/chain' ? JSON.parse(await text(request)) : null;
      const body = call ? { jsonrpc: '2.0', id: call.id, result: refused } : known[pathname];
      response.writeHead(body === undefined ? refusal.status : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(body ?? refusal.body));
    }),
  );
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'absences-')), (path) =>
    rm(path, { recursive: true }),
  );
  const deployment = { chainId: 1337, contracts: { Index: `0x${'aa'.repeat(20)}` } };
  await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
  const { url } = upstream;
  const env = { DATA_NODE_URL: url, ORACLE_URLS: url, L3_RPC_URL: `${url}/chain` };
  gateway = stack.use(
    await startGateway({ ...env, DEPLOYMENTS_DIR: dir }, { clock: { now: () => time.now } }),
  );
});
beforeEach(() => {
  known = {
    '/vision/batches': [],
    '/vision/markets': { markets: [] },
    '/market/stats': { sources: {} },
    '/aum-ranking': [],
    '/latest-prices': { BTC: 1 },
    '/morpho-markets': [],
    '/sim/categories': {
      categories: [{ id: 'all', name: 'All', coin_count: 1, market_cap: 1, source: 'coingecko' }],
    },
    '/sim/results': { results: [] },
    '/sim/compare': { simulations: [] },
  };
  refusal = { status: 404, body: { error: 'not found' } };
  // Nothing that another test has read is shown any more.
  time.now += 86_400_000;
  upstream.asked.length = 0;
});
afterAll(() => stack.disposeAsync());

/** What was asked for in vain. */
const unknown = () =>
  upstream.asked.filter(
    (line) => !(new URL(line.split(' ')[1] ?? '', 'http://upstream').pathname in known),
  );

/** Unknown things of every kind that REST can ask for by name. */
const paths: readonly (readonly [string, number])[] = [
  ['/price?asset=ZZZ', 404],
  ['/nav-series?itp_id=ID&range=7d', 404],
  ['/itp-price?itp_id=ID', 404],
  ['/snapshot?itp_id=ID', 404],
  ['/market/history?source=crypto&asset=zzz', 404],
  ['/lending/position?address=WALLET&itp_id=ID', 404],
  ['/user-state?address=WALLET&itp_id=ID', 404],
  ['/sim/holdings?run_id=999999', 404],
  ['/sim/run?category_id=zzz&top_n=5&weighting=equal&rebalance_days=30', 404],
  ['/sim/run-stream?category_id=zzz&top_n=5&weighting=equal&rebalance_days=30&force=true', 404],
  ['/sim/sweep-stream?sweep=top_n&category_id=zzz', 404],
  ['/vision/snapshot?source=zzz', 404],
  ['/vision/batch/999/state', 404],
  ['/vision/batch/999/history', 404],
  ['/vision/reveal/999/1', 404],
  ['/vision/balance/999/WALLET', 404],
  ['/vision/leaderboard?batch_id=999', 404],
];
const named = (path: string) => path.replace('ID', itpId).replace('WALLET', wallet);

test.each(paths)(
  'behavior: 25 requests for %s cost one upstream call, a price also one to the chain, and all are %i',
  async (path, status) => {
    const responses = [];
    for (let n = 0; n < 25; n += 1) responses.push(await getJson(gateway, named(path)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([status]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses.at(-1)?.headers.get('cache-control')).toBe('no-store');
    const asked = unknown();
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked).toHaveLength(path.startsWith('/itp-price') ? 2 : 1);
    // And is asked again when its time is over.
    time.now += absence;
    await getJson(gateway, named(path));
    expect(unknown()).toHaveLength(2 * asked.length);
  },
);

test('behavior: requests at the same time cost one upstream call, too', async () => {
  const responses = Array.from({ length: 25 }, () => getJson(gateway, '/price?asset=ZZZ'));
  expect((await Promise.all(responses)).every(({ status }) => status === 404)).toBe(true);
  expect(upstream.asked).toHaveLength(1);
});

test('behavior: an enrichment without a basket requests its snapshot once', async () => {
  for (let n = 0; n < 25; n += 1) await getJson(gateway, `/itp-enrichment?itp_id=${itpId}`);
  expect(upstream.asked).toHaveLength(1);
});

const hash = `0x${'ab'.repeat(32)}`;
const run =
  '(input: { categoryId: "zzz", topN: 5, weighting: "equal", rebalanceDays: 30 }) { runId }';
const nodes: readonly (readonly [type: NodeTypeName, key: string])[] = [
  ['Asset', 'ZZZ'],
  ['Batch', '999'],
  ['BatchPlayer', joinCompoundKey([999, wallet.toLowerCase()])],
  ['DataSource', 'zzz'],
  ['Deployment', 'local-e2e.json'],
  ['Dtf', itpId],
  ['LendingMarket', itpId],
  ['LendingPosition', joinCompoundKey([wallet, itpId])],
  ['PredictionMarket', 'zzz'],
  ['SimulationCategory', 'zzz'],
  ['SimulationRun', '999999'],
  ['SourceAsset', joinCompoundKey(['crypto', 'zzz'])],
  ['Tick', joinCompoundKey([999, 1])],
];

/** Unknown things of every kind that the graph can ask for by name. */
const fields: readonly string[] = [
  'asset(symbol: "ZZZ") { price }',
  `dtf(id: "${itpId}") { name nav { usd } navSeries { nav } holdings { weight } }`,
  'batch(id: 999) { batchId }',
  `batchConfig(hash: "${hash}") { hash }`,
  'deployment(file: "local-e2e.json") { chainId }',
  'marketHistory(source: "crypto", asset: "zzz") { value }',
  'source(id: "zzz") { name }',
  'snapshot(sourceId: "zzz") { totalAssets }',
  `simulation${run}`,
  'simulations(ids: [999999]) { stats { totalTrades } navSeries { nav } holdings { weight } }',
  'compareSimulations(ids: [999999]) { runId }',
  'simulationResults(categoryId: "zzz") { totalCount }',
  'leaderboard(batchId: 999) { updatedAt }',
  `portfolio(address: "${wallet}") { lending { balances(itpId: "${itpId}") { usdc } positions { collateral } } }`,
  ...nodes.map(
    ([type, key]) => `node(id: "${encodeGlobalId(type, key)}") { ... on ${type} { id } }`,
  ),
];
test.each(fields)('behavior: 25 requests to the graph ask for it once: %s', async (field) => {
  const told = new Set<string>();
  // An alias makes every document another one, so that no encoded answer is used.
  for (let n = 0; n < 25; n += 1) {
    const { data, errors } = await gateway.query<Record<string, unknown>>(`{ it${n}: ${field} }`);
    for (const { extensions } of errors ?? []) expect(extensions.code).toBe('NOT_FOUND');
    told.add(JSON.stringify([data?.[`it${n}`], sortErrors(errors)?.map(({ message }) => message)]));
  }
  expect([...told]).toHaveLength(1);
  expect(upstream.asked).toEqual([...new Set(upstream.asked)]);
});

test('behavior: both APIs share what is known to be absent', async () => {
  expect((await getJson(gateway, '/vision/batch/999/state')).status).toBe(404);
  expect((await gateway.query('{ batch(id: 999) { batchId } }')).data).toEqual({ batch: null });
  expect(unknown()).toHaveLength(1);
});

test('behavior: a GraphQL response that lacks something is cached no longer than the absence', async () => {
  known['/sim/categories'] = {
    categories: [{ id: 'all', name: 'All', coin_count: 1, market_cap: 1 }],
  };
  const query =
    '{ simulationCategories { id } marketHistory(source: "crypto", asset: "zzz") { value } }';
  const told = async () => (await gateway.query(query)).data;
  for (const _ of [1, 2, 3]) expect(await told()).toMatchObject({ marketHistory: [] });
  expect(unknown()).toHaveLength(1);
  known['/market/prices/crypto/zzz/history'] = { prices: [{ timestamp: 1_767_225_600, value: 5 }] };
  expect(await told()).toMatchObject({ marketHistory: [] });
  time.now += absence;
  expect(await told()).toMatchObject({ marketHistory: [{ value: 5 }] });
});

test('behavior: a sealed tick exists: it is fetched again, and shown as soon as it is revealed', async () => {
  refusal = {
    status: 403,
    body: { error: 'Reveal window not yet expired. Deadline: 1600, now: 1000' },
  };
  expect((await getJson(gateway, '/vision/reveal/8/1')).status).toBe(403);
  known['/vision/reveal/8/1'] = { batch_id: 8, tick_id: 1, bitmaps: [] };
  expect((await getJson(gateway, '/vision/reveal/8/1')).status).toBe(200);
});

test('error: a failure is not taken for an absence', async () => {
  refusal = { status: 500, body: { error: 'no' } };
  for (let n = 0; n < 3; n += 1) {
    expect((await getJson(gateway, '/price?asset=ZZZ')).status).toBe(502);
  }
  expect(upstream.asked.length).toBeGreaterThanOrEqual(3);
});

test('behavior: what disappears is absent in the next fetch, not shown as before', async () => {
  known['/price'] = { asset: 'BTC', price: 5, timestamp: 1_767_225_600, source: 'binance' };
  expect((await getJson(gateway, '/price?asset=BTC')).status).toBe(200);
  Reflect.deleteProperty(known, '/price');
  time.now += cachePolicies.price.fresh;
  // Stale while it is asked for again.
  expect((await getJson(gateway, '/price?asset=BTC')).status).toBe(200);
  await expect.poll(async () => (await getJson(gateway, '/price?asset=BTC')).status).toBe(404);
});

test('behavior: a flood of unknown names pushes no value out', async () => {
  known['/price'] = { asset: 'BTC', price: 5, timestamp: 1_767_225_600, source: 'binance' };
  expect((await getJson(gateway, '/price?asset=BTC')).status).toBe(200);
  Reflect.deleteProperty(known, '/price');
  for (let n = 0; n < 100; n += 1) await getJson(gateway, `/price?asset=FLOOD${n}`);
  const before = upstream.asked.length;
  expect((await getJson(gateway, '/price?asset=BTC')).status).toBe(200);
  expect(upstream.asked).toHaveLength(before);
});
