import type { MarketHistory } from './market-history.ts';

/** P̃: the price of an asset at the close of a day, carried forward without limit; `null` before the first. */
export function carryPriceForward(
  { price, days }: Pick<MarketHistory, 'price' | 'days'>,
  { asset, day }: { readonly asset: number; readonly day: number },
): number | null {
  for (let t = Math.min(day, days - 1); t >= 0; t -= 1) {
    const value = price[asset * days + t] ?? Number.NaN;
    if (value > 0) return value;
  }
  return null;
}
