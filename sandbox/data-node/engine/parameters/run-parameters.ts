/**
 * When cash is held (docs/backtest-engine.md §7): `greed` while the index shows greed, `fear`
 * except during fear, `both` from greed until fear.
 */
export type FngMode = 'fear' | 'greed' | 'both';

/**
 * Which asset gets half of the portfolio (docs/backtest-engine.md §7): `btc` or `eth` while its
 * dominance rises, `inverse` BTC while its dominance falls.
 */
export type DominanceMode = 'btc' | 'eth' | 'inverse';

/**
 * All parameters of a backtest that affect its results, in wire names and canonical form:
 * equivalent requests have equal parameters.
 */
export type RunParameters = {
  readonly category_id: string;
  readonly top_n: number;
  /** Canonical name, e.g. `mcap_cap10`. */
  readonly weighting: string;
  readonly rebalance_days: number;
  /** Percent of traded notional, one way. */
  readonly base_fee_pct: number;
  /** Each unit adds a cost of 0.1 % of traded notional. */
  readonly spread_multiplier: number;
  /** Requested first day, `YYYY-MM-DD`, not before the first day of the data. */
  readonly start_date: string;
  /** Drift in percentage points that causes a rebalance; replaces the fixed interval. */
  readonly threshold_pct: number | null;
  readonly fng_mode: FngMode | null;
  readonly fng_fear_threshold: number;
  readonly fng_greed_threshold: number;
  /** Fraction of the portfolio held as cash, 0 to 1. */
  readonly fng_cash_pct: number;
  readonly dom_mode: DominanceMode | null;
  /** Number of days over which the dominance trend is measured. */
  readonly dom_lookback: number;
  /** `include`, `exclude`, `funding`, `valuation` or `fresh_{months}`. */
  readonly vc_mode: string | null;
  /** Normalised investor names, sorted. */
  readonly vc_investors: readonly string[];
  /** Million USD; `null` without a funding filter. */
  readonly vc_min_amount_m: number | null;
  /** Normalised round types, sorted. */
  readonly vc_round_types: readonly string[];
  /** Fraction of the last price that is lost when a delisted position is closed, 0 to below 1. */
  readonly delist_haircut: number;
};

/**
 * Version of the engine. Increase it with every change of results for the same parameters and data;
 * stored results of earlier versions are then deleted and computed again.
 */
export const ENGINE_VERSION = 2;

/**
 * Returns the cache key of a run: all parameters in a fixed order, the data version and the engine
 * version.
 *
 * @example createRunCacheKey(parameters, history.version) //
 * '{"base_fee_pct":0.1,…,"data":"9f2c…","engine":2}'
 */
export function createRunCacheKey(parameters: RunParameters, dataVersion: string): string {
  const entries = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({
    ...Object.fromEntries(entries),
    data: dataVersion,
    engine: ENGINE_VERSION,
  });
}
