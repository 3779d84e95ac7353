import { keepLedger, type Ledger, type LedgerMethod } from '../../finance/ledger.ts';
import {
  type AssetExposure,
  exposureOf,
  type FundStake,
  shockedGrowth,
} from '../../finance/look-through.ts';
import { moneyWeightedReturnPct, timeWeightedReturn } from '../../finance/money-flows.ts';
import { type Performance, performanceOf } from '../../finance/performance.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { parseIdOrKey } from '../../lib/global-id.ts';
import type { PortfolioPoint, WalletTrade } from './schema.ts';

const oldestFirst = (trades: readonly WalletTrade[]): readonly WalletTrade[] =>
  trades.toReversed().toSorted((left, right) => left.timestamp - right.timestamp);

/**
 * Computes the performance of a wallet; null without history.
 *
 * @param trades - Newest first.
 */
export function walletPerformance(
  history: readonly PortfolioPoint[],
  trades: readonly WalletTrade[],
  riskFreePct: number,
): Performance | null {
  const points = history.map(({ timestamp, value_usd }) => ({ timestamp, value: value_usd }));
  const last = points.at(-1);
  if (last === undefined) return null;
  const flows = oldestFirst(trades).map(({ timestamp, type, total_usd, fee_usd }) => ({
    timestamp,
    usd: type === 'buy' ? total_usd + fee_usd : fee_usd - total_usd,
  }));
  const { index, returnPct, leftOutIntervals } = timeWeightedReturn(points, flows);
  return Object.assign(Object.create(performanceOf(index, riskFreePct)) as Performance, {
    timeWeightedReturnPct: returnPct,
    moneyWeightedReturnPct: moneyWeightedReturnPct(flows, last),
    leftOutIntervals,
  });
}

/**
 * Computes the ledger of a wallet.
 *
 * @param trades - Newest first.
 * @param prices - NAV per share of the funds that the wallet holds or has pledged, USD.
 */
export const walletLedger = (
  trades: readonly WalletTrade[],
  prices: ReadonlyMap<string, number>,
  method: LedgerMethod,
): Ledger => keepLedger(oldestFirst(trades), { method, prices });

/** Shares of one fund, held and pledged, by its id. */
export type WalletStake = FundStake<string>;

/** A value in a fund. */
export type FundValueParent = { readonly itpId: string; readonly valueUsd: number };

/** What a wallet holds of an asset through funds. */
export type ExposureParent = Omit<AssetExposure<string>, 'through'> & {
  readonly through: readonly FundValueParent[];
};

/** The assets that a wallet holds through its funds. */
export const walletExposure = (stakes: readonly WalletStake[]): readonly ExposureParent[] =>
  exposureOf(stakes).map(({ symbol, valueUsd, pct, through }) => ({
    symbol,
    valueUsd,
    pct,
    through: through.map(({ fund, valueUsd }) => ({ itpId: fund, valueUsd })),
  }));

const maxShocks = 100;
/** Ten thousand times the price; more is a mistake. */
const maxShockPct = 1_000_000;

/**
 * Returns percents by ticker in capitals.
 *
 * @throws {InvalidInputError} there are none or more than 100, a ticker is repeated, or a change is not
 * from -100 % to 1,000,000 %.
 */
export function parseShocks(
  shocks: readonly { readonly symbol: string; readonly pct: number }[],
): ReadonlyMap<string, number> {
  if (shocks.length < 1 || shocks.length > maxShocks) {
    throw new InvalidInputError(`shocks must be from 1 to ${maxShocks}`);
  }
  const parsed = new Map<string, number>();
  for (const { symbol, pct } of shocks) {
    const ticker = parseIdOrKey('Asset', symbol, 'shocks.symbol').trim().toUpperCase();
    if (parsed.has(ticker)) throw new InvalidInputError('shocks must name each symbol once');
    if (!(pct >= -100 && pct <= maxShockPct)) {
      throw new InvalidInputError(`shocks.pct must be from -100 to ${maxShockPct}`);
    }
    parsed.set(ticker, pct);
  }
  return parsed;
}

/** Values the funds of a wallet after changes of prices, in percent by ticker. */
export function stressStakes(stakes: readonly WalletStake[], shocks: ReadonlyMap<string, number>) {
  const growth = new Map(stakes.map(({ fund, assets }) => [fund, shockedGrowth(assets, shocks)]));
  const funds = stakes.map(({ fund, valueUsd }) => ({
    itpId: fund,
    valueUsd: valueUsd * (growth.get(fund) ?? 1),
  }));
  const before = stakes.reduce((sum, { valueUsd }) => sum + valueUsd, 0);
  const valueUsd = funds.reduce((sum, fund) => sum + fund.valueUsd, 0);
  return {
    growthOf: (itpId: string): number => growth.get(itpId) ?? 1,
    valueUsd,
    changePct: before > 0 ? 100 * (valueUsd / before - 1) : null,
    funds,
  };
}
