import { checkMaxPoints } from '../../../graphql/apply-max-points.ts';
import type { Candle } from './upstream-schema.ts';

/**
 * Combines neighbouring candles, so that at most `maxPoints` remain; each keeps the first opening,
 * the last closing, the highest and the lowest NAV of those that it replaces.
 *
 * @throws {InvalidInputError} `maxPoints` is not from 4 to 10,000.
 */
export function mergeCandles(
  candles: readonly Candle[],
  maxPoints: number | null | undefined,
): readonly Candle[] {
  if (maxPoints === null || maxPoints === undefined) return candles;
  checkMaxPoints(maxPoints);
  const size = Math.ceil(candles.length / maxPoints);
  if (size <= 1) return candles;
  // Groups end with the newest candle, so that only the oldest one may be shorter.
  const offset = candles.length % size;
  return Object.values(
    Object.groupBy(candles, (_candle, position) => Math.ceil((position + 1 - offset) / size)),
  ).flatMap((group = []) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    return {
      timestamp: last.timestamp,
      open: first.open,
      high: Math.max(...group.map(({ high }) => high)),
      low: Math.min(...group.map(({ low }) => low)),
      close: last.close,
    };
  });
}
