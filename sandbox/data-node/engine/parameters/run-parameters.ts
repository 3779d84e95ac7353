/** When cash is held: while greed, outside of fear, or from greed until fear (docs/backtest-engine.md §7). */
export type FngMode = 'fear' | 'greed' | 'both';

/** What dominance tilts towards: rising BTC, rising ETH, or BTC when it falls (docs/backtest-engine.md §7). */
export type DominanceMode = 'btc' | 'eth' | 'inverse';

/**
 * Everything that decides a backtest's numbers, in wire names and canonical form: two requests
 * that mean the same have equal parameters.
 */
export type RunParameters = {
  readonly category_id: string;
  readonly top_n: number;
  /** Canonical name, e.g. `mcap_cap10`. */
  readonly weighting: string;
  readonly rebalance_days: number;
  /** Percent of traded notional, one way. */
  readonly base_fee_pct: number;
  /** Adds 0.1 % of traded notional each. */
  readonly spread_multiplier: number;
  /** First day requested, `YYYY-MM-DD`; not before the data begins. */
  readonly start_date: string;
  /** Percentage points of drift; replaces the calendar. */
  readonly threshold_pct: number | null;
  readonly fng_mode: FngMode | null;
  readonly fng_fear_threshold: number;
  readonly fng_greed_threshold: number;
  /** Fraction of the portfolio, 0 to 1. */
  readonly fng_cash_pct: number;
  readonly dom_mode: DominanceMode | null;
  /** Days. */
  readonly dom_lookback: number;
  /** `include`, `exclude`, `funding`, `valuation` or `fresh_{months}`. */
  readonly vc_mode: string | null;
  /** Normalised names, sorted. */
  readonly vc_investors: readonly string[];
  /** Millions USD; `null` without a funding filter. */
  readonly vc_min_amount_m: number | null;
  /** Normalised types, sorted. */
  readonly vc_round_types: readonly string[];
  /** Fraction of the last price that is lost when a delisted position is closed, 0 to below 1. */
  readonly delist_haircut: number;
};

/**
 * Raised whenever the engine computes other numbers from the same parameters and data: results that an
 * earlier version stored are deleted and computed again.
 */
export const ENGINE_VERSION = 2;

/**
 * The name under which a run is cached: every parameter, in one order, the data version and the
 * version of the engine.
 *
 * @example createRunCacheKey(parameters, history.version) // '{"base_fee_pct":0.1,…,"data":"9f2c…","engine":2}'
 */
export function createRunCacheKey(parameters: RunParameters, dataVersion: string): string {
  const entries = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({
    ...Object.fromEntries(entries),
    data: dataVersion,
    engine: ENGINE_VERSION,
  });
}
