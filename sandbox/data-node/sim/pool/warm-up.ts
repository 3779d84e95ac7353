import { InvalidRunError } from '../../engine/parameters/invalid-run-error.ts';
import { parseRunParameters } from '../../engine/parameters/parse-run-parameters.ts';
import type { PreparedMarket } from '../../engine/prepare-market.ts';
import { runBacktest } from '../../engine/run-backtest.ts';

/** Enough for the compiler to see which loops are hot. */
const RUNS = 6;

/** Runs a few backtests whose results are dropped, because the first ones of a thread are several times slower. */
export function warmUpEngine(market: PreparedMarket): void {
  const query = new URLSearchParams({
    category_id: market.categories[0]?.id ?? 'all',
    top_n: '50',
    weighting: 'mcap',
    rebalance_days: '30',
  });
  try {
    const { parameters } = parseRunParameters(query, market);
    for (let run = 0; run < RUNS; run += 1) runBacktest({ market, parameters });
  } catch (error) {
    // A history with nothing to buy has nothing to warm up with.
    if (!(error instanceof InvalidRunError)) throw error;
  }
}
