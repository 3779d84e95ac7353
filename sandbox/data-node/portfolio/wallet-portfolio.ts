import type { Hex } from 'viem';
import { WEI_PER_UNIT } from '../../world/nav.ts';
import {
  type AccountHoldings,
  findHoldingAt,
  type ShareHolding,
  type ShareLedger,
} from '../chain/share-ledger.ts';
import type { DtfValue } from '../dtf/dtf-valuer.ts';
import type { NavSeries } from '../dtf/nav-series.ts';

/** One DTF in a portfolio; USD amounts in wei. */
export type PortfolioPosition = {
  readonly value: DtfValue;
  readonly holding: ShareHolding;
  readonly worth: bigint;
  /** Unrealized profit: value − cost of the held shares. */
  readonly pnl: bigint;
};

export type WalletPortfolio = {
  /** Positions with shares, descending by value. */
  readonly positions: readonly PortfolioPosition[];
  readonly worth: bigint;
  readonly cost: bigint;
  /** Unrealized profit, summed over the positions. */
  readonly pnl: bigint;
};

/**
 * Value of a wallet at the end of a UTC day, or now for the present day. `at` is the start of the
 * day, Unix seconds.
 */
export type PortfolioPoint = {
  /** Begin of the day, Unix seconds. */
  readonly at: number;
  /** Time of the value, Unix seconds: the end of the day, or now. */
  readonly end: number;
  readonly worth: bigint;
  readonly cost: bigint;
};

/** Values the holdings of an account at the present NAVs. */
export function valuePortfolio(
  account: AccountHoldings,
  valueDtf: (itpId: Hex) => DtfValue | undefined,
): WalletPortfolio {
  const positions = [...account].flatMap(([itpId, steps]): PortfolioPosition[] => {
    const holding = steps.at(-1);
    const value = valueDtf(itpId);
    if (holding === undefined || holding.shares === 0n || value === undefined) return [];
    const worth = (holding.shares * value.nav) / WEI_PER_UNIT;
    return [{ value, holding, worth, pnl: worth - holding.cost }];
  });
  positions.sort((a, b) => (a.worth === b.worth ? 0 : a.worth > b.worth ? -1 : 1));
  const sum = (pick: (position: PortfolioPosition) => bigint) =>
    positions.reduce((total, position) => total + pick(position), 0n);
  return {
    positions,
    worth: sum(({ worth }) => worth),
    cost: sum(({ holding }) => holding.cost),
    pnl: sum(({ pnl }) => pnl),
  };
}

/** Returns the profit in percent of the cost (5 = 5 %), 18 decimals; 0 without cost. */
export function computePnlPercent(pnl: bigint, cost: bigint): bigint {
  return cost === 0n ? 0n : (pnl * 100n * WEI_PER_UNIT) / cost;
}

export type PortfolioHistoryOptions = {
  readonly account: AccountHoldings;
  readonly shareLedger: Pick<ShareLedger, 'dtf'>;
  readonly navSeries: NavSeries;
  /** Unix seconds. */
  readonly now: number;
  /** Number of days up to today, today included. */
  readonly days: number;
};

const DAY = 86_400;

/** Returns the daily values of a wallet since its first trade, ascending. */
export function computePortfolioHistory(
  options: PortfolioHistoryOptions,
): readonly PortfolioPoint[] {
  const { account, now, days } = options;
  if (account.size === 0) return [];
  const today = Math.floor(now / DAY) * DAY;
  const first = Math.min(...[...account.values()].map((steps) => steps[0]?.at ?? now));
  const begin = Math.max(Math.floor(first / DAY) * DAY, today - (days - 1) * DAY);
  const points: PortfolioPoint[] = [];
  for (let at = begin; at <= today; at += DAY) points.push(pointAt(at, options));
  return points;
}

function pointAt(
  at: number,
  { account, shareLedger, navSeries, now }: PortfolioHistoryOptions,
): PortfolioPoint {
  const end = Math.min(at + DAY, now);
  let worth = 0n;
  let cost = 0n;
  for (const [itpId, steps] of account) {
    const holding = findHoldingAt(steps, end);
    const dtf = shareLedger.dtf(itpId);
    if (holding === undefined || holding.shares === 0n || dtf === undefined) continue;
    worth += (holding.shares * navSeries.navAt(dtf, end)) / WEI_PER_UNIT;
    cost += holding.cost;
  }
  return { at, end, worth, cost };
}
