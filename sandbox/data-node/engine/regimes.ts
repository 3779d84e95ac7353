import type { DominanceMode, RunParameters } from './parameters/run-parameters.ts';
import type { PreparedMarket } from './prepare-market.ts';

/** Maximum age of a fear-and-greed value, days. */
const FNG_REACH = 7;

/**
 * Returns the fear-and-greed index that is known on day u: the last value dated in [u−7, u],
 * otherwise NaN.
 */
export function findFearAndGreed(
  { fng, lead }: Pick<PreparedMarket, 'fng' | 'lead'>,
  u: number,
): number {
  for (let t = u; t >= Math.max(-lead.fng, u - FNG_REACH); t -= 1) {
    const value = fng[lead.fng + t] as number;
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

/**
 * Returns the cash target c(t), a fraction, of every day from `start` on (docs/backtest-engine.md
 * §7); it is never NaN.
 *
 * `greed`: p while the index is above the greed threshold. `fear`: p except below the fear
 * threshold. `both`: p from greed until fear. Days before `start` have 0.
 */
export function computeCashTargets(
  market: PreparedMarket,
  parameters: RunParameters,
  start: number,
): Float64Array {
  const targets = new Float64Array(market.days);
  const { fng_mode: mode, fng_cash_pct: reserve } = parameters;
  if (mode === null) return targets;
  let held = 0;
  for (let t = start; t < market.days; t += 1) {
    const value = findFearAndGreed(market, t - 1);
    const greed = value > parameters.fng_greed_threshold;
    const fear = value < parameters.fng_fear_threshold;
    if (mode === 'greed') held = greed ? reserve : 0;
    else if (mode === 'fear') held = fear ? 0 : reserve;
    else if (greed) held = reserve;
    else if (fear) held = 0;
    targets[t] = held;
  }
  return targets;
}

const bitcoinIds: ReadonlySet<string> = new Set(['bitcoin', 'btc']);
const etherIds: ReadonlySet<string> = new Set(['ethereum', 'eth']);

/**
 * Returns the column number of Bitcoin or Ether, which are recognised by id in any case; −1 if the
 * data lacks it.
 */
export function findMajorAsset(
  market: Pick<PreparedMarket, 'assets'>,
  symbol: 'BTC' | 'ETH',
): number {
  const ids = symbol === 'BTC' ? bitcoinIds : etherIds;
  return market.assets.findIndex(({ id }) => ids.has(id.toLowerCase()));
}

/** Returns the asset to which half of the portfolio goes on day t; −1 for none. */
export type FindTiltAsset = (t: number) => number;

/**
 * Creates the dominance tilt (docs/backtest-engine.md §7): the asset that gets half of the
 * portfolio of day t.
 *
 * D_x[t] = 100·M_x[t] / ΣM[t], trend = D_x[t−1] − D_x[t−1−lookback].
 */
export function createDominanceTilt(
  market: PreparedMarket,
  mode: DominanceMode | null,
  lookback: number,
): FindTiltAsset {
  const asset = mode === null ? -1 : findMajorAsset(market, mode === 'eth' ? 'ETH' : 'BTC');
  if (asset < 0) return () => -1;
  const base = asset * market.days;
  const delisting = market.delisting[asset] as number;

  /** Returns D[t] in percent; NaN if unknown. */
  function dominance(t: number): number {
    const cap = t < 0 ? Number.NaN : (market.marketCap[base + t] as number);
    return cap > 0 ? (100 * cap) / (market.totalCap[t] as number) : Number.NaN;
  }

  return (t) => {
    const trend = dominance(t - 1) - dominance(t - 1 - lookback);
    const wanted = mode === 'inverse' ? trend < 0 : trend > 0;
    const tradable = (market.price[base + t] as number) > 0 && t < delisting;
    return wanted && tradable ? asset : -1;
  };
}
