import { keccak256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { type FakeOracle, startOracle } from './support/fake-oracle.ts';
import { startValues } from './support/fake-values.ts';
import * as model from './support/market-model.ts';

const dialects = ['spec', 'wild'] as const;
type Dialect = (typeof dialects)[number];

const stack = new AsyncDisposableStack();
const oracles = {} as Record<Dialect, FakeOracle>;
const gateways = {} as Record<Dialect, TestGateway>;
beforeAll(async () => {
  const node = stack.use(await startValues());
  node.bodies.set('/latest-prices', { BTC: 67_000, ETH: 3000 });
  const at = '2026-09-21T13:34:00.000Z';
  const snapshots = model.marketIds.map((assetId, index) => ({
    ...{ source: 'crypto', assetId, symbol: model.markets[index]?.symbol, name: assetId },
    ...{ value: `${index}.5`, fetchedAt: at },
  }));
  node.bodies.set('/vision/snapshot', { generatedAt: at, snapshots });
  const stats = { totalAssets: 3, activeAssets: 3, newestRecord: new Date().toISOString() };
  node.bodies.set('/market/stats', { totalAssets: 3, sources: { crypto: stats } });
  node.bodies.set('/market/prices/crypto/bitcoin/history', {
    prices: [{ fetchedAt: '2026-01-01T00:00:00Z', value: '5' }],
  });
  for (const format of dialects) {
    oracles[format] = stack.use(await startOracle(format));
    const env = { ORACLE_URLS: oracles[format].url, DATA_NODE_URL: node.url };
    gateways[format] = stack.use(await startGateway(env));
  }
});
afterAll(() => stack.disposeAsync());

const batchQuery = `query ($id: ID!) { batch(id: $id) {
  id batchId creator { address } marketCount tickDuration playerCount tvl paused sourceId configHash
  currentTick createdAtTick nextTickAt
  markets { totalCount edges { bit node {
    marketId symbol displayName sourceId value asset { symbol price } history { timestamp value }
  } } }
  players { edges { node {
    portfolio { address } stakePerTick balance startTick hasBitmap
    position { balance stakePerTick deposit proof {
      signature signersBitmask referenceNonce fromTick toTick newBalance finalBalance
    } }
  } } }
  ticks(first: 1) { totalCount edges { node {
    tickId resolvedAt playerCount totalMatched
    outcomes { edges { node { outcome changePct market { marketId symbol } } } }
    reveal { isSealed deadline bitmaps {
      portfolio { address } bitmap hash hashMatches matchesCommitment
      predictions { edges { node { direction market { marketId } } } }
    } }
  } } }
  leaderboard { updatedAt entries { edges { node {
    rank portfolio { address } pnlUsd winRate roiPct totalVolumeUsd bitmapsPlayed avgMarkets mostMarkets
  } } } }
} }`;

const edgesOf = (nodes: readonly unknown[]) => ({ edges: nodes.map((node) => ({ node })) });

test.each(dialects)(
  'default: a batch with everything behind it, as REST tells it (%s)',
  async (format) => {
    const gateway = gateways[format];
    // biome-ignore lint/suspicious/noExplicitAny: the answer is compared as a whole
    const { data, errors } = await gateway.query<any>(batchQuery, { id: '7' });
    // No chain here: that nothing is known is an error of the field.
    expect(new Set(errors?.map(({ path }) => path?.at(-1)))).toEqual(
      new Set(['matchesCommitment']),
    );
    const { batches } = (await getJson(gateway, '/vision/batches')).body;
    const entry = batches.find((one: { id: number }) => one.id === 7);
    const state = (await getJson(gateway, '/vision/batch/7/state')).body;
    const [tick] = (await getJson(gateway, '/vision/batch/7/history')).body.history;
    const reveal = (await getJson(gateway, '/vision/reveal/7/4')).body;
    const { leaderboard, updatedAt } = (await getJson(gateway, '/vision/leaderboard')).body;
    const balance = (await getJson(gateway, `/vision/balance/7/${model.alice}`)).body;
    const [best] = leaderboard;

    const { batch } = data;
    expect(batch).toMatchObject({
      batchId: 7,
      creator: { address: entry.creator },
      marketCount: entry.market_count,
      tickDuration: entry.tick_duration,
      playerCount: entry.player_count,
      tvl: entry.tvl,
      paused: entry.paused,
      sourceId: entry.source_id,
      configHash: entry.config_hash,
      currentTick: entry.current_tick,
      createdAtTick: state.created_at_tick,
      nextTickAt: state.next_tick,
    });
    expect(batch.markets.edges).toEqual(
      model.markets.map(({ market_id, symbol, display_name }, bit) => ({
        bit,
        node: {
          marketId: market_id,
          symbol,
          displayName: display_name,
          sourceId: 'crypto',
          value: bit + 0.5,
          asset: [{ symbol: 'BTC', price: 67_000 }, { symbol: 'ETH', price: 3000 }, null][bit],
          history: bit === 0 ? [{ timestamp: 1_767_225_600, value: 5 }] : [],
        },
      })),
    );
    expect(batch.players.edges.map(({ node }: { node: object }) => node)).toMatchObject(
      state.players.map((player: Record<string, unknown>, index: number) => ({
        portfolio: { address: [model.alice, model.bob][index] },
        stakePerTick: player.stake_per_tick,
        balance: player.balance,
        startTick: player.start_tick,
        hasBitmap: player.has_bitmap,
      })),
    );
    expect(batch.players.edges[0].node.position).toEqual({
      balance: balance.balance,
      stakePerTick: balance.stake_per_tick,
      deposit: balance.deposit,
      proof: {
        signature: balance.bls_sig,
        signersBitmask: balance.signer_bitmap,
        referenceNonce: String(balance.reference_nonce),
        fromTick: balance.from_tick,
        toTick: balance.to_tick,
        newBalance: balance.new_balance,
        finalBalance: null,
      },
    });
    expect(batch.players.edges[1].node.position).toBeNull();
    expect(batch.ticks.totalCount).toBe(4);
    expect(batch.ticks.edges[0].node).toEqual({
      tickId: tick.tick_id,
      resolvedAt: tick.resolved_at,
      playerCount: tick.player_count,
      totalMatched: tick.total_matched,
      outcomes: edgesOf(
        tick.results_json.markets.map((one: Record<string, unknown>, index: number) => ({
          outcome: ['UP', 'DOWN', 'FLAT'][index],
          changePct: one.pct_change,
          market: { marketId: one.market_id, symbol: model.markets[index]?.symbol },
        })),
      ),
      reveal: {
        isSealed: false,
        deadline: null,
        bitmaps: reveal.bitmaps.map((one: Record<string, unknown>, index: number) => ({
          portfolio: { address: [model.alice, model.bob][index] },
          bitmap: one.bitmap_hex,
          hash: one.hash,
          hashMatches: true,
          matchesCommitment: null,
          predictions: edgesOf(
            model.marketIds.map((marketId, bit) => ({
              direction: [
                ['UP', 'DOWN', 'UP'],
                ['DOWN', 'UP', 'UP'],
              ][index]?.[bit],
              market: { marketId },
            })),
          ),
        })),
      },
    });
    expect(batch.leaderboard).toEqual({
      updatedAt,
      entries: {
        edges: [
          {
            node: {
              rank: 1,
              portfolio: { address: model.alice },
              pnlUsd: best.pnl,
              winRate: best.winRate,
              roiPct: best.roi,
              totalVolumeUsd: best.totalVolume,
              bitmapsPlayed: best.portfolioBets,
              avgMarkets: best.avgPortfolioSize,
              mostMarkets: best.largestPortfolio,
            },
          },
        ],
      },
    });
  },
);

test('behavior: the whole of a batch is one upstream read per thing', async () => {
  const oracle = stack.use(await startOracle());
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  await gateway.query(`{ batches { edges { node {
    batchId createdAtTick markets { edges { node { symbol } } }
    players { edges { node { balance } } }
  } } } }`);
  const asked = oracle.asked.map((line) => line.split(' ')[1]);
  expect(asked.filter((path) => path === '/vision/batches')).toHaveLength(1);
  expect(asked.filter((path) => path === '/vision/markets')).toHaveLength(1);
  expect(asked.filter((path) => path === '/vision/batch/7/state')).toHaveLength(1);
});

test('behavior: a bitmap whose hash the oracle makes up is shown as such', async () => {
  const [first] = model.reveal.bitmaps;
  const forged = { ...model.reveal, bitmaps: [{ ...first, hash: keccak256('0x00') }] };
  const oracle = stack.use(await startOracle());
  oracle.special.set('/vision/reveal/7/4', { status: 200, body: forged });
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  const { data } = await gateway.query<Record<string, never>>(
    '{ batch(id: "7") { tick(tickId: 4) { reveal { bitmaps { hashMatches } } } } }',
  );
  expect(data).toEqual({ batch: { tick: { reveal: { bitmaps: [{ hashMatches: false }] } } } });
});

test('behavior: a sealed tick is no failure, but says until when', async () => {
  const error = 'Reveal window not yet expired. Deadline: 1790000640, now: 1790000042';
  oracles.spec.special.set('/vision/reveal/7/3', { status: 403, body: { error } });
  const { data, errors } = await gateways.spec.query<Record<string, never>>(
    '{ batch(id: "7") { tick(tickId: 3) { reveal { isSealed deadline bitmaps { hash } } } } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    batch: { tick: { reveal: { isSealed: true, deadline: 1_790_000_640, bitmaps: [] } } },
  });
});

test.each(dialects)('default: the config behind a hash, as REST has it (%s)', async (format) => {
  const gateway = gateways[format];
  const { body } = await getJson(gateway, `/vision/config/by-hash/${model.configHash}`);
  const query = `query ($hash: Bytes32!, $other: Bytes32!) {
    batchConfig(hash: $hash) { hash sourceId tickDuration lockOffset
      markets { symbol name resolutionType thresholdBps market { marketId sourceId } } }
    none: batchConfig(hash: $other) { hash }
  }`;
  const variables = { hash: model.configHash, other: `0x${'00'.repeat(32)}` };
  const { data, errors } = await gateway.query<Record<string, never>>(query, variables);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    batchConfig: {
      hash: body.config_hash,
      sourceId: body.source_id,
      tickDuration: body.tick_duration,
      lockOffset: body.lock_offset,
      markets: body.markets.map((market: Record<string, unknown>) => ({
        symbol: market.symbol,
        name: market.name,
        resolutionType: market.resolution_type,
        thresholdBps: market.threshold_bps,
        market: { marketId: market.asset_id, sourceId: body.source_id },
      })),
    },
    none: null,
  });
});

test('behavior: what does not exist is null', async () => {
  const { data, errors } = await gateways.spec.query<Record<string, never>>(`{
    a: batch(id: "99") { batchId }
    b: batch(id: "99999999999999999999") { batchId }
    batch(id: "7") { tick(tickId: 99) { tickId } player(address: "0x00000000000000000000000000000000000000a1") { balance } }
    source(id: "none") { sourceId }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({ a: null, b: null, batch: { tick: null, player: null }, source: null });
});

test.each(['-1', '1.5', 'abc', ''])('args: batch(id: %j) is an error of its field', async (id) => {
  const { data, errors } = await gateways.spec.query(
    'query ($id: ID!) { batch(id: $id) { batchId } markets { totalCount } }',
    { id },
  );
  expect(data).toEqual({ batch: null, markets: { totalCount: 3 } });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_INPUT']);
});

test('behavior: a batch is a node and an entity', async () => {
  const { spec } = gateways;
  const found = await spec.query<{ batch: { id: string } }>('{ batch(id: "7") { id } }');
  const { data } = await spec.query<Record<string, never>>(
    `query ($id: ID!, $batches: [_Any!]!) {
      node(id: $id) { id ... on Batch { batchId marketCount } }
      again: batch(id: $id) { batchId }
      _entities(representations: $batches) { ... on Batch { batchId tvl } }
    }`,
    {
      id: found.data.batch.id,
      batches: [
        { __typename: 'Batch', batchId: 7 },
        { __typename: 'Batch', batchId: 99 },
      ],
    },
  );
  expect(data).toEqual({
    node: { id: found.data.batch.id, batchId: 7, marketCount: 3 },
    again: { batchId: 7 },
    _entities: [{ batchId: 7, tvl: '30000000000000000000' }, null],
  });
});

test('behavior: an oracle that fails nulls its own fields only', async () => {
  const oracle = stack.use(await startOracle());
  oracle.special.set('/vision/batch/7/state', { status: 500, body: { error: 'x' } });
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  const { data, errors } = await gateway.query<Record<string, never>>(
    '{ batch(id: "7") { tvl players { totalCount } ticks { totalCount } sources: marketCount } sources { totalCount } }',
  );
  expect(data).toEqual({
    batch: { tvl: '30000000000000000000', players: null, ticks: { totalCount: 4 }, sources: 3 },
    sources: null,
  });
  expect(errors).toHaveLength(2);
});
