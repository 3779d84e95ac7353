import type { Hex } from 'viem';
import { WEI } from '../../world/nav.ts';
import { type Account, type Lot, lotStepAt, type ShareLedger } from '../chain/share-ledger.ts';
import type { NavSeries } from '../dtf/nav-series.ts';
import type { DtfValue } from '../dtf/valuation.ts';

/** One DTF in a portfolio; USD amounts in wei. */
export type Position = {
  readonly value: DtfValue;
  readonly lot: Lot;
  readonly worth: bigint;
  /** Unrealized: worth − cost of the shares held. */
  readonly pnl: bigint;
};

export type Portfolio = {
  /** By worth, descending; only DTFs of which shares are held. */
  readonly positions: readonly Position[];
  readonly worth: bigint;
  readonly cost: bigint;
  /** Unrealized, the sum over the positions. */
  readonly pnl: bigint;
};

/** Value of a wallet on a UTC day, at its end or now; `at` is the start of the day, Unix seconds. */
export type PortfolioPoint = {
  readonly at: number;
  readonly worth: bigint;
  readonly cost: bigint;
};

/** Values an account with the NAVs of now. */
export function valuePortfolio(
  account: Account,
  valueDtf: (itpId: Hex) => DtfValue | undefined,
): Portfolio {
  const positions = [...account].flatMap(([itpId, steps]): Position[] => {
    const lot = steps.at(-1);
    const value = valueDtf(itpId);
    if (lot === undefined || lot.shares === 0n || value === undefined) return [];
    const worth = (lot.shares * value.nav) / WEI;
    return [{ value, lot, worth, pnl: worth - lot.cost }];
  });
  positions.sort((a, b) => (a.worth === b.worth ? 0 : a.worth > b.worth ? -1 : 1));
  const sum = (pick: (position: Position) => bigint) =>
    positions.reduce((total, position) => total + pick(position), 0n);
  return {
    positions,
    worth: sum(({ worth }) => worth),
    cost: sum(({ lot }) => lot.cost),
    pnl: sum(({ pnl }) => pnl),
  };
}

/** Profit in percent of the cost (5 = 5 %), as wei; zero when there was no cost. */
export function pnlPercent(pnl: bigint, cost: bigint): bigint {
  return cost === 0n ? 0n : (pnl * 100n * WEI) / cost;
}

export type PortfolioHistoryOptions = {
  readonly account: Account;
  readonly book: Pick<ShareLedger, 'dtf'>;
  readonly series: NavSeries;
  /** Unix seconds. */
  readonly now: number;
  /** How many days back from today, today included. */
  readonly days: number;
};

const DAY = 86_400;

/** Daily values of a wallet since its first trade, ascending. */
export function portfolioHistory(options: PortfolioHistoryOptions): readonly PortfolioPoint[] {
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
  { account, book, series, now }: PortfolioHistoryOptions,
): PortfolioPoint {
  const end = Math.min(at + DAY, now);
  let worth = 0n;
  let cost = 0n;
  for (const [itpId, steps] of account) {
    const lot = lotStepAt(steps, end);
    const dtf = book.dtf(itpId);
    if (lot === undefined || lot.shares === 0n || dtf === undefined) continue;
    worth += (lot.shares * series.navAt(dtf, end)) / WEI;
    cost += lot.cost;
  }
  return { at, worth, cost };
}
