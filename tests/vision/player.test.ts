import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionResult, getAddress, type Hex, pad } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visionAbi } from '../../generated/abi/vision.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { createGeneratedChain, startGeneratedChain } from '../support/generated-chain.ts';
import { alice, bob, carol, newestTick, startPlayedBatch, wei } from './support/played-batch.ts';

const wallet = (address: string) => getAddress(address as Hex);

/** Alice is a bot, with an endpoint that is far too long. */
const endpoint = `https://bot.example/${'x'.repeat(300)}`;
const activeBots = encodeFunctionResult({
  abi: visionAbi,
  functionName: 'getAllActiveBots',
  result: [
    [wallet(alice)],
    [{ endpoint, pubkeyHash: pad('0x1'), registeredAt: 1n, isActive: true }],
  ],
});

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
let reads: ReadonlyMap<string, number>;
let endOf: (tick: number) => number;
beforeAll(async () => {
  const world = await startPlayedBatch();
  stack.use(world.oracle);
  ({ reads, endOf } = world);
  const chain = stack.use(
    await startGeneratedChain(
      createGeneratedChain({ head: 100, blocks: [], logsAt: () => [], call: () => activeBots }),
    ),
  );
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'player-')), (path) =>
    rm(path, { recursive: true }),
  );
  const contracts = { Vision: pad('0xaa', { size: 20 }) };
  await writeFile(
    join(dir, 'active-deployment.json'),
    JSON.stringify({ chainId: 1337, contracts }),
  );
  gateway = stack.use(
    await startGateway({
      ORACLE_URLS: world.oracle.url,
      L3_RPC_URL: chain.url,
      DEPLOYMENTS_DIR: dir,
    }),
  );
});
afterAll(() => stack.disposeAsync());

const totals = 'stake ticksPlayed forfeits winRate profit';
const record = `portfolio { address } isBot endpoint ${totals} longestStreak isComplete
  batches { batch { batchId } player { balance } ${totals} }
  bestBatch { batch { batchId } } worstBatch { batch { batchId } }
  ticks { batchId tickId endedAt stake profit cumulative hits decided isForfeit }
  bySource { sourceId hits decided accuracyPct }
  byMarket { market { marketId } hits decided accuracyPct }`;

async function readPlayer(address: string, args = '') {
  const { data, errors } = await gateway.query(
    `{ predictionPlayer(address: "${address}"${args}) { ${record} } }`,
  );
  expect(errors).toBeUndefined();
  return (data as unknown as { predictionPlayer: Record<string, unknown> }).predictionPlayer;
}

/** A tick of Alice's or Carol's; amounts in USDC. */
const tick = (
  tickId: number,
  [stake, profit, cumulative]: readonly [number, number, number],
  [hits, decided]: readonly [number, number],
  isForfeit = false,
) => ({
  ...{ batchId: 3, tickId, endedAt: endOf(tickId) },
  ...{ stake: wei(stake), profit: wei(profit), cumulative: wei(cumulative) },
  ...{ hits, decided, isForfeit },
});

test('default: the record of a player follows from the revealed ticks, to the wei', async () => {
  const sums = {
    ...{ stake: wei(16), ticksPlayed: 4, forfeits: 0, winRate: 3 / 7, profit: wei(6.6) },
  };
  expect(await readPlayer(alice)).toEqual({
    ...{ portfolio: { address: wallet(alice) }, isBot: true, endpoint: endpoint.slice(0, 200) },
    ...sums,
    longestStreak: 3,
    // In tick 12 a player who has left took part with an unknown stake.
    isComplete: false,
    batches: [{ batch: { batchId: 3 }, player: { balance: wei(100) }, ...sums }],
    bestBatch: { batch: { batchId: 3 } },
    worstBatch: { batch: { batchId: 3 } },
    ticks: [
      // BTC wins 2 of Bob and Carol; ETH loses 2/5 of Bob's 1.
      tick(10, [4, 1.6, 1.6], [1, 2]),
      // BTC wins 1; two thirds of Carol's forfeited 6.
      tick(11, [4, 5, 6.6], [1, 1]),
      // BTC loses 1, ETH wins 1; the same share of Carol's 6.
      tick(12, [4, 4, 10.6], [1, 2]),
      tick(13, [4, -4, 6.6], [0, 2]),
    ],
    bySource: [{ sourceId: 'crypto', hits: 3, decided: 7, accuracyPct: 300 / 7 }],
    byMarket: [
      { market: { marketId: 'bitcoin' }, hits: 2, decided: 4, accuracyPct: 50 },
      { market: { marketId: 'ethereum' }, hits: 1, decided: 3, accuracyPct: 100 / 3 },
    ],
  });
});

test('behavior: a tick without a bitmap is a forfeit, which loses the stakes and ends a streak', async () => {
  expect(await readPlayer(carol)).toMatchObject({
    ...{ isBot: false, endpoint: null, stake: wei(24), ticksPlayed: 2, forfeits: 2 },
    ...{ winRate: 0.5, profit: wei(-11.1), longestStreak: 1 },
    ticks: [
      tick(10, [6, -2.1, -2.1], [0, 2]),
      tick(11, [6, -6, -8.1], [0, 0], true),
      tick(12, [6, -6, -14.1], [0, 0], true),
      tick(13, [6, 3, -11.1], [2, 2]),
    ],
  });
});

test('behavior: what the players of a tick win and lose sums to zero', async () => {
  const profits = await Promise.all(
    [alice, bob, carol].map(async (address) =>
      BigInt((await readPlayer(address)).profit as string),
    ),
  );
  expect(profits.reduce((sum, profit) => sum + profit, 0n)).toBe(0n);
});

test('behavior: a portfolio has the same record, over as many ticks as asked for', async () => {
  const { data } = await gateway.query(
    `{ portfolio(address: "${alice}") { predictions(ticks: 2) { ${record} } } }`,
  );
  const { portfolio } = data as unknown as { portfolio: { predictions: Record<string, unknown> } };
  // The newest two ticks: one is sealed.
  expect(portfolio.predictions).toEqual(await readPlayer(alice, ', ticks: 2'));
  expect(portfolio.predictions).toMatchObject({
    ...{ ticksPlayed: 1, profit: wei(-4), isComplete: true },
    ticks: [{ tickId: 13 }],
  });
});

test('behavior: nothing of a sealed or running tick is shown, and no oracle is asked for it', async () => {
  for (const address of [alice, bob, carol]) {
    const { ticks, ...sums } = await readPlayer(address, ', ticks: 1');
    expect(ticks).toEqual([]);
    expect(sums).toMatchObject({
      ...{ stake: '0', ticksPlayed: 0, forfeits: 0, winRate: null, profit: '0', longestStreak: 0 },
      ...{ bestBatch: null, worstBatch: null, bySource: [], byMarket: [], isComplete: true },
    });
  }
  const asked = [...reads.keys()].filter((path) => path.startsWith('/vision/reveal/'));
  const ticks = asked.map((path) => Number(path.split('/').at(-1)));
  expect(Math.max(...ticks)).toBe(newestTick - 1);
});

test('default: a wallet that plays nowhere has an empty record', async () => {
  expect(await readPlayer(`0x${'e'.repeat(40)}`)).toMatchObject({
    ...{ batches: [], ticks: [], stake: '0', winRate: null, isBot: false, bestBatch: null },
  });
});

test('behavior: a record is complete when all batches that the wallet plays in are counted', async () => {
  const readOf = async (emptyBatches: number) => {
    await using oracle = (await startPlayedBatch({ emptyBatches })).oracle;
    await using among = await startGateway({ ORACLE_URLS: oracle.url });
    const { data } = await among.query(
      `{ predictionPlayer(address: "${alice}", ticks: 2) { isComplete batches { batch { batchId } } } }`,
    );
    const { predictionPlayer: player } = data as unknown as {
      predictionPlayer: { isComplete: boolean; batches: unknown[] };
    };
    return [player.isComplete, player.batches.length];
  };
  expect(await readOf(0)).toEqual([true, 1]);
  expect(await readOf(9)).toEqual([true, 10]);
  expect(await readOf(10)).toEqual([false, 10]);
});

test('args: a number of ticks out of range is refused', async () => {
  const { errors } = await gateway.query(
    `{ predictionPlayer(address: "${alice}", ticks: 51) { stake } }`,
  );
  expect(JSON.stringify(errors)).toContain('ticks must be from 1 to 50');
});

test('error: without the chain only what it tells is missing', async () => {
  const world = await startPlayedBatch();
  stack.use(world.oracle);
  await using alone = await startGateway({ ORACLE_URLS: world.oracle.url });
  const { data, errors } = await alone.query(
    `{ predictionPlayer(address: "${alice}") { isBot endpoint profit } }`,
  );
  expect(data).toEqual({ predictionPlayer: { isBot: null, endpoint: null, profit: wei(6.6) } });
  expect(errors).toHaveLength(2);
});
