import type { MoveDirection } from './settle-market.ts';

/** A price with the time it was taken. */
export type PricePoint = {
  /** USD or the source's unit; may be zero or negative where the source's are. */
  readonly value: number;
  /** Unix seconds. */
  readonly at: number;
};

/** How a market decides between UP and DOWN. */
export type MarketResolution = {
  /** A move smaller than this many basis points counts as flat. */
  readonly thresholdBps: number;
};

/** A price older than this at the tick's boundary cancels the market, seconds. */
export const PRICE_STALE_SECONDS = 300;

/** What became of a market's price over a tick. */
export type PriceMove = {
  readonly move: MoveDirection;
  /** Percent of the start's size; `null` when cancelled, or when the start is zero. */
  readonly pctChange: number | null;
};

/**
 * Compares the prices at a tick's two ends.
 *
 * pct_change = (end − start) / |start| · 100, rounded to 6 decimals.
 */
export function computePriceMove(
  start: PricePoint | null,
  end: PricePoint | null,
  options: MarketResolution & {
    /** The tick's ends, unix seconds. */
    readonly from: number;
    readonly to: number;
    /** Seconds; how old a price may be at its boundary. */
    readonly staleAfter: number;
  },
): PriceMove {
  const cancelled: PriceMove = { move: 'cancelled', pctChange: null };
  if (start === null || end === null) return cancelled;
  if (!Number.isFinite(start.value) || !Number.isFinite(end.value)) return cancelled;
  if (options.from - start.at > options.staleAfter || options.to - end.at > options.staleAfter) {
    return cancelled;
  }
  const difference = end.value - start.value;
  const change = start.value === 0 ? null : (difference / Math.abs(start.value)) * 100;
  // Adding zero turns -0 into 0.
  const pctChange = change === null ? null : Math.round(change * 1e6) / 1e6 + 0;
  const isSmall = change !== null && Math.abs(change) * 100 < options.thresholdBps;
  if (difference === 0 || isSmall) return { move: 'flat', pctChange };
  return { move: difference > 0 ? 'up' : 'down', pctChange };
}
