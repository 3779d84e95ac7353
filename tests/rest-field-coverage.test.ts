import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectWholeTable } from './support/expect-whole-table.ts';
import { type FaultyWorld, startFaultyWorld } from './support/faulty-world.ts';
import { getJson } from './support/get-json.ts';
import { itpId, wallet } from './support/world/data-node-responses.ts';

type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};
type Operation = {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
};

/**
 * The GraphQL field that carries each field of the REST responses, by REST schema, or by path where
 * a response has no schema of its own. `[]` is an element of a list and `{}` each further member of
 * an object. An object in REST may be a list, a connection or a type in GraphQL.
 */
// biome-ignore format: one line a schema
const carriers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AssetPrice: { asset: 'Asset.symbol', price: 'AssetQuote.usd', timestamp: 'AssetQuote.timestamp', source: 'AssetQuote.source' },
  PriceEntry: { asset: 'Asset.symbol', price: 'Asset.price' },
  PriceMap: { '{}': 'Asset.price' },
  MarketHistory: { prices: 'Query.marketHistory' },
  MarketPoint: { timestamp: 'MarketPoint.timestamp', value: 'MarketPoint.value', fetchedAt: 'MarketPoint.timestamp' },
  DtfPrice: { itp_id: 'Dtf.itpId', nav: 'DtfNav.wei', nav_display: 'DtfNav.usd', assets_priced: 'DtfNav.assetsPriced', assets_total: 'DtfNav.assetsTotal', aum_usd: 'DtfNav.aumUsd', total_supply: 'DtfNav.totalSupply', source: 'DtfNav.source' },
  NavPoint: { timestamp: 'NavPoint.timestamp', nav: 'NavPoint.nav' },
  RankingEntry: { itp_id: 'Dtf.itpId', name: 'Dtf.name', symbol: 'Dtf.symbol', nav_per_share: 'Dtf.navPerShareUsd', aum_usd: 'Dtf.aumUsd', total_supply: 'Dtf.totalSupply', asset_count: 'Dtf.assetCount' },
  DtfSnapshot: { itp_id: 'Dtf.itpId', name: 'Dtf.name', symbol: 'Dtf.symbol', nav: 'DtfSnapshot.navPerShareUsd', aum_usd: 'DtfSnapshot.aumUsd', total_supply: 'DtfSnapshot.totalSupply', assets: 'Dtf.holdings' },
  Holding: { symbol: 'Asset.symbol', name: 'Holding.name', weight: 'Holding.weight', qty: 'Holding.quantity', price: 'Holding.priceUsd' },
  Enrichment: { itpId: 'Dtf.itpId', holdings: 'Enrichment.holdings', founders: 'Enrichment.founders', defi: 'Enrichment.defi', funding: 'Enrichment.funding' },
  EnrichedHolding: { symbol: 'EnrichedHolding.symbol', weight: 'EnrichedHolding.weight', price: 'EnrichedHolding.priceUsd', name: 'EnrichedHolding.name', image: 'EnrichedHolding.image', coingecko_id: 'EnrichedHolding.coingeckoId', market_cap: 'EnrichedHolding.marketCapUsd', change_24h: 'EnrichedHolding.change24hPct' },
  FounderStatistics: { total_founders: 'FounderStatistics.totalFounders', total_companies_matched: 'FounderStatistics.totalCompaniesMatched', age_distribution: 'FounderStatistics.ageDistribution', gender_split: 'FounderStatistics.genderSplit', top_nationalities: 'FounderStatistics.topNationalities', top_universities: 'FounderStatistics.topUniversities' },
  'FounderStatistics.age_distribution[]': { bucket: 'AgeBucket.bucket', count: 'AgeBucket.count' },
  LabelCount: { label: 'LabelCount.label', count: 'LabelCount.count' },
  DefiStatistics: { total_tvl: 'DefiStatistics.totalTvlUsd', avg_tvl_change_7d: 'DefiStatistics.avgTvlChange7dPct', protocols_with_data: 'DefiStatistics.protocolsWithData', total_holdings: 'DefiStatistics.totalHoldings', top_by_tvl: 'DefiStatistics.topByTvl' },
  'DefiStatistics.top_by_tvl[]': { symbol: 'ProtocolTvl.symbol', name: 'ProtocolTvl.name', tvl: 'ProtocolTvl.tvlUsd', change_1d: 'ProtocolTvl.change1dPct', change_7d: 'ProtocolTvl.change7dPct' },
  FundingStatistics: { total_raised_m: 'FundingStatistics.totalRaisedMillionUsd', avg_valuation_m: 'FundingStatistics.avgValuationMillionUsd', total_rounds: 'FundingStatistics.totalRounds', top_investors: 'FundingStatistics.topInvestors', recent_raises: 'FundingStatistics.recentRaises' },
  'FundingStatistics.top_investors[]': { name: 'LabelCount.label', count: 'LabelCount.count' },
  'FundingStatistics.recent_raises[]': { project: 'Raise.project', round: 'Raise.round', amount_m: 'Raise.amountMillionUsd', lead: 'Raise.lead', date: 'Raise.date' },
  Portfolio: { address: 'Portfolio.address', total_value_usd: 'Portfolio.totalValueUsd', total_pnl_usd: 'Portfolio.totalPnlUsd', total_pnl_pct: 'Portfolio.totalPnlPct', positions: 'Portfolio.positions' },
  Position: { itp_id: 'Position.itpId', name: 'Dtf.name', symbol: 'Dtf.symbol', shares: 'Position.shares', nav_per_share: 'Position.navPerShareUsd', value_usd: 'Position.valueUsd', cost_basis_usd: 'Position.costBasisUsd', pnl_usd: 'Position.pnlUsd', pnl_pct: 'Position.pnlPct' },
  PortfolioPoint: { timestamp: 'PortfolioPoint.timestamp', value_usd: 'PortfolioPoint.valueUsd' },
  Trade: { tx_hash: 'Trade.txHash', timestamp: 'Trade.timestamp', type: 'Trade.type', itp_id: 'Dtf.itpId', itp_symbol: 'Dtf.symbol', shares: 'Trade.shares', price_per_share: 'Trade.pricePerShareUsd', total_usd: 'Trade.totalUsd', fee_usd: 'Trade.feeUsd' },
  LendingPosition: { collateral: 'LendingPosition.collateral', borrow_shares: 'LendingPosition.borrowShares', debt_amount: 'LendingPosition.debt', oracle_price: 'LendingPosition.oraclePrice', max_borrow: 'LendingPosition.maxBorrow', max_withdraw: 'LendingPosition.maxWithdraw', health_factor: 'LendingPosition.healthFactor', market: 'LendingPosition.market' },
  LendingMarket: { total_supply_assets: 'LendingMarket.totalSupply', total_supply_shares: 'LendingMarket.totalSupplyShares', total_borrow_assets: 'LendingMarket.totalBorrow', total_borrow_shares: 'LendingMarket.totalBorrowShares', market_id: 'LendingMarket.marketId', itp_id: 'LendingMarket.itpId', oracle_price: 'LendingMarket.oraclePrice', lltv: 'LendingMarket.lltv' },
  LendingEvent: { event_type: 'LendingEvent.type', amount: 'LendingEvent.amount', token: 'LendingEvent.token', tx_hash: 'LendingEvent.txHash', block_number: 'LendingEvent.blockNumber', timestamp: 'LendingEvent.timestamp', itp_id: 'Dtf.itpId' },
  WalletState: { usdc_balance: 'LendingBalances.usdc', usdc_allowance_custody: 'LendingBalances.usdcAllowedToIndex', usdc_allowance_morpho: 'LendingBalances.usdcAllowedToLending', bridged_itp_address: 'LendingBalances.bridgedItpAddress', bridged_itp_balance: 'LendingBalances.shares', bridged_itp_allowance_custody: 'LendingBalances.sharesAllowedToIndex', bridged_itp_allowance_morpho: 'LendingBalances.sharesAllowedToLending', bridged_itp_name: 'Dtf.name', bridged_itp_symbol: 'Dtf.symbol', bridged_itp_total_supply: 'Dtf.totalSupply' },
  VaultBalances: { assets: 'Vault.assets', total_usd: 'Vault.totalUsd' },
  VaultAsset: { address: 'VaultAsset.address', symbol: 'Asset.symbol', balance: 'VaultAsset.balance', price: 'VaultAsset.priceUsd', usd_value: 'VaultAsset.valueUsd' },
  '/sim/categories': { categories: 'Query.simulationCategories' },
  SimulationCategory: { id: 'SimulationCategory.slug', name: 'SimulationCategory.name', coin_count: 'SimulationCategory.coinCount', market_cap: 'SimulationCategory.marketCap', source: 'SimulationCategory.source' },
  SimulationRun: { run_id: 'SimulationRun.runId', config: 'SimulationRun.config', stats: 'SimulationRun.stats', nav_series: 'SimulationRun.navSeries', cached: 'SimulationRun.cached', computed_in_ms: 'SimulationRun.computedInMs' },
  'SimulationRun.config': { '{}': 'SimulationRun.config' },
  SimulationStats: { total_return_pct: 'SimulationStats.totalReturnPct', annualized_return: 'SimulationStats.annualizedReturn', max_drawdown_pct: 'SimulationStats.maxDrawdownPct', sharpe_ratio: 'SimulationStats.sharpeRatio', total_fees_pct: 'SimulationStats.totalFeesPct', total_trades: 'SimulationStats.totalTrades', total_rebalances: 'SimulationStats.totalRebalances', total_delistings: 'SimulationStats.totalDelistings', start_date: 'SimulationStats.startDate', end_date: 'SimulationStats.endDate' },
  SimulationNavPoint: { date: 'SimulationNavPoint.date', nav_date: 'SimulationNavPoint.date', nav: 'SimulationNavPoint.nav', drawdown_pct: 'SimulationNavPoint.drawdownPct' },
  SimulationProgressEvent: { pct: 'SimulationProgress.pct', current_date: 'SimulationProgress.currentDate', total_dates: 'SimulationProgress.totalDates', message: 'SimulationProgress.text' },
  SimulationResultEvent: { run_id: 'SimulationRun.runId', config: 'SimulationRun.config', stats: 'SimulationRun.stats', nav_series: 'SimulationRun.navSeries', cached: 'SimulationRun.cached', computed_in_ms: 'SimulationRun.computedInMs' },
  'SimulationResultEvent.config': { '{}': 'SimulationRun.config' },
  SimulationErrorEvent: { error: 'SimulationFailure.message', message: 'SimulationFailure.message' },
  SweepProgressEvent: { pct: 'SweepProgress.pct', current_date: 'SweepProgress.currentDate', total_dates: 'SweepProgress.totalDates', message: 'SweepProgress.text', variant: 'SweepProgress.variant', variant_index: 'SweepProgress.index', total_variants: 'SweepProgress.total' },
  SweepVariantEvent: { variant: 'SweepVariant.variant', variant_index: 'SweepVariant.index', total_variants: 'SweepVariant.total', run_id: 'SimulationRun.runId', stats: 'SimulationRun.stats', nav_series: 'SimulationRun.navSeries', cached: 'SimulationRun.cached' },
  SweepVariantErrorEvent: { variant: 'SweepVariantFailure.variant', variant_index: 'SweepVariantFailure.index', total_variants: 'SweepVariantFailure.total', error: 'SweepVariantFailure.message', message: 'SweepVariantFailure.message' },
  SweepDoneEvent: { total_variants: 'SweepDone.totalVariants', simulations: 'SweepDone.variants' },
  '/sim/holdings': { holdings: 'SimulationRun.holdings' },
  SimulationHolding: { rebalance_date: 'SimulationHolding.rebalanceDate', coin_id: 'SimulationHolding.coinId', symbol: 'Asset.symbol', weight: 'SimulationHolding.weight', weight_pct: 'SimulationHolding.weight', quantity: 'SimulationHolding.quantity', price_usd: 'SimulationHolding.price', price: 'SimulationHolding.price' },
  '/sim/compare': { simulations: 'Query.compareSimulations' },
  ComparedSimulation: { run_id: 'SimulationRun.runId', nav_series: 'SimulationRun.navSeries' },
  '/sim/results': { results: 'Query.simulationResults' },
  SimulationResultEntry: { id: 'SimulationRun.runId', category_id: 'SimulationConfig.categoryId', top_n: 'SimulationConfig.topN', weighting: 'SimulationConfig.weighting', rebalance_days: 'SimulationConfig.rebalanceDays', total_return_pct: 'SimulationStats.totalReturnPct', annualized_return: 'SimulationStats.annualizedReturn', max_drawdown_pct: 'SimulationStats.maxDrawdownPct', sharpe_ratio: 'SimulationStats.sharpeRatio', total_fees_pct: 'SimulationStats.totalFeesPct', total_trades: 'SimulationStats.totalTrades', total_rebalances: 'SimulationStats.totalRebalances', total_delistings: 'SimulationStats.totalDelistings', start_date: 'SimulationStats.startDate', end_date: 'SimulationStats.endDate', base_fee_pct: 'SimulationConfig.baseFeePct', spread_multiplier: 'SimulationConfig.spreadMultiplier', computed_at: 'SimulationRun.computedAt', duration_ms: 'SimulationRun.computedInMs' },
  '/sim/benchmarks': { benchmarks: 'Query.benchmarks' },
  SimulationBenchmark: { symbol: 'Benchmark.symbol', coin_id: 'Benchmark.coinId', nav_series: 'Benchmark.navSeries' },
  'SimulationBenchmark.nav_series[]': { nav_date: 'BenchmarkPoint.date', nav: 'BenchmarkPoint.nav' },
  BatchList: { batches: 'Query.batches' },
  Batch: { id: 'Batch.batchId', creator: 'Batch.creator', market_ids: 'PredictionMarket.marketId', market_count: 'Batch.marketCount', tick_duration: 'Batch.tickDuration', player_count: 'Batch.playerCount', tvl: 'Batch.tvl', paused: 'Batch.paused', '{}': 'Batch.configHash' },
  VisionMarketList: { markets: 'Query.markets' },
  VisionMarket: { market_id: 'PredictionMarket.marketId', symbol: 'PredictionMarket.symbol', display_name: 'PredictionMarket.displayName' },
  BatchState: { id: 'Batch.batchId', creator: 'Batch.creator', market_ids: 'PredictionMarket.marketId', tick_duration: 'Batch.tickDuration', created_at_tick: 'Batch.createdAtTick', paused: 'Batch.paused', player_count: 'Batch.playerCount', next_tick: 'Batch.nextTickAt', players: 'Batch.players', '{}': 'Batch.configHash' },
  BatchPlayer: { address: 'BatchPlayer.address', stake_per_tick: 'BatchPlayer.stakePerTick', balance: 'BatchPlayer.balance', start_tick: 'BatchPlayer.startTick', has_bitmap: 'BatchPlayer.hasBitmap' },
  TickHistory: { history: 'Batch.ticks' },
  TickEntry: { batch_id: 'Tick.batchId', tick_id: 'Tick.tickId', resolved_at: 'Tick.resolvedAt', player_count: 'Tick.playerCount', total_matched: 'Tick.totalMatched', results_json: 'Tick.outcomes' },
  'TickEntry.results_json': { markets: 'Tick.outcomes' },
  TickOutcome: { market_id: 'PredictionMarket.marketId', outcome: 'MarketOutcome.outcome', pct_change: 'MarketOutcome.changePct', went_up: 'MarketOutcome.outcome', start_price: 'MarketOutcome.startPrice', end_price: 'MarketOutcome.endPrice' },
  BatchPrices: { batchId: 'Batch.batchId', source: 'Batch.sourceId', markets: 'Batch.markets' },
  'BatchPrices.markets[]': { id: 'PredictionMarket.marketId', symbol: 'PredictionMarket.symbol', prices: 'BatchMarketEdge.prices' },
  'BatchPrices.markets[].prices[]': { ts: 'BatchMarketPoint.timestamp', price: 'BatchMarketPoint.value', changePct: 'BatchMarketPoint.changePct', volume24h: 'BatchMarketPoint.volume24h' },
  Reveal: { batch_id: 'Tick.batchId', tick_id: 'Tick.tickId', bitmaps: 'TickReveal.bitmaps' },
  'Reveal.bitmaps[]': { player: 'Portfolio.address', bitmap_hex: 'RevealedBitmap.bitmap', hash: 'RevealedBitmap.hash' },
  TickBacktest: { win_rate: 'BitmapBacktest.winRate', pnl_curve: 'BitmapBacktest.curve', total_pnl: 'BitmapBacktest.totalPnl' },
  'TickBacktest.pnl_curve[]': { tick: 'BitmapBacktestPoint.tick', pnl: 'BitmapBacktestPoint.pnl' },
  VisionBalance: { batch_id: 'BatchPlayer.batchId', player: 'BatchPlayer.address', balance: 'PlayerPosition.balance', stake_per_tick: 'PlayerPosition.stakePerTick', '{}': 'PlayerPosition.proof' },
  Leaderboard: { leaderboard: 'Leaderboard.entries', updatedAt: 'Leaderboard.updatedAt' },
  LeaderboardEntry: { rank: 'LeaderboardEntry.rank', walletAddress: 'Portfolio.address', pnl: 'LeaderboardEntry.pnlUsd', winRate: 'LeaderboardEntry.winRate', roi: 'LeaderboardEntry.roiPct', totalVolume: 'LeaderboardEntry.totalVolumeUsd', portfolioBets: 'LeaderboardEntry.bitmapsPlayed', avgPortfolioSize: 'LeaderboardEntry.avgMarkets', largestPortfolio: 'LeaderboardEntry.mostMarkets' },
  MarketSnapshot: { generatedAt: 'MarketSnapshot.generatedAt', totalAssets: 'MarketSnapshot.totalAssets', prices: 'MarketSnapshot.prices' },
  SnapshotEntry: { source: 'SourceAsset.sourceId', assetId: 'SourceAsset.assetId', symbol: 'SourceAsset.symbol', name: 'SourceAsset.name', category: 'SourceAsset.category', value: 'SourceAsset.value', changePct: 'SourceAsset.changePct', volume24h: 'SourceAsset.volume24h', marketCap: 'SourceAsset.marketCap', fetchedAt: 'SourceAsset.fetchedAt' },
  SnapshotMeta: { sources: 'Query.sourceList', totalAssets: 'MarketSnapshot.totalAssets', totalSources: 'MarketSnapshot.totalSources', totalCategories: 'MarketSnapshot.totalCategories', assetCounts: 'DataSource.assetCount' },
  SourceHealth: { sourceId: 'DataSource.sourceId', displayName: 'DataSource.sourceId', enabled: 'DataSource.enabled', syncIntervalSecs: 'DataSource.syncIntervalSecs', lastSync: 'DataSource.lastSync', status: 'DataSource.status' },
  'SnapshotMeta.assetCounts': { '{}': 'DataSource.assetCount' },
  SourceRegistry: { sources: 'Query.sourceList', categories: 'MarketSnapshot.categories' },
  'SourceRegistry.sources[]': { sourceId: 'DataSource.sourceId', name: 'DataSource.name', description: 'DataSource.description', category: 'DataSource.category', logo: 'DataSource.logo', brandBg: 'DataSource.brandBackground', prefixes: 'DataSource.prefixes', valueLabel: 'DataSource.valueLabel', valueUnit: 'DataSource.valueUnit', isPrice: 'DataSource.isPrice' },
  'SourceRegistry.categories[]': { key: 'SourceCategory.key', label: 'SourceCategory.label' },
  BitmapAccepted: { accepted: 'SubmitBitmapPayload.accepted', batch_id: 'Batch.batchId', acceptedCount: 'SubmitBitmapPayload.acceptedCount', results: 'SubmitBitmapPayload.oracles' },
  'BitmapAccepted.results[]': { oracle: 'OracleAnswer.oracle', accepted: 'OracleAnswer.accepted', error: 'OracleAnswer.error' },
  Deployment: { chainId: 'Deployment.chainId', contracts: 'Deployment.contracts', settlementChainId: 'Deployment.settlementChainId' },
  'Deployment.contracts': { '{}': 'DeployedContract.value' },
  '/explorer/health': { network: 'ExplorerHealth.latest', snapshots: 'ExplorerHealth.history' },
  ExplorerHealth: { poll_batch_ts: 'NetworkHealth.polledAt', quorum_met: 'NetworkHealth.quorumMet', worst_status: 'NetworkHealth.worstStatus', consensus_rounds_total: 'NetworkHealth.consensusRoundsTotal', consensus_success_total: 'NetworkHealth.consensusSuccessTotal', consensus_failed_total: 'NetworkHealth.consensusFailedTotal', signatures_collected: 'NetworkHealth.signaturesCollected', avg_consensus_time_ms: 'NetworkHealth.avgConsensusTimeMs', avg_cycle_duration_ms: 'NetworkHealth.avgCycleDurationMs', orders_processed_last_60s: 'NetworkHealth.ordersProcessedLast60s', pending_order_count: 'NetworkHealth.pendingOrderCount', total_peers: 'NetworkHealth.totalPeers', p2p_messages_received: 'NetworkHealth.p2pMessagesReceived', p2p_messages_sent: 'NetworkHealth.p2pMessagesSent', total_peers_healthy: 'NetworkHealth.totalPeersHealthy', total_peers_unhealthy: 'NetworkHealth.totalPeersUnhealthy' },
  FaucetResult: { success: 'RequestFaucetPayload.success', to: 'RequestFaucetPayload.to', usdc: 'RequestFaucetPayload.usdc', gas: 'RequestFaucetPayload.gas' },
  'FaucetResult.usdc': { hash: 'FaucetPayment.hash', amount: 'FaucetPayment.amount' },
  'FaucetResult.gas': { hash: 'FaucetGas.hash', amount: 'FaucetGas.amount', error: 'FaucetGas.error' },
};

/** Fields that no GraphQL field carries, by reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'the message of an entry in `errors`': ['Error.error'],
  'the name of the event, which is the `__typename`': [
    'SimulationProgressEvent.type',
    'SimulationResultEvent.type',
    'SimulationErrorEvent.type',
    'SweepProgressEvent.type',
    'SweepVariantEvent.type',
    'SweepVariantErrorEvent.type',
    'SweepDoneEvent.type',
  ],
  'undocumented members that are passed on': [
    'SimulationStats{}',
    'SimulationProgressEvent{}',
    'SimulationResultEvent{}',
    'SweepProgressEvent{}',
    'SweepVariantEvent{}',
    'VisionMarket{}',
    'BatchPlayer{}',
    'TickEntry{}',
    'Reveal.bitmaps[]{}',
    'Reveal{}',
    'TickBacktest{}',
    'Deployment{}',
  ],
  'reserved, always null or empty': [
    'MarketSnapshot.maxAgeSecs',
    'MarketSnapshot.sources',
    'SnapshotEntry.prevClose',
    'SnapshotEntry.imageUrl',
    'SourceHealth.nextSync',
    'SourceHealth.estimatedNextUpdate',
  ],
  'the length of a list that GraphQL has': [
    'VaultBalances.token_count',
    'BitmapAccepted.totalCount',
  ],
  'the position in `MarketSnapshot.categories`': ['SourceRegistry.categories[].order'],
  'the time of the response itself': ['SnapshotMeta.generatedAt'],
  'repeats the request': ['BitmapAccepted.player'],
};

const readText = (path: string) =>
  readFileSync(new URL(`../generated/${path}`, import.meta.url), 'utf8');

/** The places of all fields in the responses of all statuses and media types. */
function collectRestFields(): ReadonlySet<string> {
  const document = JSON.parse(readText('openapi.json')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const places = new Set<string>();
  const visited = new Set<string>();
  const collect = (schema: Schema, place: string): void => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) {
      if (visited.has(name)) return;
      visited.add(name);
      collect(document.components.schemas[name] ?? {}, name);
    }
    for (const one of [schema.anyOf, schema.allOf, schema.oneOf].flatMap((list) => list ?? [])) {
      collect(one, place);
    }
    for (const [key, member] of Object.entries(schema.properties ?? {})) {
      places.add(`${place}.${key}`);
      collect(member, `${place}.${key}`);
    }
    if (schema.items) collect(schema.items, `${place}[]`);
    const { additionalProperties: others } = schema;
    if (typeof others === 'object') {
      places.add(`${place}{}`);
      collect(others, `${place}{}`);
    }
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const { responses } of Object.values(operations)) {
      for (const { content } of Object.values(responses)) {
        for (const { schema } of Object.values(content ?? {})) if (schema) collect(schema, path);
      }
    }
  }
  return places;
}

const placeOf = (schema: string, field: string) =>
  field === '{}' ? `${schema}{}` : `${schema}.${field}`;

test('default: every field of the REST responses has a GraphQL field, or a reason to have none', () => {
  const listed = Object.entries(carriers).flatMap(([schema, fields]) =>
    Object.keys(fields).map((field) => placeOf(schema, field)),
  );
  const all = [...listed, ...Object.values(exceptions).flat()];
  expectWholeTable(
    all,
    [...collectRestFields()],
    'carriers of tests/rest-field-coverage.test.ts: the REST field with its Type.field of the graph, or exceptions with the reason',
  );
});

test('default: every GraphQL field of the table exists', () => {
  const schema = buildSchema(readText('api.graphql'));
  const missing = Object.values(carriers)
    .flatMap((fields) => Object.values(fields))
    .filter((carrier) => {
      const [type = '', field = ''] = carrier.split('.');
      const found = schema.getType(type);
      return !isObjectType(found) || !Object.hasOwn(found.getFields(), field);
    });
  expect(missing, 'carriers of tests/rest-field-coverage.test.ts: name Type.field').toEqual([]);
});

describe('fields of REST that the small world does not have by itself', () => {
  let world: FaultyWorld;
  beforeAll(async () => {
    world = await startFaultyWorld();
    const answer = (
      upstream: 'dataNode' | 'oracles',
      bodyOf: (good: string, url: string) => string,
    ) =>
      world.setFault(upstream, {
        name: 'more fields',
        kind: 'harmless',
        respond: ({ request, response, good }) => {
          const body = bodyOf(good.body, request.url ?? '');
          response.writeHead(200, { 'content-type': good.type ?? 'application/json' });
          response.end(body);
        },
      });
    const ofSource = '"logo":"/btc.svg","brandBg":"#fff","prefixes":["c_"],';
    answer('dataNode', (good, url) =>
      url.includes('/vision/batch/3/history?days=')
        ? JSON.stringify(batchPricesOf([...prices, ...invalidPrices]))
        : good.replaceAll('"valueLabel"', `${ofSource}"valueLabel"`),
    );
    const ofOutcome = '"start_price":"100.5","end_price":101,';
    answer('oracles', (good) => good.replaceAll('"outcome"', `${ofOutcome}"outcome"`));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const prices = [
    { ts: '2026-01-01T01:00:00Z', price: '101.5', changePct: 1.5, volume24h: 2e9 },
    { ts: '2026-01-01T00:00:00Z', price: '100', changePct: null, volume24h: null },
  ];
  /** Rows that neither API serves. */
  const invalidPrices = [
    { ts: 'soon', price: '100', changePct: null, volume24h: null },
    { ts: '2026-01-01T00:00:00Z', price: 'unknown', changePct: null, volume24h: null },
  ];
  const batchPricesOf = (rows: readonly object[]) => ({
    batchId: 3,
    source: 'crypto',
    markets: [{ id: 'bitcoin', symbol: 'BTC', prices: rows }],
  });

  const read = async (query: string) => {
    const { data, errors } = await world.gateway.query<Record<string, unknown>>(query);
    expect(errors).toBeUndefined();
    return data;
  };

  test('default: presentation of data sources', async () => {
    const { sources } = (await getJson(world.gateway, '/vision/sources')).body;
    expect(sources).toMatchObject([{ logo: '/btc.svg', brandBg: '#fff', prefixes: ['c_'] }]);
    expect(await read('{ source(id: "crypto") { logo brandBackground prefixes } }')).toEqual({
      source: { logo: '/btc.svg', brandBackground: '#fff', prefixes: ['c_'] },
    });
  });

  test('default: the contract of the shares', async () => {
    const state = (await getJson(world.gateway, `/user-state?user=${wallet}&itp_id=${itpId}`)).body;
    expect(state.bridged_itp_address).toBe(wallet);
    const balances = `balances(itpId: "${itpId}") { bridgedItpAddress }`;
    expect(await read(`{ portfolio(address: "${wallet}") { lending { ${balances} } } }`)).toEqual({
      portfolio: { lending: { balances: { bridgedItpAddress: wallet } } },
    });
  });

  test('default: values at the start and end of a tick', async () => {
    const { history } = (await getJson(world.gateway, '/vision/batch/3/history')).body;
    const [outcome] = history[0].results_json.markets;
    expect(outcome).toMatchObject({ start_price: '100.5', end_price: 101 });
    const outcomes = 'outcomes { edges { node { startPrice endPrice } } }';
    expect(await read(`{ batch(id: 3) { tick(tickId: 12) { ${outcomes} } } }`)).toEqual({
      batch: {
        tick: { outcomes: { edges: [{ node: { startPrice: 100.5, endPrice: 101 } }] } },
      },
    });
  });

  test('default: prices of the markets of a batch, with one upstream call', async () => {
    expect((await getJson(world.gateway, '/vision/batch/3/history?days=2')).body).toEqual(
      batchPricesOf(prices),
    );
    const [node] = world.of('dataNode');
    const before = node?.asked.length ?? 0;
    const points = 'timestamp value changePct volume24h';
    const { batch } = await read(`{ batch(id: 3) { markets { edges { node { marketId }
      prices(days: 3) { ${points} } few: prices(days: 3, maxPoints: 4) { value } } } } }`);
    expect(batch).toEqual({
      markets: {
        edges: [
          {
            node: { marketId: 'bitcoin' },
            prices: [
              { timestamp: 1_767_225_600, value: 100, changePct: null, volume24h: null },
              { timestamp: 1_767_229_200, value: 101.5, changePct: 1.5, volume24h: 2e9 },
            ],
            few: [{ value: 100 }, { value: 101.5 }],
          },
          { node: { marketId: 'ethereum' }, prices: [], few: [] },
        ],
      },
    });
    expect(node?.asked.slice(before)).toEqual(['GET /vision/batch/3/history?days=3']);
  });

  test.each([0, 8])('args: %i days of prices are refused', async (days) => {
    const { errors } = await world.gateway.query(
      `{ batch(id: 3) { markets { edges { prices(days: ${days}) { value } } } } }`,
    );
    expect(errors?.[0]).toMatchObject({
      message: 'days must be a whole number from 1 to 7',
      extensions: { code: 'INVALID_INPUT' },
    });
  });

  test('default: the progress of a sweep in words', async () => {
    const events = await (
      await world.gateway.rest('/sim/sweep-stream?category_id=all&sweep=top_n')
    ).text();
    const message = /"message":("[^"]+")/.exec(events)?.[1];
    expect(message).toBeDefined();
    // Another sweep, which is not computed yet.
    const sweep = 'sweep(input: { categoryId: "all", sweep: TOP_N, rebalanceDays: 31 })';
    const response = await fetch(`${world.gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        query: `subscription { ${sweep} { ... on SweepProgress { text } } }`,
      }),
    });
    expect(await response.text()).toContain(`{"data":{"sweep":{"text":${message}}}}`);
  });
});
