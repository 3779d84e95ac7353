import type { MoveDirection } from './settle-market.ts';

/** A price with the time it was taken. */
export type PricePoint = {
  /** Value in USD or in the source's unit; zero or negative if the source has such values. */
  readonly value: number;
  /** Time of the price, Unix seconds. */
  readonly at: number;
};

/** Rule by which a market is UP or DOWN. */
export type MarketResolution = {
  /** A price change of less than this many basis points counts as flat. */
  readonly thresholdBps: number;
};

/**
 * Maximum age of a price at the start or end of a tick in seconds. An older price cancels the
 * market.
 */
export const PRICE_STALE_SECONDS = 300;

/** Change of a market's price during a tick. */
export type PriceMove = {
  readonly move: MoveDirection;
  /**
   * Change in percent of the start price's absolute value; `null` if the market is cancelled or the
   * start price is zero.
   */
  readonly pctChange: number | null;
};

/**
 * Compares the prices at the start and the end of a tick.
 *
 * pct_change = (end − start) / |start| · 100, rounded to 6 decimals.
 */
export function computePriceMove(
  start: PricePoint | null,
  end: PricePoint | null,
  options: MarketResolution & {
    /** Start and end of the tick, Unix seconds. */
    readonly from: number;
    readonly to: number;
    /** Maximum age of a price at the start or end of the tick, seconds. */
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
  // Adding zero converts -0 to 0.
  const pctChange = change === null ? null : Math.round(change * 1e6) / 1e6 + 0;
  const isSmall = change !== null && Math.abs(change) * 100 < options.thresholdBps;
  if (difference === 0 || isSmall) return { move: 'flat', pctChange };
  return { move: difference > 0 ? 'up' : 'down', pctChange };
}
