import { type Address, encodeFunctionData, type Hex } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import type { MarketHistory } from '../../world/market-history.ts';
import {
  computeTradeTime,
  type FundPlan,
  type FundsPlan,
  type TradePlan,
} from '../../world/plan-funds.ts';
import { deriveAssetAddress } from '../deploy/l3-contracts.ts';
import type { FundNavs } from './fund-navs.ts';
import { computeMaxMintCost, type SeedStep } from './seed-step.ts';

/** Inputs of the fund and trade steps. */
export type FundStepsInput = {
  readonly history: MarketHistory;
  readonly plan: FundsPlan;
  readonly navs: FundNavs;
  readonly index: Address;
  readonly wallets: readonly Address[];
};

const secondsADay = 86_400;
const gasPerAsset = 150_000;
const textsGas = 1_500_000;

/**
 * Returns a step for each creation of a fund, with its texts, and each trade of the plan, with the
 * planned time and NAV.
 */
export function planFundSeedSteps(input: FundStepsInput): readonly SeedStep[] {
  const created = input.plan.funds.map((fund) => creation(input, fund));
  return [...created, ...input.plan.trades.map((trade) => execution(input, trade))];
}

function creation({ history, index, wallets }: FundStepsInput, fund: FundPlan): SeedStep {
  const assets = fund.assets.map((column) => {
    const asset = history.assets[column];
    if (asset === undefined) throw new RangeError(`there is no asset number ${column}`);
    return deriveAssetAddress(asset.id);
  });
  const data = encodeFunctionData({
    abi: indexAbi,
    functionName: 'createItp',
    args: [fund.name, fund.symbol, assets, fund.weights, fund.quantities],
  });
  const from = findWalletAddress(wallets, fund.creator);
  const gas = 1_000_000 + gasPerAsset * assets.length;
  const time = (history.firstDay + fund.createdDay) * secondsADay + fund.createdSecond;
  const created = { from, to: index, data, gas };
  if (fund.texts === null) return { time, transactions: [created] };
  const { description, websiteUrl, videoUrl, imageUrl } = fund.texts;
  const texts = encodeFunctionData({
    abi: indexAbi,
    functionName: 'setItpMetadata',
    args: [fund.id, description, websiteUrl, videoUrl, imageUrl],
  });
  return { time, transactions: [created, { from, to: index, data: texts, gas: textsGas }] };
}

function execution(input: FundStepsInput, trade: TradePlan): SeedStep {
  const { history, plan, navs, index } = input;
  const ms = computeTradeTime(history, trade);
  const nav = navs.navAt(trade.fund, ms);
  const account = findWalletAddress(input.wallets, trade.wallet);
  const data = encodeTradeCall(trade.kind, findFundItpId(plan, trade.fund), trade.shares);
  return {
    time: ms / 1000,
    price: { fund: trade.fund, nav },
    transactions: [{ from: account, to: index, data }],
    ...(trade.kind === 'mint'
      ? { spends: [{ account, amount: computeMaxMintCost(trade.shares, nav) }] }
      : {}),
  };
}

/** Encodes a call of `Index.mint` or `Index.redeem`. */
export function encodeTradeCall(kind: TradePlan['kind'], itpId: Hex, shares: bigint): Hex {
  return encodeFunctionData({ abi: indexAbi, functionName: kind, args: [itpId, shares] });
}

/**
 * Returns the id of a fund on the chain.
 *
 * @throws {RangeError} the plan has no such fund.
 */
export function findFundItpId(plan: FundsPlan, fund: number): Hex {
  const id = plan.funds[fund]?.id;
  if (id === undefined) throw new RangeError(`there is no fund number ${fund}`);
  return id;
}

/** Returns the account of a wallet of the plan. */
export function findWalletAddress(wallets: readonly Address[], wallet: number): Address {
  const account = wallets[wallet];
  if (account === undefined) throw new RangeError(`there is no account for wallet ${wallet}`);
  return account;
}
