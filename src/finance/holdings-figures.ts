import { type DayNumber, parseDay } from './daily-series.ts';
import { daysPerYear, finiteOrNull, ratio } from './statistics.ts';

/** How much of a basket is in few assets. */
export type Concentration = {
  readonly top5Pct: number | null;
  readonly top10Pct: number | null;
  readonly herfindahl: number | null;
  readonly effectiveAssets: number | null;
};

/** Returns the concentration of weights (fractions); null figures without weights. */
export function concentrationOf(weights: readonly number[]): Concentration {
  if (weights.length === 0) {
    return { top5Pct: null, top10Pct: null, herfindahl: null, effectiveAssets: null };
  }
  const sorted = weights.toSorted((left, right) => right - left);
  const top = (count: number) => 100 * sorted.slice(0, count).reduce((sum, one) => sum + one, 0);
  const herfindahl = weights.reduce((sum, one) => sum + one * one, 0);
  return {
    top5Pct: top(5),
    top10Pct: top(10),
    herfindahl,
    effectiveAssets: ratio(1, herfindahl),
  };
}

/** A coin that is held after a rebalance. */
export type RebalanceHolding = {
  /** YYYY-MM-DD */
  readonly rebalance_date: string;
  readonly coin_id: string;
  readonly symbol: string;
  /** Fraction of the portfolio. */
  readonly weight: number;
  /** USD on that day. */
  readonly price: number;
};

/** What a portfolio changed at a rebalance. */
export type RebalanceTurnover = {
  readonly date: string;
  readonly turnoverPct: number;
  /** Coins whose weight rose. */
  readonly buys: number;
  /** Coins whose weight fell. */
  readonly sells: number;
};

/** The turnover of a run. */
export type Turnover = {
  readonly annualMeanPct: number | null;
  readonly rebalances: readonly RebalanceTurnover[];
};

type Rebalance = { readonly date: string; readonly coins: ReadonlyMap<string, RebalanceHolding> };

/** Groups holdings by rebalance, ascending. */
function groupByRebalance(holdings: readonly RebalanceHolding[]): readonly Rebalance[] {
  const byDate = Map.groupBy(holdings, ({ rebalance_date }) => rebalance_date);
  return [...byDate]
    .map(([date, coins]) => ({ date, coins: new Map(coins.map((one) => [one.coin_id, one])) }))
    .sort((left, right) => (left.date < right.date ? -1 : 1));
}

/** Differences of weights that are rounding. */
const smallestTrade = 1e-9;

/** One-way turnover of each rebalance after the first: half of the sum of all changes of weights. */
export function turnoverOf(holdings: readonly RebalanceHolding[]): Turnover {
  const all = groupByRebalance(holdings);
  const rebalances = all.slice(1).map(({ date, coins }, at): RebalanceTurnover => {
    const before = all[at]?.coins ?? new Map<string, RebalanceHolding>();
    const changes = [...new Set([...before.keys(), ...coins.keys()])].map(
      (coin) => (coins.get(coin)?.weight ?? 0) - (before.get(coin)?.weight ?? 0),
    );
    return {
      date,
      turnoverPct: 50 * changes.reduce((sum, one) => sum + Math.abs(one), 0),
      buys: changes.filter((one) => one > smallestTrade).length,
      sells: changes.filter((one) => one < -smallestTrade).length,
    };
  });
  const total = rebalances.reduce((sum, one) => sum + one.turnoverPct, 0);
  const days = spanOf(all.at(0)?.date, all.at(-1)?.date);
  return { annualMeanPct: ratio(total * daysPerYear, days), rebalances };
}

const spanOf = (from: string | undefined, to: string | undefined): DayNumber =>
  from === undefined || to === undefined ? 0 : parseDay(to) - parseDay(from);

/** What a coin added to the return of a run. */
export type CoinContribution = {
  readonly coinId: string;
  readonly symbol: string;
  readonly contributionPct: number;
  /** Rebalance periods over which its return is known. */
  readonly periods: number;
};

/**
 * Adds up weight × return of each coin over the periods between two rebalances at which it is held,
 * so that its price is known at both; percent, the largest first.
 */
export function contributionsOf(
  holdings: readonly RebalanceHolding[],
): readonly CoinContribution[] {
  const all = groupByRebalance(holdings);
  const coins = new Map<string, CoinContribution>();
  for (const [at, { coins: held }] of all.entries()) {
    const next = all[at + 1]?.coins;
    for (const { coin_id: coinId, symbol, weight, price } of held.values()) {
      const growth = ratioOfPrices(next?.get(coinId)?.price, price);
      const known = coins.get(coinId) ?? { coinId, symbol, contributionPct: 0, periods: 0 };
      coins.set(
        coinId,
        growth === null
          ? known
          : {
              ...known,
              contributionPct: known.contributionPct + 100 * weight * (growth - 1),
              periods: known.periods + 1,
            },
      );
    }
  }
  return [...coins.values()].sort(
    (left, right) =>
      right.contributionPct - left.contributionPct || (left.coinId < right.coinId ? -1 : 1),
  );
}

const ratioOfPrices = (after: number | undefined, before: number): number | null =>
  after === undefined || !(before > 0) ? null : finiteOrNull(after / before);
