import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectWholeTable } from './support/expect-whole-table.ts';
import { type FaultyWorld, startFaultyWorld } from './support/faulty-world.ts';
import { getJson } from './support/get-json.ts';
import { itpId, runId, wallet } from './support/world/data-node-responses.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};
type Operation = {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
};

const document = JSON.parse(
  readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The numeric fields of the REST responses, as `Schema.field`, and whether they are integers. */
const numbers = new Map<string, boolean>();
const visited = new Set<string>();

function collect(schema: Schema, place: string): void {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    if (visited.has(name)) return;
    visited.add(name);
    collect(document.components.schemas[name] ?? {}, name);
  }
  const types = [schema.type ?? []].flat();
  if (types.includes('integer')) numbers.set(place, true);
  else if (types.includes('number')) numbers.set(place, false);
  for (const one of [schema.anyOf, schema.allOf, schema.oneOf].flatMap((list) => list ?? [])) {
    collect(one, place);
  }
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    collect(member, `${place}.${key}`);
  }
  if (schema.items) collect(schema.items, `${place}[]`);
  const { additionalProperties: others } = schema;
  if (typeof others === 'object') collect(others, `${place}{}`);
}

for (const [path, operations] of Object.entries(document.paths)) {
  for (const { responses } of Object.values(operations)) {
    const schema = responses['200']?.content?.['application/json']?.schema;
    if (schema) collect(schema, path);
  }
}

/** A REST response, a GraphQL document that reads the same values, and the fields of both. */
type Pair = {
  readonly schema: string;
  readonly rest: string;
  readonly body?: object;
  /** Where the object is in the response; `[]` is the first element. */
  readonly at: string;
  readonly query: string;
  readonly in: string;
  /** REST names, with `:` and the GraphQL name where that is not the same in camel case. */
  readonly fields: string;
};

const fund = `dtf(id: "${itpId}")`;
const portfolio = `portfolio(address: "${wallet}")`;
const ofFund = `itp_id=${itpId}`;
const ofWallet = `address=${wallet}`;
const run = '/sim/run?category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const input = 'input: { categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30 }';
const stats =
  'total_return_pct annualized_return max_drawdown_pct sharpe_ratio total_fees_pct total_trades total_rebalances total_delistings';
const health =
  'avg_consensus_time_ms avg_cycle_duration_ms consensus_failed_total consensus_rounds_total consensus_success_total orders_processed_last_60s p2p_messages_received p2p_messages_sent pending_order_count signatures_collected total_peers total_peers_healthy total_peers_unhealthy';

const camel = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
const selection = (fields: string) => fields.split(' ').map(camel).join(' ');

const enrichment = {
  rest: `/itp-enrichment?${ofFund}`,
  query: `{ ${fund} { enrichment {
    holdings { weight priceUsd marketCapUsd change24hPct }
    founders { totalFounders totalCompaniesMatched ageDistribution { count } genderSplit { count } }
    defi { totalTvlUsd avgTvlChange7dPct protocolsWithData totalHoldings topByTvl { tvlUsd change1dPct change7dPct } }
    funding { totalRaisedMillionUsd avgValuationMillionUsd totalRounds topInvestors { count } recentRaises { amountMillionUsd } }
  } } }`,
} as const;
const wholePortfolio = `{ ${portfolio} { totalValueUsd totalPnlUsd totalPnlPct
  positions { navPerShareUsd valueUsd costBasisUsd pnlUsd pnlPct } } }`;
const vault = '{ vault { totalUsd assets { priceUsd valueUsd } } }';
const simulation = `{ simulation(${input}) { runId stats { ${selection(stats)} } navSeries { nav drawdownPct } } }`;
const batch = `{ batch(id: "3") { batchId playerCount tickDuration createdAtTick nextTickAt players { edges { node { startTick } } } } }`;
const ticks = `{ batch(id: "3") { ticks { edges { node { tickId playerCount batch { batchId } outcomes { edges { node { changePct } } } } } } } }`;
const snapshot =
  '{ snapshot { totalAssets prices { edges { node { changePct marketCap value volume24h } } } } }';
const sources = '{ sourceList { assetCount syncIntervalSecs } }';

// biome-ignore format: one line a pair
const pairs: readonly Pair[] = [
  { schema: 'AssetPrice', rest: '/price?asset=BTC', at: '', query: '{ asset(symbol: "BTC") { quote { usd timestamp } } }', in: 'asset.quote', fields: 'price:usd timestamp' },
  { schema: 'PriceEntry', rest: '/prices', at: '[]', query: '{ asset(symbol: "BTC") { price } }', in: 'asset', fields: 'price' },
  { schema: 'PriceMap', rest: '/latest-prices', at: '', query: '{ asset(symbol: "BTC") { price } }', in: 'asset', fields: '{}:price' },
  { schema: 'MarketPoint', rest: '/market/history?source=crypto&asset=bitcoin', at: 'prices[]', query: '{ marketHistory(source: "crypto", asset: "bitcoin") { timestamp value } }', in: 'marketHistory[]', fields: 'timestamp value' },
  { schema: 'DtfPrice', rest: `/itp-price?${ofFund}`, at: '', query: `{ ${fund} { nav { usd assetsPriced assetsTotal aumUsd } } }`, in: 'dtf.nav', fields: 'nav_display:usd assets_priced assets_total aum_usd' },
  { schema: 'NavPoint', rest: `/nav-series?${ofFund}&range=30d`, at: '[]', query: `{ ${fund} { navSeries(range: D30) { timestamp nav } } }`, in: 'dtf.navSeries[]', fields: 'timestamp nav' },
  { schema: 'RankingEntry', rest: '/aum-ranking', at: '[]', query: '{ dtfs { edges { node { aumUsd navPerShareUsd assetCount } } } }', in: 'dtfs.edges[].node', fields: 'aum_usd nav_per_share:navPerShareUsd asset_count' },
  { schema: 'DtfSnapshot', rest: `/snapshot?${ofFund}`, at: '', query: `{ ${fund} { snapshot { navPerShareUsd aumUsd } } }`, in: 'dtf.snapshot', fields: 'nav:navPerShareUsd aum_usd' },
  { schema: 'Holding', rest: `/snapshot?${ofFund}`, at: 'assets[]', query: enrichment.query, in: 'dtf.enrichment.holdings[]', fields: 'weight price:priceUsd' },
  { schema: 'EnrichedHolding', ...enrichment, at: 'holdings[]', in: 'dtf.enrichment.holdings[]', fields: 'weight price:priceUsd market_cap:marketCapUsd change_24h:change24hPct' },
  { schema: 'FounderStatistics', ...enrichment, at: 'founders', in: 'dtf.enrichment.founders', fields: 'total_founders total_companies_matched age_distribution[].count' },
  { schema: 'LabelCount', ...enrichment, at: 'founders.gender_split[]', in: 'dtf.enrichment.founders.genderSplit[]', fields: 'count' },
  { schema: 'DefiStatistics', ...enrichment, at: 'defi', in: 'dtf.enrichment.defi', fields: 'total_tvl:totalTvlUsd avg_tvl_change_7d:avgTvlChange7dPct protocols_with_data total_holdings top_by_tvl[].tvl:topByTvl[].tvlUsd top_by_tvl[].change_1d:topByTvl[].change1dPct top_by_tvl[].change_7d:topByTvl[].change7dPct' },
  { schema: 'FundingStatistics', ...enrichment, at: 'funding', in: 'dtf.enrichment.funding', fields: 'total_raised_m:totalRaisedMillionUsd avg_valuation_m:avgValuationMillionUsd total_rounds top_investors[].count recent_raises[].amount_m:recentRaises[].amountMillionUsd' },
  { schema: 'Portfolio', rest: `/portfolio?${ofWallet}`, at: '', query: wholePortfolio, in: 'portfolio', fields: 'total_value_usd total_pnl_usd total_pnl_pct' },
  { schema: 'Position', rest: `/portfolio?${ofWallet}`, at: 'positions[]', query: wholePortfolio, in: 'portfolio.positions[]', fields: 'nav_per_share:navPerShareUsd value_usd cost_basis_usd pnl_usd pnl_pct' },
  { schema: 'PortfolioPoint', rest: `/portfolio/history?${ofWallet}`, at: '[]', query: `{ ${portfolio} { history { timestamp valueUsd } } }`, in: 'portfolio.history[]', fields: 'timestamp value_usd' },
  { schema: 'Trade', rest: `/portfolio/trades?${ofWallet}`, at: '[]', query: `{ ${portfolio} { trades { edges { node { timestamp pricePerShareUsd totalUsd feeUsd } } } } }`, in: 'portfolio.trades.edges[].node', fields: 'timestamp price_per_share:pricePerShareUsd total_usd fee_usd' },
  { schema: 'LendingEvent', rest: `/lending/history?${ofWallet}`, at: '[]', query: `{ ${portfolio} { lending { history { edges { node { blockNumber timestamp } } } } } }`, in: 'portfolio.lending.history.edges[].node', fields: 'block_number timestamp' },
  { schema: 'VaultBalances', rest: '/vault-balances', at: '', query: vault, in: 'vault', fields: 'total_usd' },
  { schema: 'VaultAsset', rest: '/vault-balances', at: 'assets[]', query: vault, in: 'vault.assets[]', fields: 'price:priceUsd usd_value:valueUsd' },
  { schema: 'SimulationCategory', rest: '/sim/categories', at: 'categories[]', query: '{ simulationCategories { coinCount marketCap } }', in: 'simulationCategories[]', fields: 'coin_count market_cap' },
  { schema: 'SimulationRun', rest: run, at: '', query: simulation, in: 'simulation', fields: 'run_id' },
  { schema: 'SimulationStats', rest: run, at: 'stats', query: simulation, in: 'simulation.stats', fields: stats },
  { schema: 'SimulationNavPoint', rest: run, at: 'nav_series[]', query: simulation, in: 'simulation.navSeries[]', fields: 'nav drawdown_pct' },
  { schema: 'SimulationHolding', rest: `/sim/holdings?run_id=${runId}`, at: 'holdings[]', query: `{ simulations(ids: [${runId}]) { holdings { weight quantity price } } }`, in: 'simulations[].holdings[]', fields: 'weight quantity price price_usd:price' },
  { schema: 'ComparedSimulation', rest: `/sim/compare?run_ids=${runId}`, at: 'simulations[]', query: `{ compareSimulations(ids: [${runId}]) { runId } }`, in: 'compareSimulations[]', fields: 'run_id' },
  { schema: 'SimulationResultEntry', rest: '/sim/results', at: 'results[]', query: `{ simulationResults { edges { node { runId config { topN rebalanceDays baseFeePct spreadMultiplier } stats { ${selection(stats)} } } } } }`, in: 'simulationResults.edges[].node', fields: `id:runId top_n:config.topN rebalance_days:config.rebalanceDays base_fee_pct:config.baseFeePct spread_multiplier:config.spreadMultiplier ${stats.split(' ').map((name) => `${name}:stats.${camel(name)}`).join(' ')}` },
  { schema: 'SimulationBenchmark', rest: '/sim/benchmarks?start_date=2021-01-01', at: 'benchmarks[]', query: '{ benchmarks(startDate: "2021-01-01") { navSeries { nav } } }', in: 'benchmarks[]', fields: 'nav_series[].nav' },
  { schema: 'Batch', rest: '/vision/batches', at: 'batches[]', query: '{ batches { edges { node { batchId marketCount playerCount tickDuration } } } }', in: 'batches.edges[].node', fields: 'id:batchId market_count player_count tick_duration' },
  { schema: 'BatchState', rest: '/vision/batch/3/state', at: '', query: batch, in: 'batch', fields: 'id:batchId player_count tick_duration created_at_tick next_tick:nextTickAt' },
  { schema: 'BatchPlayer', rest: '/vision/batch/3/state', at: 'players[]', query: batch, in: 'batch.players.edges[].node', fields: 'start_tick' },
  { schema: 'TickEntry', rest: '/vision/batch/3/history', at: 'history[]', query: ticks, in: 'batch.ticks.edges[].node', fields: 'tick_id player_count batch_id:batch.batchId' },
  { schema: 'TickOutcome', rest: '/vision/batch/3/history', at: 'history[].results_json.markets[]', query: ticks, in: 'batch.ticks.edges[].node.outcomes.edges[].node', fields: 'pct_change:changePct' },
  { schema: 'Reveal', rest: '/vision/reveal/3/12', at: '', query: ticks, in: 'batch.ticks.edges[].node', fields: 'tick_id batch_id:batch.batchId' },
  { schema: 'TickBacktest', rest: '/vision/backtest', body: { batch_id: 3, bitmap_hex: '0xb0' }, at: '', query: '{ backtestBitmap(batchId: "3", bitmap: "0xb0") { winRate totalPnl curve { tick pnl } } }', in: 'backtestBitmap', fields: 'win_rate total_pnl pnl_curve[].tick:curve[].tick pnl_curve[].pnl:curve[].pnl' },
  { schema: 'LeaderboardEntry', rest: '/vision/leaderboard', at: 'leaderboard[]', query: '{ leaderboard { entries { edges { node { rank pnlUsd winRate roiPct totalVolumeUsd bitmapsPlayed avgMarkets mostMarkets } } } } }', in: 'leaderboard.entries.edges[].node', fields: 'rank pnl:pnlUsd winRate roi:roiPct totalVolume:totalVolumeUsd portfolioBets:bitmapsPlayed avgPortfolioSize:avgMarkets largestPortfolio:mostMarkets' },
  { schema: 'MarketSnapshot', rest: '/vision/snapshot', at: '', query: snapshot, in: 'snapshot', fields: 'totalAssets' },
  { schema: 'SnapshotEntry', rest: '/vision/snapshot', at: 'prices[]', query: snapshot, in: 'snapshot.prices.edges[].node', fields: 'changePct marketCap value volume24h' },
  { schema: 'SnapshotMeta', rest: '/vision/snapshot/meta', at: '', query: '{ snapshot { totalAssets totalSources totalCategories } }', in: 'snapshot', fields: 'totalAssets totalSources totalCategories' },
  { schema: 'SnapshotMeta', rest: '/vision/snapshot/meta', at: '', query: sources, in: 'sourceList[]', fields: 'assetCounts{}:assetCount' },
  { schema: 'SourceHealth', rest: '/vision/snapshot/meta', at: 'sources[]', query: sources, in: 'sourceList[]', fields: 'syncIntervalSecs' },
  { schema: 'Deployment', rest: '/deployment?file=active-deployment.json', at: '', query: '{ deployment { chainId settlementChainId } }', in: 'deployment', fields: 'chainId settlementChainId' },
  { schema: 'ExplorerHealth', rest: '/explorer/health?endpoint=latest', at: 'network', query: `{ explorerHealth { latest { ${selection(health)} } } }`, in: 'explorerHealth.latest', fields: health },
];

/** Numbers that are compared elsewhere, or that the graph has in another form. */
const notCompared: Readonly<Record<string, string>> = {
  'BatchPrices.batchId': 'repeats the path',
  'BatchPrices.markets[].prices[].changePct': 'compared in rest-field-coverage.test.ts',
  'BatchPrices.markets[].prices[].volume24h': 'compared in rest-field-coverage.test.ts',
  'BitmapAccepted.acceptedCount': 'of a mutation, which tests/vision compares',
  'BitmapAccepted.batch_id': 'repeats the request',
  'BitmapAccepted.results[].oracle': 'of a mutation, which tests/vision compares',
  'BitmapAccepted.totalCount': 'length of the list',
  'SimulationResultEntry.duration_ms': '0 in the graph, where the run is a cached one',
  'SimulationRun.computed_in_ms': '0 in the graph, where the run is a cached one',
  'SimulationHolding.weight_pct': 'the weight times 100',
  'SourceRegistry.categories[].order': 'position in the list',
  'TickOutcome.end_price': 'compared in rest-field-coverage.test.ts',
  'TickOutcome.start_price': 'compared in rest-field-coverage.test.ts',
  'VaultBalances.token_count': 'length of the list',
  'VisionBalance.batch_id': 'repeats the path',
};

const leaf = (schema: string, name: string) =>
  name.startsWith('{') ? schema + name : `${schema}.${name}`;
const split = (field: string): readonly [rest: string, graph: string] => {
  const [rest = '', graph = camel(rest)] = field.split(':');
  return [rest, graph];
};

/** The value at a place such as `a.b[].c`; `[]` and `{}` are the first element and member. */
function valueAt(value: unknown, place: string): unknown {
  return (place.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? []).reduce<unknown>(
    (at, step) =>
      step === '[]' || step === '{}'
        ? Object.values(at as object)[0]
        : (at as Readonly<Record<string, unknown>>)[step],
    value,
  );
}

/** Names of numbers that upstreams must send as integers. */
const integers = new Set([
  ...[...numbers].flatMap(([place, isInteger]) =>
    isInteger ? [place.split(/[.[\]{}]+/).at(-1)] : [],
  ),
  ...['totalActiveAssets', 'activeAssets', 'sourceCount', 'limit', 'date', 'total_dates'],
]);

/** The same JSON with fractions in all other numbers, so that rounding shows. */
function withFractions(value: unknown, key = ''): unknown {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !integers.has(key) ? value + 0.5 : value;
  }
  if (Array.isArray(value)) return value.map((one) => withFractions(one, key));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, withFractions(one, name)]);
  return Object.fromEntries(members);
}

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
  for (const name of ['dataNode', 'oracles', 'marketData', 'defiData'] as const) {
    world.setFault(name, {
      name: 'fractions',
      kind: 'harmless',
      respond: ({ response, good }) => {
        const isStream = good.type === 'text/event-stream';
        const change = (json: string) => JSON.stringify(withFractions(JSON.parse(json)));
        response.writeHead(good.status ?? 200, { 'content-type': good.type ?? 'application/json' });
        response.end(
          isStream
            ? good.body.replace(/^data: (.*)$/gm, (_all, json) => `data: ${change(json)}`)
            : change(good.body),
        );
      },
    });
  }
});
afterAll(() => world[Symbol.asyncDispose]());

test('default: every numeric field of the REST responses is compared, or has a reason not to be', () => {
  const compared = pairs.flatMap(({ schema, fields }) =>
    fields.split(' ').map((field) => leaf(schema, split(field)[0])),
  );
  expectWholeTable(
    [...compared, ...Object.keys(notCompared)],
    [...numbers.keys()],
    'pairs of tests/numeric-parity.test.ts: a row whose fields have the number, or notCompared with the reason',
  );
});

test.each(pairs)(
  'default: the numbers of $schema are the same over REST and GraphQL',
  async ({ rest, body, at, query, in: place, fields }) => {
    const response = body
      ? await (await world.gateway.post(rest, body)).json()
      : (await getJson(world.gateway, rest)).body;
    const { data, errors } = await world.gateway.query(query);
    expect(errors).toBeUndefined();
    const read = (index: 0 | 1, whole: unknown, from: string) =>
      Object.fromEntries(
        fields
          .split(' ')
          .map((field) => [field, valueAt(valueAt(whole, from), split(field)[index])]),
      );
    const expected = read(0, response, at);
    for (const [field, value] of Object.entries(expected))
      expect(value, field).toBeTypeOf('number');
    expect(read(1, data, place)).toEqual(expected);
  },
);
