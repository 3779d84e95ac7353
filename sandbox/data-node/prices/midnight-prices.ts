import { DAY_MS, type MarketHistory } from '../../world/market-history.ts';
import { roundToSignificant } from '../../world/round-to-significant.ts';

/**
 * Returns the price of an asset (column number) at a time in milliseconds, USD; null before its
 * first price.
 */
export type PriceAt = (asset: number, ms: number) => number | null;

/**
 * Returns prices at midnights of the history from the daily prices, with which live prices agree.
 * Daily series over years need only midnights, and reading a daily price is much faster than computing a
 * bridge.
 */
export function withMidnightPrices(history: MarketHistory, priceAt: PriceAt): PriceAt {
  const columns = new Map<number, Float64Array>();

  function closes(asset: number): Float64Array {
    const known = columns.get(asset) ?? carriedCloses(history, asset);
    columns.set(asset, known);
    return known;
  }

  return (asset, ms) => {
    const day = ms / DAY_MS - history.firstDay;
    if (!Number.isInteger(day) || day < 0 || day >= history.days) return priceAt(asset, ms);
    if (!(asset >= 0 && asset < history.assets.length)) return null;
    const close = closes(asset)[day] ?? Number.NaN;
    return Number.isNaN(close) ? null : close;
  };
}

/**
 * Returns P̃ of every day (docs/backtest-engine.md §1) with 8 digits; NaN before the first price.
 */
function carriedCloses({ price, days }: MarketHistory, asset: number): Float64Array {
  const carried = new Float64Array(days);
  let last = Number.NaN;
  for (let day = 0; day < days; day += 1) {
    const close = price[asset * days + day] ?? Number.NaN;
    if (close > 0) last = roundToSignificant(close);
    carried[day] = last;
  }
  return carried;
}
