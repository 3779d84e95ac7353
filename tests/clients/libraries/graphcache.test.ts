import { Client, fetchExchange, gql, type OperationResult } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keys, resolvers } from '../../../generated/clients/graphcache.ts';
import { startGatewayOnNode } from '../../support/data-node-formats.ts';
import { startFaultyWorld } from '../../support/faulty-world.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { itpId, runId, wallet } from '../../support/world/data-node-responses.ts';
import { bitmap } from '../../support/world/oracle-responses.ts';

/** Everything that the cache says but cache misses, which are of the severity `debug`. */
const warnings: unknown[][] = [];
beforeEach(() => {
  warnings.length = 0;
});
afterEach(() => {
  expect(warnings).toEqual([]);
});

/** A client with the introspected schema and the generated configuration. */
async function createClient(gateway: TestGateway): Promise<Client> {
  const { data: schema } = await gateway.query<IntrospectionQuery & Record<string, never>>(
    getIntrospectionQuery(),
  );
  const logger = (severity: string, told: string) =>
    void (severity === 'debug' || warnings.push([severity, told]));
  return new Client({
    url: `${gateway.url}/graphql`,
    preferGetMethod: false,
    fetchSubscriptions: true,
    exchanges: [cacheExchange({ schema, keys, resolvers, logger }), fetchExchange],
  });
}

async function read(client: Client, text: string, variables: Record<string, unknown> = {}) {
  const { data, error } = await client.query(gql(text), variables).toPromise();
  expect(error).toBeUndefined();
  return data;
}

const page = (fields: string) =>
  `edges { cursor node { ${fields} } } pageInfo { endCursor hasNextPage }`;

test('default: funds, portfolios and assets are cached without a warning', async () => {
  await using world = await startGatewayOnNode();
  const client = await createClient(world.gateway);
  const owner = world.node.state.shareLedger.wallets()[0] ?? '';
  const funds = `query Funds($after: String) { dtfs(first: 3, after: $after) { totalCount ${page(
    'id name nav { usd dtf { id } } snapshot { aumUsd } holdings { weight dtf { id } asset { id price quote { usd } } }',
  )} } }`;
  const first = await read(client, funds);
  const joined = await read(client, funds, { after: first.dtfs.pageInfo.endCursor });
  expect(joined.dtfs.edges.length).toBe(6);
  await read(
    client,
    `{ portfolio(address: "${owner}") { id totalValueUsd positions { id valueUsd dtf { id name } }
       history(maxPoints: 4) { timestamp valueUsd } trades(first: 2) { ${page('id totalUsd dtf { id }')} } } }`,
  );
  await read(
    client,
    `{ simulationWeightings { pattern parameter { name default } categories }
       assets(first: 2) { ${page('id symbol price heldBy { weight dtf { id } }')} } }`,
  );
});

const run = `id runId cached config { topN weighting } stats { sharpeRatio } navSeries(maxPoints: 4) { date nav }
  holdings { coinId weight asset { id } } category { id name }
  benchmark { symbol asset { id } navSeries(maxPoints: 4) { date nav } }`;

/** Documents of the other domains, and a field that must have a value. */
const documents: readonly (readonly [domain: string, field: string, document: string])[] = [
  [
    'batches and their ticks',
    'batches',
    `{ batches(first: 1) { ${page(`id batchId creator { id } leaderboard { updatedAt entries(first: 1) { ${page('rank')} } }
      markets(first: 2) { edges { bit node { id symbol asset { id } history(maxPoints: 4) { value } } } }
      players(first: 1) { ${page('id balance portfolio { id } batch { id } position { balance proof { signature } }')} }
      player(address: "${wallet}") { id stakePerTick }
      ticks(first: 1) { ${page(`id tickId batch { id } outcomes(first: 2) { ${page('outcome market { id }')} }
        reveal { isSealed deadline bitmaps { bitmap hash portfolio { id }
          predictions(first: 2) { ${page('direction market { id }')} } } }`)} }`)} } }`,
  ],
  [
    'the ranking, bitmaps and markets',
    'leaderboard',
    `{ leaderboard { updatedAt entries(first: 1) { ${page('rank pnlUsd portfolio { id }')} } }
       markets(first: 1) { ${page('id symbol value changePct')} }
       encodeBitmap(predictions: [UP, DOWN]) { bitmap hash }
       backtestBitmap(batchId: 3, bitmap: "${bitmap}") { winRate curve { tick pnl } } }`,
  ],
  [
    'data sources',
    'source',
    `{ sources(first: 1) { ${page('id status')} } sourceList { id enabled }
       source(id: "crypto") { id name assets(first: 1) { ${page('id symbol asset { id } history(maxPoints: 4) { timestamp value }')} } }
       snapshot { generatedAt totalSources categories { key label } prices(first: 1) { ${page('id value')} } }
       marketHistory(source: "crypto", asset: "bitcoin") { timestamp value } }`,
  ],
  [
    'backtests',
    'simulation',
    `{ simulation(input: { categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30 }) { ${run} }
       simulations(ids: [${runId}]) { ${run} comparison(with: [${runId}]) { id } }
       simulationResults(first: 1) { ${page(run)} } simulationCategories { id slug coinCount }
       benchmarks(startDate: "2021-01-01") { symbol navSeries(maxPoints: 4) { date nav } } }`,
  ],
  [
    'loans and the vault',
    'portfolio',
    `{ lendingMarkets { id liquidity dtf { id } oraclePrice { raw usd } position(address: "${wallet}") { id collateral } }
       portfolio(address: "${wallet}") { id lending { balances(itpId: "${itpId}") { usdc shares }
         positions { id state market { id } portfolio { id } oraclePrice { usd } liquidationPrice { usd } }
         history(first: 1) { ${page('type amount dtf { id }')} } } }
       dtf(id: "${itpId}") { id lendingMarket { id } enrichment { holdings { weight asset { id } } defi { topByTvl { name } }
         founders { genderSplit { label count } } funding { recentRaises { project } } } }
       vault { totalUsd assets { balance asset { id } } } }`,
  ],
  [
    'deployments and health',
    'deployment',
    `{ deployments { id file } deployment { id contracts { index all { name value } } } gateway { version upstreams { name status } }
       explorerHealth { latest { polledAt worstStatus } history { polledAt } } }`,
  ],
];

test.each(documents)(
  'default: %s are cached without a warning',
  async (_domain, field, document) => {
    await using world = await startFaultyWorld();
    const client = await createClient(world.gateway);
    expect((await read(client, document))[field]).toBeTruthy();
    const cached = client.readQuery(gql(document), {});
    expect(cached?.data[field]).toBeTruthy();
  },
);

test('behavior: the event of a subscription updates the results of queries', async () => {
  await using world = await startFaultyWorld();
  const client = await createClient(world.gateway);
  const results: OperationResult[] = [];
  const query = gql(`{ dtfs(first: 1) { edges { node { id aumUsd nav { usd } } } } }`);
  const reading = client.query(query, {}).subscribe((result) => void results.push(result));
  await expect.poll(() => results).toHaveLength(1);
  expect(results[0]?.data.dtfs.edges[0].node.aumUsd).toBe(1025);

  world.setFault('dataNode', {
    name: 'growth',
    kind: 'harmless',
    respond: ({ response, good }) => {
      response.writeHead(good.status ?? 200, { 'content-type': good.type ?? 'application/json' });
      response.end(good.body.replaceAll('"aum_usd":1025', '"aum_usd":2050'));
    },
  });
  world.forget();
  const subscription = gql('subscription($id: ID!) { dtf(id: $id) { id aumUsd nav { usd } } }');
  const watching = client.subscription(subscription, { id: itpId }).subscribe(() => {});
  await expect
    .poll(() => results.at(-1)?.data.dtfs.edges[0].node.aumUsd, { timeout: 10_000 })
    .toBe(2050);
  watching.unsubscribe();
  reading.unsubscribe();
});
