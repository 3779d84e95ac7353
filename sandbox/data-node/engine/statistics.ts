/** Statistics of a run (docs/backtest-engine.md §3), in wire names. */
export type RunStatistics = {
  /** Percent. */
  readonly total_return_pct: number;
  /** Percent per year of 365 days. */
  readonly annualized_return: number;
  /** Percent; at most 0. */
  readonly max_drawdown_pct: number;
  /** Computed from simple daily returns, with 365 days per year and a risk-free rate of 0. */
  readonly sharpe_ratio: number;
  /** Percent of the portfolio, summed over all trades. */
  readonly total_fees_pct: number;
  readonly total_trades: number;
  readonly total_rebalances: number;
  readonly total_delistings: number;
};

/** Totals that are counted during a run. */
export type RunCounts = {
  /** Σ φ·x. */
  readonly fees: number;
  readonly trades: number;
  readonly rebalances: number;
  readonly delistings: number;
};

/** Days per year, because these markets are always open. */
const YEAR = 365;

/** Computes the statistics of a daily NAV series that starts at 1. */
export function computeStatistics(nav: Float64Array, counts: RunCounts): RunStatistics {
  const days = nav.length - 1;
  const last = nav[days] as number;
  return {
    total_return_pct: 100 * (last - 1),
    annualized_return: days === 0 ? 0 : annualize(last, days),
    max_drawdown_pct: computeDrawdowns(nav).reduce((least, value) => Math.min(least, value), 0),
    sharpe_ratio: sharpe(nav),
    total_fees_pct: 100 * counts.fees,
    total_trades: counts.trades,
    total_rebalances: counts.rebalances,
    total_delistings: counts.delistings,
  };
}

/**
 * Returns percent per year. Infinity, which JSON cannot represent, becomes the largest finite
 * number.
 */
function annualize(growth: number, days: number): number {
  return Math.min(100 * (growth ** (YEAR / days) - 1), Number.MAX_VALUE);
}

/** Returns for each day the change from the highest NAV so far, percent, at most 0. */
export function computeDrawdowns(nav: Float64Array): Float64Array {
  const result = new Float64Array(nav.length);
  let highest = 0;
  for (let day = 0; day < nav.length; day += 1) {
    const value = nav[day] as number;
    highest = Math.max(highest, value);
    result[day] = 100 * (value / highest - 1);
  }
  return result;
}

/**
 * Returns mean / std (ddof 1) of daily returns, times √365; 0 for fewer than two returns or without
 * variation (Sharpe 1994).
 */
function sharpe(nav: Float64Array): number {
  const n = nav.length - 1;
  if (n < 2) return 0;
  // After a NAV of 0 returns are 0.
  const change = (day: number) => {
    const before = nav[day - 1] as number;
    return before > 0 ? (nav[day] as number) / before - 1 : 0;
  };
  let sum = 0;
  for (let day = 1; day <= n; day += 1) sum += change(day);
  const mean = sum / n;
  let squares = 0;
  for (let day = 1; day <= n; day += 1) squares += (change(day) - mean) ** 2;
  const spread = Math.sqrt(squares / (n - 1));
  return spread < 1e-12 ? 0 : (mean / spread) * Math.sqrt(YEAR);
}
