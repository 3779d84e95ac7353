import { type Address, maxUint256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneToken } from '../../chain/testing/contract-fixtures.ts';
import { createCallOptions } from '../../chain/testing/contract-test-chain.ts';
import { createLivePrices } from '../../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../../world/load-history.ts';
import { DAY_MS } from '../../world/market-history.ts';
import { hashBitmap } from '../settle/bitmap.ts';
import type { LeaderboardEntry } from '../settle/leaderboard.ts';
import type { TestPrices } from '../testing/fake-data-node.ts';
import {
  startTestOracleNetwork,
  type TestOracleNetwork,
  waitUntilResponse,
} from '../testing/test-oracle-network.ts';
import { botProfiles, computeRandomBitmap, isLazyBot } from './bot-bitmaps.ts';

const tickLength = 10;
/** The tick in which the bots join, which has not begun when the network has started. */
const joinTick = 100;
const markets = 40;

const { history, upcoming } = loadHistoryWithUpcoming({ seed: 20_200_101, endDate: '2024-06-30' });
const worldStart = (history.firstDay + history.days + 2) * DAY_MS;
const world = createLivePrices({ history, upcoming, now: () => worldStart });
/** Start of the batch's tick 0 on the chain, Unix seconds; it has the prices of `worldStart`. */
let origin = 0;

/** The prices of the sandbox's world, at the same time of the world in every run. */
function createWorldPrices(): TestPrices {
  const traded = history.assets.flatMap(({ id, symbol }, asset) =>
    symbol !== 'USDT' && (world.change24hAt(asset, worldStart) ?? 0) !== 0 ? [{ id, asset }] : [],
  );
  return Object.fromEntries(
    traded.slice(0, markets).map(({ id, asset }) => {
      return [id, (at: number) => world.priceAt(asset, worldStart + (at - origin) * 1000) ?? 0];
    }),
  );
}

let network: TestOracleNetwork;
beforeAll(async () => {
  network = await startTestOracleNetwork({
    tick: tickLength,
    lock: 2,
    prices: createWorldPrices(),
  });
}, 90_000);
afterAll(() => network?.[Symbol.asyncDispose]());

/** Ticks that came by themselves, because the machine took longer than a tick for the one before. */
let lateTicks = 0;

/** Moves the time of the chain, which the oracles follow, to the first second of a tick. */
async function goToTick(tick: number): Promise<void> {
  const { rpc } = network.testChain.chain;
  const begin = origin + tick * tickLength + 1;
  const { timestamp } = await network.testChain.client.getBlock();
  if (timestamp >= begin) {
    lateTicks += 1;
    return;
  }
  await rpc.call('evm_setNextBlockTimestamp', [begin]);
  await rpc.call('evm_mine');
}

async function joinWithAllBots(): Promise<void> {
  const { testChain, fixture, configHash } = network;
  const { usdc, vision, owner } = fixture;
  const deposit = oneToken * BigInt(markets) * 100n;
  for (const [bot, wallet] of testChain.chain.accounts.wallets.entries()) {
    const own = createCallOptions(wallet);
    await testChain.waitUntilMined(usdc.write.mint([wallet, deposit], createCallOptions(owner)));
    await testChain.waitUntilMined(usdc.write.approve([vision.address, maxUint256], own));
    const first = hashBitmap(computeRandomBitmap({ bot, batchId: 1, tick: 'join', markets }));
    const args = [1n, configHash, deposit, oneToken, first] as const;
    await testChain.waitUntilMined(vision.write.joinBatchDirect(args, own));
  }
}

/** The hashes to which the bots are committed on the chain, by bot. */
function readHashes(): Promise<readonly string[]> {
  const { testChain, fixture } = network;
  const read = async (wallet: Address) =>
    (await fixture.vision.read.getPosition([1n, wallet])).bitmapHash;
  return Promise.all(testChain.chain.accounts.wallets.map(read));
}

/**
 * Waits until every bot but the lazy one has committed in this tick, and the tick before is settled.
 */
async function waitForRound(tick: number, before: readonly string[]): Promise<readonly string[]> {
  const hashes = await waitUntilResponse(readHashes, (now) =>
    now.every((hash, bot) => isLazyBot(bot) || hash !== before[bot]),
  );
  await waitUntilResponse(
    () => network.get(0, '/vision/batch/1/history'),
    ({ body }) => {
      const [newest] = body.history as { readonly tick_id: number }[];
      return tick <= joinTick + 1 || (newest?.tick_id ?? 0) >= tick - 1;
    },
  );
  return hashes;
}

test('behavior: within ten bitmaps the bots differ, and the lazy bot plays half of the ticks', async () => {
  const { createdAtTick } = await network.fixture.vision.read.getBatch([1n]);
  origin = Number(createdAtTick) * tickLength;
  await goToTick(joinTick);
  await joinWithAllBots();
  let hashes = await readHashes();
  const last = joinTick + 12;
  for (let tick = joinTick + 1; tick <= last; tick += 1) {
    await goToTick(tick);
    hashes = await waitForRound(tick, hashes);
  }
  const { body } = await network.get(0, '/vision/leaderboard');
  const rows = body.leaderboard as readonly LeaderboardEntry[];
  const rowOf = (bot: number) => {
    const address = network.testChain.chain.accounts.wallets[bot]?.toLowerCase();
    const row = rows.find(({ walletAddress }) => walletAddress === address);
    if (row === undefined) throw new Error(`bot ${bot} is not ranked`);
    return row;
  };
  const [momentum, contrarian] = [rowOf(0), rowOf(1)];
  expect(rows).toHaveLength(botProfiles.length);
  for (const [bot] of botProfiles.entries()) {
    if (isLazyBot(bot)) continue;
    const { portfolioBets } = rowOf(bot);
    expect(portfolioBets).toBeGreaterThanOrEqual(last - joinTick - 1 - lateTicks);
    expect(portfolioBets).toBeLessThanOrEqual(last - joinTick - 1 + lateTicks);
  }
  const lazy = rowOf(botProfiles.findIndex((_, bot) => isLazyBot(bot)));
  expect(lazy.portfolioBets).toBeGreaterThanOrEqual(4);
  expect(lazy.portfolioBets).toBeLessThanOrEqual(7);
  expect(momentum.winRate).toBeGreaterThan(0.56);
  expect(contrarian.winRate).toBeLessThan(0.44);
  expect(momentum.pnl).toBeGreaterThan(contrarian.pnl);
  const rates = rows.map(({ winRate }) => winRate);
  expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(0.08);
}, 240_000);
