import type { MarketHistory } from './market-history.ts';

/**
 * Returns P̃: the price of an asset on a day, or the last known price before it;
 * `null` before the first price.
 */
export function findCarriedPrice(
  { price, days }: Pick<MarketHistory, 'price' | 'days'>,
  { asset, day }: { readonly asset: number; readonly day: number },
): number | null {
  for (let t = Math.min(day, days - 1); t >= 0; t -= 1) {
    const value = price[asset * days + t] ?? Number.NaN;
    if (value > 0) return value;
  }
  return null;
}
