import { itpId, wallet } from '../world/data-node-responses.ts';
import { bitmap, bitmapHash } from '../world/oracle-responses.ts';

const run = '(input: { categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30 })';
const sweep = '(input: { categoryId: "all", sweep: TOP_N })';
const batch = `paused player(address: "${wallet}") { balance } leaderboard { updatedAt }
  ticks(first: 1) { totalCount } tick(tickId: "9") { reveal { bitmaps { hash } } }`;
/** Documents that read every slice of the graph. */
export const wholeGraph: readonly string[] = [
  `{ asset(symbol: "BTC") { price } assets(first: 1) { totalCount } marketHistory(source: "crypto", asset: "bitcoin") { value } }`,
  `{ dtfs(first: 1) { totalCount } dtf(id: "${itpId}") { name nav { usd } holdings { weight } navSeries { nav } change24hPct enrichment { holdings { marketCapUsd } defi { totalTvlUsd } funding { totalRounds } } } }`,
  `{ portfolio(address: "${wallet}") { totalValueUsd positions { shares } history { valueUsd } trades(first: 1) { totalCount }
     lending { balances(itpId: "${itpId}") { usdc } history(first: 1) { totalCount } positions { collateral } } } lendingMarkets { itpId } vault { totalUsd } }`,
  `{ simulationCategories { id } simulation${run} { runId } simulations(ids: [7]) { stats { totalTrades } navSeries { nav } holdings { weight } }
     compareSimulations(ids: [7]) { runId } simulationResults { totalCount } benchmarks(startDate: "2021-01-01") { symbol } }`,
  `{ batches(first: 1) { totalCount } markets(first: 1) { totalCount } batch(id: 3) { ${batch} } batchConfig(hash: "0x${'ab'.repeat(32)}") { hash }
     _entities(representations: [{ __typename: "Batch", batchId: 3 }]) { ... on Batch { ${batch} } }
     leaderboard { updatedAt } backtestBitmap(batchId: 3, bitmap: "${bitmap}") { winRate } }`,
  `{ sources(first: 1) { totalCount } source(id: "crypto") { name } snapshot { totalAssets } explorerHealth { latest { worstStatus } } }`,
  `mutation { submitBitmap(input: { player: "${wallet}", batchId: 3, bitmap: "${bitmap}", expectedHash: "${bitmapHash}" }) { accepted oracles { error } userErrors { message } } }`,
];
/** A subscription of each kind. */
export const graphSubscriptions: readonly string[] = [
  `simulation${run} { __typename ... on SimulationFailure { message } }`,
  `sweep${sweep} { __typename ... on SimulationFailure { message } }`,
  `nav(itpId: "${itpId}") { wei }`,
  `dtf(id: "${itpId}") { name }`,
  `portfolio(address: "${wallet}") { totalValueUsd }`,
  'batch(id: 3) { paused }',
  'tickResolved(batchId: 3) { tickId }',
].map((field) => `subscription { ${field} }`);
