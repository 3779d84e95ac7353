import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeTypeNames } from '../../generated/graphql/node-types.ts';
import { encodeGlobalId, joinCompoundKey, type NodeTypeName } from '../../src/lib/global-id.ts';
import { expectWholeTable } from '../support/expect-whole-table.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { itpId, runId, wallet } from '../support/world/data-node-responses.ts';
import { bitmap, bitmapHash } from '../support/world/oracle-responses.ts';

/** An argument or input field that names an object. */
type Naming = {
  readonly type: NodeTypeName;
  /** Natural key of an object that exists. */
  readonly key: string;
  /** The key in the global id, if the argument takes only the last part of it. */
  readonly globalKey?: string;
  /** A field that has the argument; `$` stands for the name. */
  readonly field: string;
};

const dtf = { type: 'Dtf', key: itpId } as const;
const asset = { type: 'Asset', key: 'BTC' } as const;
const portfolio = { type: 'Portfolio', key: wallet } as const;
const batch = { type: 'Batch', key: '3' } as const;
const tick = { type: 'Tick', key: '12', globalKey: joinCompoundKey([3, 12]) } as const;
const market = { type: 'PredictionMarket', key: 'bitcoin' } as const;
const source = { type: 'DataSource', key: 'crypto' } as const;
const sourceAssetKey = joinCompoundKey(['crypto', 'bitcoin']);
const sourceAsset = { type: 'SourceAsset', key: 'bitcoin', globalKey: sourceAssetKey } as const;
const run = { type: 'SimulationRun', key: String(runId) } as const;
const category = { type: 'SimulationCategory', key: 'all' } as const;
const deployment = { type: 'Deployment', key: 'active-deployment.json' } as const;

const ofRun = 'topN: 5, weighting: "equal", rebalanceDays: 30';
const ofTick = (field: string) => `batch(id: 3) { ticks { edges { node { ${field} } } } }`;
const loan = (field: string) => `portfolio(address: "${wallet}") { lending { ${field} } }`;
const bitmapOf = (player: string, batchId: string) =>
  `submitBitmap(input: { player: ${player}, batchId: ${batchId}, bitmap: "${bitmap}", expectedHash: "${bitmapHash}" }) { accepted userErrors { message } }`;

/** Every argument and input field that names an object, by coordinate. */
// biome-ignore format: one line an argument
const namings: Readonly<Record<string, Naming>> = {
  'AssetFilter.heldByDtf': { ...dtf, field: 'assets(filter: { heldByDtf: $ }) { totalCount }' },
  'AssetFilter.symbols': { ...asset, field: 'assets(filter: { symbols: [$] }) { totalCount }' },
  'Batch.player(address:)': { ...portfolio, field: 'batch(id: 3) { player(address: $) { balance } }' },
  'Batch.position(address:)': { ...portfolio, field: 'batch(id: 3) { position(address: $) { balance } }' },
  'Batch.tick(tickId:)': { ...tick, field: 'batch(id: 3) { tick(tickId: $) { playerCount } }' },
  'BatchFilter.player': { ...portfolio, field: 'batches(filter: { player: $ }) { totalCount }' },
  'BatchFilter.sourceId': { ...source, field: 'batches(filter: { sourceId: $ }) { totalCount }' },
  'BatchPlayerFilter.address': { ...portfolio, field: 'batch(id: 3) { players(filter: { address: $ }) { totalCount } }' },
  'BenchmarkInput.dtf': { ...dtf, field: `dtf(id: "${itpId}") { performance { versus(benchmark: { dtf: $ }) { days } } }` },
  'BenchmarkInput.run': { ...run, field: `dtf(id: "${itpId}") { performance { versus(benchmark: { run: $ }) { days } } }` },
  'Dtf.position(address:)': { ...portfolio, field: `dtf(id: "${itpId}") { position(address: $) { valueUsd } }` },
  'DtfEventFilter.wallet': { ...portfolio, field: `dtf(id: "${itpId}") { events(filter: { wallet: $ }) { totalCount } }` },
  'DtfFilter.holdsAsset': { ...asset, field: 'dtfs(filter: { holdsAsset: $ }) { totalCount }' },
  'DtfFilter.ids': { ...dtf, field: 'dtfs(filter: { ids: [$] }) { totalCount }' },
  'LeaderboardFilter.address': { ...portfolio, field: 'leaderboard { entries(filter: { address: $ }) { totalCount } }' },
  'LendingEventFilter.dtf': { ...dtf, field: loan('history(filter: { dtf: $ }) { totalCount }') },
  'LendingMarket.position(address:)': { ...portfolio, field: 'lendingMarkets { position(address: $) { collateral } }' },
  'MarketFilter.sourceId': { ...source, field: 'markets(filter: { sourceId: $ }) { totalCount }' },
  'OutcomeFilter.marketIds': { ...market, field: ofTick('outcomes(filter: { marketIds: [$] }) { totalCount }') },
  'PredictionFilter.marketIds': { ...market, field: ofTick('reveal { bitmaps { predictions(filter: { marketIds: [$] }) { totalCount } } }') },
  'PriceShock.symbol': { ...asset, field: `portfolio(address: "${wallet}") { stress(shocks: [{ symbol: $, pct: -10 }]) { valueUsd } }` },
  'Query.asset(symbol:)': { ...asset, field: 'asset(symbol: $) { price }' },
  'Query.backtestBitmap(batchId:)': { ...batch, field: `backtestBitmap(batchId: $, bitmap: "${bitmap}") { winRate }` },
  'Query.batch(id:)': { ...batch, field: 'batch(id: $) { playerCount }' },
  'Query.compareSimulations(ids:)': { ...run, field: 'compareSimulations(ids: [$]) { runId }' },
  'Query.deployment(file:)': { ...deployment, field: 'deployment(file: $) { chainId }' },
  'Query.dtf(id:)': { ...dtf, field: 'dtf(id: $) { name }' },
  'Query.leaderboard(batchId:)': { ...batch, field: 'leaderboard(batchId: $) { updatedAt }' },
  'Query.leaderboard(sourceId:)': { ...source, field: 'leaderboard(sourceId: $) { updatedAt }' },
  'Query.marketHistory(asset:)': { ...sourceAsset, field: 'marketHistory(source: "crypto", asset: $) { value }' },
  'Query.marketHistory(source:)': { ...source, field: 'marketHistory(source: $, asset: "bitcoin") { value }' },
  'Query.portfolio(address:)': { ...portfolio, field: 'portfolio(address: $) { totalValueUsd }' },
  'Query.predictionPlayer(address:)': { ...portfolio, field: 'predictionPlayer(address: $) { stake }' },
  'Query.replayBitmap(batchId:)': { ...batch, field: `replayBitmap(batchId: $, bitmap: "${bitmap}") { total }` },
  'Query.simulationResults(categoryId:)': { ...category, field: 'simulationResults(categoryId: $) { totalCount }' },
  'Query.simulations(ids:)': { ...run, field: 'simulations(ids: [$]) { stats { totalTrades } }' },
  'Query.simulationSelection(runs:)': { ...run, field: `simulationSelection(runs: [$, "8"]) { commonDays }` },
  'Query.simulationWeightings(categoryId:)': { ...category, field: 'simulationWeightings(categoryId: $) { pattern }' },
  'Query.snapshot(sourceId:)': { ...source, field: 'snapshot(sourceId: $) { prices { totalCount } }' },
  'Query.source(id:)': { ...source, field: 'source(id: $) { name }' },
  'Query.verifySimulationReceipt(runId:)': { ...run, field: `verifySimulationReceipt(hash: "${'0'.repeat(64)}", runId: $)` },
  'RequestFaucetInput.address': { ...portfolio, field: 'mutation { requestFaucet(input: { address: $ }) { to userErrors { message } } }' },
  'SimulationInput.categoryId': { ...category, field: `simulation(input: { categoryId: $, ${ofRun} }) { runId }` },
  'SimulationRun.comparison(with:)': { ...run, field: `simulations(ids: [${runId}]) { comparison(with: [$]) { runId } }` },
  'SimulationRunFilter.category': { ...category, field: 'simulationResults(filter: { category: $ }) { totalCount }' },
  'SourceAssetFilter.assetIds': { ...sourceAsset, field: 'snapshot { prices(filter: { assetIds: [$] }) { totalCount } }' },
  'SubmitBitmapInput.batchId': { ...batch, field: `mutation { ${bitmapOf(`"${wallet}"`, '$')} }` },
  'SubmitBitmapInput.player': { ...portfolio, field: `mutation { ${bitmapOf('$', '3')} }` },
  'Subscription.batch(id:)': { ...batch, field: 'subscription { batch(id: $) { playerCount } }' },
  'Subscription.dtf(id:)': { ...dtf, field: 'subscription { dtf(id: $) { name } }' },
  'Subscription.dtfOrderBook(id:)': { ...dtf, field: 'subscription { dtfOrderBook(id: $) { midUsd } }' },
  'Subscription.nav(itpId:)': { ...dtf, field: 'subscription { nav(itpId: $) { usd } }' },
  'Subscription.playerJoined(batchId:)': { ...batch, field: 'subscription { playerJoined(batchId: $) { blockNumber } }' },
  'Subscription.portfolio(address:)': { ...portfolio, field: 'subscription { portfolio(address: $) { totalValueUsd } }' },
  'Subscription.tickResolved(batchId:)': { ...batch, field: 'subscription { tickResolved(batchId: $) { tickId } }' },
  'SweepInput.categories': { ...category, field: 'subscription { sweep(input: { categoryId: "all", sweep: CATEGORY, categories: [$] }) { __typename } }' },
  'SweepInput.categoryId': { ...category, field: 'subscription { sweep(input: { categoryId: $, sweep: TOP_N }) { __typename } }' },
  'TickFilter.tickIds': { ...tick, field: 'batch(id: 3) { ticks(filter: { tickIds: [$] }) { totalCount } }' },
  'TradeFilter.dtf': { ...dtf, field: `portfolio(address: "${wallet}") { trades(filter: { dtf: $ }) { totalCount } }` },
  'WalletLending.balances(itpId:)': { ...dtf, field: loan('balances(itpId: $) { usdc }') },
};

/** Arguments of the types that names have, and why they name no object with an id. */
const others: Readonly<Record<string, string>> = {
  'Batch.statistics(ticks:)': 'a number of ticks',
  'BatchMarketEdge.prices(days:)': 'a number of days',
  'DataSourceFilter.category': 'key of a value object',
  'Dtf.orderBook(aggregationBps:)': 'a width',
  'Dtf.orderBook(levels:)': 'a number of levels',
  'Performance.distribution(bins:)': 'a number of bins',
  'Performance.rolling(days:)': 'a number of days',
  'Query.backtestBitmap(bitmap:)': 'the bitmap itself',
  'Query.backtestBitmap(ticks:)': 'a number of ticks',
  'Query.batchConfig(hash:)': 'hash of a value object',
  'Query.bitmapHash(bitmap:)': 'the bitmap itself',
  'Query.node(id:)': 'an object of any type, which has its global id alone in common',
  'Query.nodes(ids:)': 'objects of any type, which have their global ids alone in common',
  'Portfolio.predictions(ticks:)': 'a number of ticks',
  'Query.predictionPlayer(ticks:)': 'a number of ticks',
  'Query.replayBitmap(bitmap:)': 'the bitmap itself',
  'Query.replayBitmap(from:)': 'a number in a range of ticks',
  'Query.replayBitmap(to:)': 'a number in a range of ticks',
  'Query.verifySimulationReceipt(hash:)': 'a hash of the run and its parameters',
  'ReplayRule.lookback': 'a number of ticks',
  'RequestFaucetInput.amount': 'an amount of money',
  'SimulationRunFilter.topN': 'a parameter of the runs',
  'SimulationRunFilter.weightings': 'names of value objects',
  'SourceAssetFilter.category': 'key of a value object',
  'SubmitBitmapInput.bitmap': 'the bitmap itself',
  'SubmitBitmapInput.expectedHash': 'hash of the bitmap',
  'Subscription.dtfOrderBook(aggregationBps:)': 'a width',
  'Subscription.dtfOrderBook(levels:)': 'a number of levels',
};
/** Parameters of computations, which name no object. */
const parametersOfRuns =
  /^(Simulation|Sweep)Input\.(topN|weighting|rebalanceDays|fng\w+|domLookback|vc\w+)$/;
const ofLists = /\b(first|last|after|before|search|maxPoints)(:\))?$/;

/** The types that a name can have. */
const nameTypes = new Set(['ID', 'String', 'Int', 'Bytes32', 'Address', 'Hex']);

/** The coordinates of all arguments and input fields with such a type. */
function readCoordinates(): readonly string[] {
  const schema = buildSchema(readFileSync('generated/api.graphql', 'utf8'));
  const isName = ({ type }: GraphQLArgument | GraphQLInputField) =>
    !isEnumType(getNamedType(type)) && nameTypes.has(getNamedType(type).name);
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(isName);
      return fields.map(({ name }) => `${type.name}.${name}`);
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) =>
      field.args.filter(isName).map(({ name }) => `${type.name}.${field.name}(${name}:)`),
    );
  });
}

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
  // The batches of the small world have no source.
  world.setFault('oracles', {
    name: 'sources',
    kind: 'harmless',
    respond: ({ response, good }) => {
      response.writeHead(good.status ?? 200, { 'content-type': good.type ?? 'application/json' });
      response.end(good.body.replaceAll('"creator"', '"source_id":"crypto","creator"'));
    },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

/** The text of an operation's first result; empty when a subscription has none in 300 ms. */
async function execute(field: string, name: string): Promise<string> {
  const query = (/^(subscription|mutation) /.test(field) ? field : `{ ${field} }`).replace(
    '$',
    JSON.stringify(name),
  );
  const isSubscription = query.startsWith('subscription');
  const abort = new AbortController();
  const response = await fetch(`${world.gateway.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: isSubscription ? 'text/event-stream' : 'application/json',
    },
    body: JSON.stringify({ query }),
    signal: abort.signal,
  });
  if (!isSubscription || !response.body) return response.text();
  const timer = setTimeout(() => abort.abort(), 300);
  let text = '';
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const data = /^data: ?(\{.*\})$/m.exec(text)?.[1];
      if (data !== undefined) return data;
    }
    return text;
  } catch (error) {
    if (abort.signal.aborted) return '';
    throw error;
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

test('default: every argument that could name an object takes both names, or has a reason not to', () => {
  const plain = (coordinate: string) =>
    coordinate in others || parametersOfRuns.test(coordinate) || ofLists.test(coordinate);
  const all = readCoordinates();
  expectWholeTable(
    Object.keys(namings),
    all.filter((coordinate) => !plain(coordinate)),
    'namings of tests/graphql/named-arguments.test.ts: the argument with a key of the small world, or others with the reason',
  );
  const gone = Object.keys(others).filter((coordinate) => !all.includes(coordinate));
  expect(gone, 'others of tests/graphql/named-arguments.test.ts: remove').toEqual([]);
});

test('default: ids have the types that implement Node', () => {
  const schema = buildSchema(readFileSync('generated/api.graphql', 'utf8'));
  const node = schema.getType('Node');
  const types = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
  expect(nodeTypeNames).toEqual(types.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(namings))('%s', (_coordinate, { type, key, globalKey, field }) => {
  const id = encodeGlobalId(type, globalKey ?? key);

  test('default: the natural key and the global id name the same object', async () => {
    const byKey = await execute(field, key);
    expect(await execute(field, id)).toBe(byKey);
    expect(byKey).not.toMatch(/must be|:null\}\}$|:\[\]\}\}$|"totalCount":0/);
  });

  test('error: the global id of another type is refused', async () => {
    const other = type === 'Trade' ? 'Asset' : 'Trade';
    const text = await execute(field, encodeGlobalId(other, globalKey ?? key));
    expect(text).toContain(` must be a global id of ${type}, not of ${other}`);
    if (!text.includes('"userErrors"')) expect(text).toContain('"code":"INVALID_INPUT"');
  });
});

test('error: an asset of another source is refused', async () => {
  const id = encodeGlobalId('SourceAsset', joinCompoundKey(['weather', 'bitcoin']));
  const { errors } = await world.gateway.query(
    `{ marketHistory(source: "crypto", asset: "${id}") { value } }`,
  );
  expect(errors).toMatchObject([
    {
      message: 'asset must be a global id of an asset of the source crypto',
      extensions: { code: 'INVALID_INPUT' },
    },
  ]);
});

test('behavior: variables name objects by both names, too', async () => {
  const query = `query($wallet: Address!, $runs: [ID!]!) {
    portfolio(address: $wallet) { address } simulations(ids: $runs) { runId }
  }`;
  const data = { portfolio: { address: wallet }, simulations: [{ runId }, { runId }] };
  const runs = [runId, encodeGlobalId('SimulationRun', String(runId))];
  for (const name of [wallet.toLowerCase(), encodeGlobalId('Portfolio', wallet)]) {
    expect(await world.gateway.query(query, { wallet: name, runs })).toEqual({ data });
  }
  const other = encodeGlobalId('Dtf', itpId);
  expect((await world.gateway.query(query, { wallet: other, runs })).errors).toMatchObject([
    {
      message: expect.stringContaining('Address must be a global id of Portfolio, not of Dtf'),
      extensions: { code: 'INVALID_INPUT' },
    },
  ]);
});

test('behavior: run numbers that no run can have name none', async () => {
  const { data, errors } = await world.gateway.query(
    '{ simulations(ids: [0, -1, "99999999999", "7"]) { runId } compareSimulations(ids: ["99999999999"]) { runId } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ simulations: [null, null, null, { runId }], compareSimulations: [] });
  expect((await world.gateway.query('{ simulations(ids: ["seven"]) { runId } }')).errors).toEqual([
    expect.objectContaining({
      message: 'ids must each be a whole number, or the global id of a run',
    }),
  ]);
});
