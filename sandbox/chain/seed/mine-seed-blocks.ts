import { type Address, encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import type { FundsPlan } from '../../world/plan-funds.ts';
import type { Accounts } from '../accounts.ts';
import type { BlockWriter } from '../block-writer.ts';
import type { CoreContracts } from '../deploy/chain-extension.ts';
import { findFundItpId } from './fund-seed-steps.ts';
import type { SeedStep } from './seed-step.ts';

/** Inputs of the L3 chain's past. */
export type SeedBlocksInput = {
  readonly writer: BlockWriter;
  readonly plan: FundsPlan;
  readonly accounts: Accounts;
  readonly contracts: CoreContracts;
  readonly steps: readonly SeedStep[];
  /** Aborts between two blocks. */
  readonly signal?: AbortSignal;
};

/** Minimum USDC of every account after the history, wei. */
const pocketMoney = 10_000n * 10n ** 18n;
/** USDC of the liquidator after the history, wei. */
const liquidationFunds = 1_000_000n * 10n ** 18n;
/** Initial USDC reserve of the index contract, from which it pays redemptions, wei. */
const firstReserve = 1_000_000_000n * 10n ** 18n;

/**
 * Adds transactions that mint the USDC that the steps need and approve its spending. They must be
 * mined before the first step.
 */
export function addUsdcFunding({ writer, accounts, contracts, steps }: SeedBlocksInput): void {
  const { deployer, lender, liquidator, wallets } = accounts;
  const { usdc, index, lending } = contracts;
  const needs = new Map<Address, bigint>([...wallets, lender, liquidator].map((who) => [who, 0n]));
  for (const { account, amount } of steps.flatMap((step) => step.spends ?? [])) {
    needs.set(account, (needs.get(account) ?? 0n) + amount);
  }
  needs.set(liquidator, (needs.get(liquidator) ?? 0n) + liquidationFunds);
  const give = (to: Address, amount: bigint) => {
    const data = encodeFunctionData({ abi: usdc18Abi, functionName: 'mint', args: [to, amount] });
    writer.add({ from: deployer, to: usdc, data });
  };
  give(index, firstReserve);
  for (const [account, need] of needs) {
    give(account, wholeUsdc(need) + pocketMoney);
    for (const spender of [index, lending]) {
      writer.add({ from: account, to: usdc, data: approval(spender) });
    }
    writer.add({ from: account, to: index, data: operator(lending) });
  }
}

/**
 * Mines one block for each time that has steps, in ascending order.
 *
 * @returns the time of the last block in Unix seconds; undefined without steps.
 */
export async function mineSeedBlocks(input: SeedBlocksInput): Promise<number | undefined> {
  const { writer, plan, accounts, contracts, steps, signal } = input;
  const moments = Map.groupBy(
    steps.toSorted((a, b) => a.time - b.time),
    (step) => step.time,
  );
  for (const [time, happening] of moments) {
    signal?.throwIfAborted();
    const prices = happening.flatMap((step) => step.price ?? []);
    if (prices.length > 0) {
      const ids = prices.map((price) => findFundItpId(plan, price.fund));
      const data = encodeSetNavsCall(
        ids,
        prices.map((price) => price.nav),
      );
      writer.add({ from: accounts.keeper, to: contracts.index, data, first: true });
    }
    for (const transaction of happening.flatMap((step) => step.transactions)) {
      writer.add(transaction);
    }
    await writer.mine(time);
  }
  return [...moments.keys()].at(-1);
}

/** Encodes a call of `Index.setNavs`. */
export function encodeSetNavsCall(ids: readonly Hex[], navs: readonly bigint[]): Hex {
  return encodeFunctionData({ abi: indexAbi, functionName: 'setNavs', args: [ids, navs] });
}

function approval(spender: Address): Hex {
  const args = [spender, maxUint256] as const;
  return encodeFunctionData({ abi: usdc18Abi, functionName: 'approve', args });
}

function operator(account: Address): Hex {
  return encodeFunctionData({ abi: indexAbi, functionName: 'setOperator', args: [account, true] });
}

function wholeUsdc(wei: bigint): bigint {
  const usdc = 10n ** 18n;
  return ((wei + usdc - 1n) / usdc) * usdc;
}
