import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, encodeFunctionData, getAddress, type Hex, toHex } from 'viem';
import { visionAbi } from '../../generated/abi/vision.ts';
import { hashPauseMessage } from '../oracle/bls/hash-messages.ts';
import type { MarketHistory } from '../world/market-history.ts';
import { WEI_PER_UNIT } from '../world/nav.ts';
import type { Scenario } from '../world/scenario.ts';
import type { RpcClient } from './rpc-client.ts';
import { encodeLendingCall } from './seed/encode-lending-call.ts';
import { encodeTradeCall } from './seed/fund-seed-steps.ts';
import { planBatches } from './vision/plan-batches.ts';
import { signConsensus } from './vision/sign-consensus.ts';

export type ChainScenarioContext = {
  readonly rpc: RpcClient;
  readonly scenario: Scenario;
  readonly contracts: Readonly<Record<string, string>>;
  readonly chainId: number;
  readonly history: MarketHistory;
  readonly speed: number;
  /** A wallet with USDC. `fund` is a fund with a lending market. */
  readonly borrower: Address;
  readonly fund: { readonly itpId: Hex; readonly marketId: Hex; readonly nav: () => bigint };
  readonly signal: AbortSignal;
};

/** Name of the batch that the scenario `pause` pauses. */
const pausedBatch = 'Twenty coins, by the minute';
const gas = toHex(3_000_000);
/** Collateral of the loan that the scenario `liquidation` opens, USD. */
const collateralUsd = 2_000n;

/**
 * Sends the transactions of a scenario: `pause` pauses a batch at its time; `liquidation` opens a
 * loan near its limit before prices fall. Other scenarios send none.
 */
export async function playChainScenario(context: ChainScenarioContext): Promise<void> {
  if (context.scenario.name === 'liquidation') await openRiskyLoan(context);
  if (context.scenario.name !== 'pause') return;
  const delay = Math.max(0, context.scenario.startsAt - Date.now());
  await sleep(delay, undefined, { signal: context.signal });
  await pauseBatch(context);
}

/** Opens a loan of 72 % of the collateral's value; the limit is 77 %. */
async function openRiskyLoan({
  rpc,
  contracts,
  borrower,
  fund,
}: ChainScenarioContext): Promise<void> {
  const nav = fund.nav();
  const shares = (collateralUsd * WEI_PER_UNIT * WEI_PER_UNIT) / nav;
  const borrowed = (((shares * nav) / WEI_PER_UNIT) * 72n) / 100n;
  const lending = getAddress(contracts.LENDING ?? '');
  const calls = [
    { to: getAddress(contracts.Index ?? ''), data: encodeTradeCall('mint', fund.itpId, shares) },
    { to: lending, data: encodeLendingCall.supplyCollateral(fund.marketId, shares, borrower) },
    { to: lending, data: encodeLendingCall.supply(fund.marketId, borrowed, borrower) },
    { to: lending, data: encodeLendingCall.borrow(fund.marketId, borrowed, borrower) },
  ];
  for (const call of calls)
    await rpc.call('eth_sendTransaction', [{ from: borrower, gas, ...call }]);
}

async function pauseBatch(context: ChainScenarioContext): Promise<void> {
  const { rpc, contracts, chainId, history, speed, borrower } = context;
  const to = getAddress(contracts.Vision ?? '');
  const batchId =
    planBatches(history, speed).findIndex(({ texts }) => texts?.name === pausedBatch) + 1;
  if (batchId === 0) throw new Error(`the world has no batch "${pausedBatch}" to pause`);
  const message = hashPauseMessage(
    { chainId, contract: to },
    { tag: 'PAUSE', batchId, pauseNonce: 0 },
  );
  const args = [BigInt(batchId), ...signConsensus(message)] as const;
  const data = encodeFunctionData({ abi: visionAbi, functionName: 'pause', args });
  await rpc.call('eth_sendTransaction', [{ from: borrower, to, data, gas }]);
}
