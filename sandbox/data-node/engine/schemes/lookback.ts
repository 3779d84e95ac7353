import type { PreparedMarket } from '../prepare-market.ts';
import type { WeightingDecision } from './weighting-decision.ts';

/** Minimum number of daily returns of a valid asset; L if L is smaller. */
const LEAST_DAYS = 20;

/** The data that the selected assets have in the last L days (docs/backtest-engine.md §4). */
export type Lookback = {
  /** m: number of selected assets with enough data. */
  m: number;
  /**
   * Positions (0 to n−1) of these assets in the decision, ascending; only the first m are valid.
   */
  readonly positions: Int32Array;
  /** a_i: number of their daily returns, at most L. */
  readonly spans: Int32Array;
};

/** Creates buffers for up to `capacity` assets. */
export function createLookback(capacity: number): Lookback {
  return { m: 0, positions: new Int32Array(capacity), spans: new Int32Array(capacity) };
}

/** Fills `lookback` with the assets for which a_i = min(L, u − h_i) ≥ min(L, 20). */
export function fillLookback(
  lookback: Lookback,
  decision: WeightingDecision,
  length: number,
): void {
  const { market, u, assets, n } = decision;
  const least = Math.min(length, LEAST_DAYS);
  lookback.m = 0;
  for (let k = 0; k < n; k += 1) {
    const span = Math.min(length, u - (market.firstPriceDay[assets[k] as number] as number));
    if (span < least) continue;
    lookback.positions[lookback.m] = k;
    lookback.spans[lookback.m] = span;
    lookback.m += 1;
  }
}

/** The last `span` days of an asset up to day u. */
export type AssetWindow = { readonly asset: number; readonly u: number; readonly span: number };

/** Returns P̃[u] / P̃[u − span]. */
export function computeGrowth(market: PreparedMarket, { asset, u, span }: AssetWindow): number {
  const { filled, assets } = market;
  const now = u * assets.length + asset;
  return (filled[now] as number) / (filled[now - span * assets.length] as number);
}

/** Returns the standard deviation (ddof 1) of the `span` log returns up to day u. */
export function computeVolatility(market: PreparedMarket, { asset, u, span }: AssetWindow): number {
  const { logReturn } = market;
  const to = asset * market.days + u;
  const from = to - span + 1;
  let sum = 0;
  for (let k = from; k <= to; k += 1) sum += logReturn[k] as number;
  const mean = sum / span;
  let squares = 0;
  for (let k = from; k <= to; k += 1) {
    const deviation = (logReturn[k] as number) - mean;
    squares += deviation * deviation;
  }
  return Math.sqrt(squares / (span - 1));
}
