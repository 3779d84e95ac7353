import type { Market } from '../../engine/market.ts';
import { parseRunParameters } from '../../engine/parameters/parse-run-parameters.ts';
import { InvalidRunError } from '../../engine/parameters/run-error.ts';
import { simulate } from '../../engine/simulate.ts';

/** Enough for the compiler to see which loops are hot. */
const RUNS = 6;

/** Runs a few backtests whose results are dropped, because the first ones of a thread are several times slower. */
export function warmUp(market: Market): void {
  const query = new URLSearchParams({
    category_id: market.categories[0]?.id ?? 'all',
    top_n: '50',
    weighting: 'mcap',
    rebalance_days: '30',
  });
  try {
    const { parameters } = parseRunParameters(query, market);
    for (let run = 0; run < RUNS; run += 1) simulate({ market, parameters });
  } catch (error) {
    // A history with nothing to buy has nothing to warm up with.
    if (!(error instanceof InvalidRunError)) throw error;
  }
}
