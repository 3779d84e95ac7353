import type { Move } from './market.ts';

/** A price with the time it was taken. */
export type PricePoint = {
  /** USD or the source's unit; positive. */
  readonly value: number;
  /** Unix seconds. */
  readonly at: number;
};

/** How a market decides between UP and DOWN. */
export type Resolution = {
  /** A move smaller than this many basis points counts as flat. */
  readonly thresholdBps: number;
};

/** A price older than this at the tick's boundary cancels the market, seconds (wire-facts 3.2). */
export const PRICE_STALE_SECONDS = 300;

/** What became of a market's price over a tick. */
export type MarketMove = {
  readonly move: Move;
  /** Percent; `null` when cancelled. */
  readonly pctChange: number | null;
};

/**
 * Compares the prices at a tick's two ends.
 *
 * pct_change = (end − start) / start · 100, rounded to 6 decimals.
 */
export function moveBetween(
  start: PricePoint | null,
  end: PricePoint | null,
  options: Resolution & {
    /** The tick's ends, unix seconds. */
    readonly from: number;
    readonly to: number;
    /** Seconds; how old a price may be at its boundary. */
    readonly staleAfter: number;
  },
): MarketMove {
  const cancelled: MarketMove = { move: 'cancelled', pctChange: null };
  if (start === null || end === null || !(start.value > 0) || !(end.value > 0)) return cancelled;
  if (options.from - start.at > options.staleAfter || options.to - end.at > options.staleAfter) {
    return cancelled;
  }
  const change = ((end.value - start.value) / start.value) * 100;
  const pctChange = Math.round(change * 1e6) / 1e6;
  if (end.value === start.value || Math.abs(change) * 100 < options.thresholdBps) {
    return { move: 'flat', pctChange };
  }
  return { move: change > 0 ? 'up' : 'down', pctChange };
}
