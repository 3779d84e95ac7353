import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFunctionData, getAddress, type Hex, keccak256, maxUint256, toHex } from 'viem';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import { visionAbi } from '../../../generated/abi/vision.ts';
import {
  hashCreateBatchMessage,
  hashPauseMessage,
  type MessageDomain,
} from '../../oracle/bls/hash-messages.ts';
import { hashBatchConfig, hashSourceId } from '../../oracle/markets/batch-config.ts';
import { BATCH_CONFIG_FILE_NAME } from '../../oracle/markets/batch-config-file.ts';
import { BOT_COUNT, computeRandomBitmap } from '../../oracle/players/bot-bitmaps.ts';
import type { PopulateContext } from '../deploy/chain-extension.ts';
import { type PlannedBatch, planBatches } from './plan-batches.ts';
import { signConsensus } from './sign-consensus.ts';

/** Stake of a bot per tick on each market: the minimum, 0.1 USDC. */
const STAKE = 10n ** 17n;
/** Number of ticks for which a bot's deposit lasts if it loses every bet. */
const TICKS_PAID = 4_000n;
/** USDC balance of each bot, wei. */
const BOT_FUNDS = 1_000_000n * 10n ** 18n;
/** The last bot is not registered, like a player who is a person. */
const REGISTERED_BOTS = BOT_COUNT - 1;
const gas = 3_000_000;
/** Names of the wallets that create batches, by wallet index; the last creator has none. */
const creatorNames = ['Meridian Markets', 'Tideline Labs'];

/**
 * Registers the bots, creates the planned batches just before the present, names two of their
 * creators, pauses one batch, lets the bots join, and writes the configs to a file for the oracles.
 */
export async function populateVision(context: PopulateContext): Promise<void> {
  const { writer, accounts, contracts, chainId, present } = context;
  const vision = getAddress(contracts.Vision ?? '');
  const usdc = getAddress(contracts.L3_WUSDC ?? '');
  const domain: MessageDomain = { chainId, contract: vision };
  const plan = planBatches(context.history, context.speed);
  const wallets = accounts.wallets.slice(0, BOT_COUNT);
  const times = joinTimes(plan, present);

  await leaveConfigs(context.stateDir, plan);
  for (const wallet of wallets) {
    const mint = { functionName: 'mint', args: [wallet, BOT_FUNDS] } as const;
    const mintData = encodeFunctionData({ abi: usdc18Abi, ...mint });
    writer.add({ from: accounts.deployer, to: usdc, data: mintData });
    const approve = { functionName: 'approve', args: [vision, maxUint256] } as const;
    writer.add({
      from: wallet,
      to: usdc,
      data: encodeFunctionData({ abi: usdc18Abi, ...approve }),
    });
  }
  for (const [creator, name] of creatorNames.entries()) {
    const data = encodeFunctionData({
      abi: visionAbi,
      functionName: 'setDeployerName',
      args: [name],
    });
    writer.add({ from: accounts.wallets[creator] ?? accounts.deployer, to: vision, data });
  }
  for (const [bot, from] of wallets.slice(0, REGISTERED_BOTS).entries()) {
    const endpoint = `https://bots.example/${bot + 1}`;
    const args = [endpoint, keccak256(toHex(endpoint))] as const;
    const data = encodeFunctionData({ abi: visionAbi, functionName: 'registerBot', args });
    writer.add({ from, to: vision, data, gas });
  }
  await writer.mine((times[0] ?? present) - 1);
  for (const [position, batch] of plan.entries()) {
    const batchId = position + 1;
    const creator = accounts.wallets[batch.creator] ?? accounts.deployer;
    const configHash = hashBatchConfig(batch.config);
    for (const data of creation(batch, { batchId, configHash, domain })) {
      writer.add({ from: creator, to: vision, data, gas, first: true });
    }
    for (const bot of batch.bots) {
      const from = wallets[bot];
      if (from === undefined) continue;
      writer.add({ from, to: vision, data: joining(batch, { batchId, configHash, bot }), gas });
    }
    const time = times[position] ?? present;
    await writer.mine(time);
    if (!batch.paused) continue;
    const pause = hashPauseMessage(domain, { tag: 'PAUSE', batchId, pauseNonce: 0 });
    const args = [BigInt(batchId), ...signConsensus(pause)] as const;
    const data = encodeFunctionData({ abi: visionAbi, functionName: 'pause', args });
    writer.add({ from: creator, to: vision, data, gas });
    await writer.mine(time + 1);
  }
}

/**
 * Writes the configs of the batches to a file. The chain stores only their hashes, by which the
 * oracles find them.
 */
async function leaveConfigs(folder: string, plan: readonly PlannedBatch[]): Promise<void> {
  const configs = plan.map(({ config }) => config);
  await writeFile(join(folder, BATCH_CONFIG_FILE_NAME), `${JSON.stringify({ configs })}\n`);
}

/** Encodes the calls that create a batch and set its texts. */
function creation(
  { config, texts }: PlannedBatch,
  {
    batchId,
    configHash,
    domain,
  }: { readonly batchId: number; readonly configHash: Hex; readonly domain: MessageDomain },
): readonly Hex[] {
  const sourceId = hashSourceId(config.source_id);
  const { tick_duration: tickDuration, lock_offset: lockOffset } = config;
  const terms = { sourceId, configHash, tickDuration, lockOffset };
  const consensus = signConsensus(hashCreateBatchMessage(domain, terms));
  const numbers = [BigInt(tickDuration), BigInt(lockOffset)] as const;
  const args = [sourceId, configHash, ...numbers, ...consensus] as const;
  const created = encodeFunctionData({ abi: visionAbi, functionName: 'createBatch', args });
  if (texts === null) return [created];
  const { name, description, websiteUrl, videoUrl, imageUrl } = texts;
  const set = encodeFunctionData({
    abi: visionAbi,
    functionName: 'setBatchMetadata',
    args: [BigInt(batchId), name, description, websiteUrl, videoUrl, imageUrl],
  });
  return [created, set];
}

/** Encodes the call by which a bot joins with its first bitmap. */
function joining(
  { config }: PlannedBatch,
  {
    batchId,
    configHash,
    bot,
  }: { readonly batchId: number; readonly configHash: Hex; readonly bot: number },
): Hex {
  const markets = config.markets.length;
  const bitmap = computeRandomBitmap({ bot, batchId, tick: 'join', markets });
  const deposit = STAKE * BigInt(markets) * (markets > 500 ? 20n : TICKS_PAID);
  const money = [deposit, STAKE] as const;
  const args = [BigInt(batchId), configHash, ...money, keccak256(bitmap)] as const;
  return encodeFunctionData({ abi: visionAbi, functionName: 'joinBatchDirect', args });
}

/**
 * Returns when the bots join each batch: Unix seconds, ascending, at least two seconds apart. Each
 * time is as late as possible, but not in the last seconds of a tick, when the contract rejects
 * joins.
 */
function joinTimes(plan: readonly PlannedBatch[], present: number): readonly number[] {
  const times: number[] = [];
  let latest = present - 2;
  for (const { config } of plan.toReversed()) {
    const { tick_duration: length, lock_offset: lock } = config;
    const second = latest % length;
    const time = second < length - lock ? latest : latest - second + length - lock - 1;
    times.unshift(time);
    latest = time - 2;
  }
  return times;
}
