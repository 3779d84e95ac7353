import { concat, keccak256, numberToBytes, stringToBytes } from 'viem';
import { isPredictedUp } from './bitmap.ts';

/** Result of a bitmap's backtest, in wire names (spec: Tick backtest result). */
export type BitmapBacktest = {
  readonly win_rate: number;
  readonly pnl_curve: readonly { readonly tick: number; readonly pnl: number }[];
  readonly total_pnl: number;
};

/** Default number of simulated ticks (spec: Limits). */
export const DEFAULT_TICKS = 50;
/** Maximum number of simulated ticks (spec: Limits). */
export const MAX_TICKS = 200;

/**
 * Returns the simulated outcome of market m in tick k: the last bit of keccak256(utf8(m) ‖ 0x00 ‖
 * uint64be(k)).
 */
export function isSimulatedUp(marketId: string, tick: number): boolean {
  const seed = concat([
    stringToBytes(marketId),
    new Uint8Array([0]),
    numberToBytes(tick, { size: 8 }),
  ]);
  return ((keccak256(seed, 'bytes')[31] ?? 0) & 1) === 1;
}

/** Inputs of a bitmap's backtest. */
export type BitmapBacktestInputs = {
  readonly marketIds: readonly string[];
  readonly bitmap: Uint8Array;
  /** Number of ticks, at least 1; values above 200 count as 200. */
  readonly ticks: number;
  /**
   * Returns whether a market, by its position, goes UP in a tick; default: `isSimulatedUp` of its
   * id.
   */
  readonly isUp?: (market: number, tick: number) => boolean;
};

/**
 * Plays one bitmap over simulated ticks (docs/backtest-engine.md §8).
 *
 * The pnl of a tick is (2 · correct − n) / n. The curve is cumulative and not rounded; win_rate has
 * 4 decimals; missing bits are DOWN.
 *
 * @throws {RangeError} there are no markets.
 */
export function backtestBitmap({
  marketIds,
  bitmap,
  ticks,
  isUp: given,
}: BitmapBacktestInputs): BitmapBacktest {
  const n = marketIds.length;
  if (n === 0) throw new RangeError('a backtest needs a market');
  const wentUp = given ?? ((market, tick) => isSimulatedUp(marketIds[market] ?? '', tick));
  const played = Math.min(ticks, MAX_TICKS);
  const predicted = marketIds.map((_, market) => isPredictedUp(bitmap, market));
  const curve: { tick: number; pnl: number }[] = [];
  let correct = 0;
  for (let tick = 0; tick < played; tick += 1) {
    correct += predicted.filter((up, market) => up === wentUp(market, tick)).length;
    // Computed from integers, because a running sum of fractions would accumulate rounding errors.
    curve.push({ tick, pnl: (2 * correct - n * (tick + 1)) / n });
  }
  return {
    win_rate: Math.round((correct / (n * played)) * 10_000) / 10_000,
    pnl_curve: curve,
    total_pnl: curve.at(-1)?.pnl ?? 0,
  };
}
