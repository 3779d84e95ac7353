import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  maxUint256,
} from 'viem';
import { z } from 'zod';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import { visionAbi } from '../../../generated/abi/vision.ts';
import { createBatchMessage, type Domain, pauseMessage } from '../../oracle/bls/messages.ts';
import { configHashOf, sourceIdOf } from '../../oracle/markets/batch-config.ts';
import { CONFIG_FILE } from '../../oracle/markets/config-library.ts';
import { BOT_COUNT, botBitmap } from '../../oracle/players/bot-pattern.ts';
import type { PopulateContext } from '../deploy/extras.ts';
import { type PlannedBatch, planBatches } from './batch-plan.ts';
import { consensusOn } from './consensus.ts';

/** Stake of a bot per tick on each market: the least there is, 0.1 USDC. */
const STAKE = 10n ** 17n;
/** Ticks that a bot's deposit pays for if it loses every bet. */
const TICKS_PAID = 400n;
/** USDC of each bot, wei. */
const BOT_FUNDS = 1_000_000n * 10n ** 18n;

/** Creates the planned batches, pauses one, and lets the bots join; leaves the configs to the oracles. */
export async function populateVision(context: PopulateContext): Promise<void> {
  const { rpc, accounts, contracts, chainId } = context;
  const vision = getAddress(contracts.Vision ?? '');
  const usdc = getAddress(contracts.L3_WUSDC ?? '');
  const domain: Domain = { chainId, contract: vision };
  const plan = planBatches(context.history, context.speed);
  const wallets = accounts.wallets.slice(0, BOT_COUNT);

  // The node estimates the gas, and so refuses what would revert.
  const send = (from: Address, to: Address, data: Hex) =>
    rpc.call('eth_sendTransaction', [{ from, to, data }]);
  const call: Call = (from, data) => send(from, vision, data);

  await leaveConfigs(context.deploymentsDir, plan);
  for (const wallet of wallets) {
    const mint = { functionName: 'mint', args: [wallet, BOT_FUNDS] } as const;
    await send(accounts.deployer, usdc, encodeFunctionData({ abi: usdc18Abi, ...mint }));
    const approve = { functionName: 'approve', args: [vision, maxUint256] } as const;
    await send(wallet, usdc, encodeFunctionData({ abi: usdc18Abi, ...approve }));
  }
  for (const [position, batch] of plan.entries()) {
    const batchId = position + 1;
    const creator = accounts.wallets[batch.creator] ?? accounts.deployer;
    await createBatch(batch, { batchId, creator, domain, call });
    await waitForOpenTick(batch, rpc);
    for (const bot of batch.bots) {
      const wallet = wallets[bot];
      if (wallet !== undefined) await joinBatch(batch, { batchId, bot, wallet, call });
    }
    if (!batch.paused) continue;
    const pause = pauseMessage(domain, { tag: 'PAUSE', batchId, pauseNonce: 0 });
    const args = [BigInt(batchId), ...consensusOn(pause)] as const;
    await call(creator, encodeFunctionData({ abi: visionAbi, functionName: 'pause', args }));
  }
}

/** The oracles look configs up by their hash; the chain carries nothing but that. */
async function leaveConfigs(folder: string, plan: readonly PlannedBatch[]): Promise<void> {
  const configs = plan.map(({ config }) => config);
  await writeFile(join(folder, CONFIG_FILE), `${JSON.stringify({ configs })}\n`);
}

/** Sends calldata to the Vision contract. */
type Call = (from: Address, data: Hex) => Promise<unknown>;

async function createBatch(
  { config, name }: PlannedBatch,
  options: {
    readonly batchId: number;
    readonly creator: Address;
    readonly domain: Domain;
    readonly call: Call;
  },
): Promise<void> {
  const { creator, call } = options;
  const sourceId = sourceIdOf(config.source_id);
  const configHash = configHashOf(config);
  const { tick_duration: tickDuration, lock_offset: lockOffset } = config;
  const terms = { sourceId, configHash, tickDuration, lockOffset };
  const consensus = consensusOn(createBatchMessage(options.domain, terms));
  const numbers = [BigInt(tickDuration), BigInt(lockOffset)] as const;
  const args = [sourceId, configHash, ...numbers, ...consensus] as const;
  await call(creator, encodeFunctionData({ abi: visionAbi, functionName: 'createBatch', args }));
  const texts = [
    name,
    `${config.markets.length} markets of ${config.source_id}`,
    '',
    '',
    '',
  ] as const;
  const metadata = [BigInt(options.batchId), ...texts] as const;
  await call(
    creator,
    encodeFunctionData({ abi: visionAbi, functionName: 'setBatchMetadata', args: metadata }),
  );
}

async function joinBatch(
  { config }: PlannedBatch,
  options: {
    readonly batchId: number;
    readonly bot: number;
    readonly wallet: Address;
    readonly call: Call;
  },
): Promise<void> {
  const { batchId, bot, wallet, call } = options;
  const markets = config.markets.length;
  const bitmap = botBitmap({ bot, batchId, pattern: 0, markets });
  const deposit = STAKE * BigInt(markets) * (markets > 500 ? 20n : TICKS_PAID);
  const money = [deposit, STAKE] as const;
  const args = [BigInt(batchId), configHashOf(config), ...money, keccak256(bitmap)] as const;
  await call(wallet, encodeFunctionData({ abi: visionAbi, functionName: 'joinBatchDirect', args }));
}

const block = z.object({ timestamp: z.string() });

/** Joins are refused in the last seconds of a tick; lets those pass. */
async function waitForOpenTick(
  { config }: PlannedBatch,
  rpc: PopulateContext['rpc'],
): Promise<void> {
  const { tick_duration: length, lock_offset: lock } = config;
  const { timestamp } = block.parse(await rpc.call('eth_getBlockByNumber', ['latest', false]));
  // The joins take a moment themselves.
  const margin = Math.min(2, Math.max(0, length - lock - 1));
  const now = Math.max(Number(timestamp), Math.floor(Date.now() / 1000));
  if (now % length >= length - lock - margin) await sleep((length - (now % length)) * 1000);
}
