import type { PreparedMarket } from './prepare-market.ts';
import { findMajorAsset } from './regimes.ts';

/** Price of BTC or ETH relative to its price on the first day of the range. */
export type Benchmark = {
  readonly symbol: 'BTC' | 'ETH';
  /** Column number. */
  readonly asset: number;
  /** Day number of the first value. */
  readonly start: number;
  /** One value for each day; the first is 1. */
  readonly nav: Float64Array;
};

/**
 * Computes the benchmarks BTC and ETH over the days `from` to `to`, both included, if the data has
 * them: nav = P̃[t] / P[first day ≥ from with a price] (docs/backtest-engine.md §8).
 */
export function computeBenchmarks(
  market: PreparedMarket,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Benchmark[] {
  const last = Math.min(to, market.days - 1);
  return (['BTC', 'ETH'] as const).flatMap((symbol) => {
    const asset = findMajorAsset(market, symbol);
    if (asset < 0) return [];
    const base = asset * market.days;
    let start = Math.max(0, from);
    while (start <= last && !((market.price[base + start] as number) > 0)) start += 1;
    if (start > last) return [];
    const first = market.price[base + start] as number;
    const count = market.assets.length;
    const nav = Float64Array.from(
      { length: last - start + 1 },
      (_, day) => (market.filled[(start + day) * count + asset] as number) / first,
    );
    return [{ symbol, asset, start, nav }];
  });
}
