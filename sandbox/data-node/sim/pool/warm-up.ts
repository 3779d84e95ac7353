import { InvalidRunError } from '../../engine/parameters/invalid-run-error.ts';
import { parseRunParameters } from '../../engine/parameters/parse-run-parameters.ts';
import type { PreparedMarket } from '../../engine/prepare-market.ts';
import { runBacktest } from '../../engine/run-backtest.ts';

/** Number of runs after which V8 has optimised the loops. */
const RUNS = 6;

/**
 * Runs a few backtests and drops their results, because the first runs of a thread are several
 * times slower.
 */
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
    // A history with nothing to buy cannot be used for the warm-up.
    if (!(error instanceof InvalidRunError)) throw error;
  }
}
