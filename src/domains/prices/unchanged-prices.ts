import { dayOf, formatDay, secondsPerDay } from '../../finance/daily-series.ts';
import { parseTimeSeconds } from '../../lib/parse.ts';
import type { UnixSeconds } from '../../lib/units.ts';
import type { CryptoFigures, FiguresByTicker } from './crypto-figures.ts';
import type { MarketPoint } from './schema.ts';

/** Time without a change after which a price counts as unchanged. */
const unchangedAfterSeconds = secondsPerDay;

/** Prices this close to 1 USD are taken as those of pegged assets, which may rightly stand still. */
const pegTolerance = 0.02;

/** The part of an asset's figures that tells whether its price stands still. */
type Observation = Pick<CryptoFigures, 'value' | 'changePct' | 'fetchedAt'>;

/**
 * Returns whether the price of an asset has not changed for 24 hours: its change is exactly 0 and
 * it is not within 2 % of 1 USD, or its last observation is older. False if neither is known.
 */
export function isUnchanged(
  { value, changePct, fetchedAt }: Observation,
  now: UnixSeconds,
): boolean {
  if (fetchedAt !== null && now - parseTimeSeconds(fetchedAt) > unchangedAfterSeconds) return true;
  const isPegged = value !== null && Math.abs(value - 1) <= pegTolerance;
  return changePct === 0 && !isPegged;
}

/** Returns the weight of the assets with an unchanged price, percent of the weight of all. */
export function sumUnchangedWeights(
  assets: readonly { readonly symbol: string; readonly weight: number }[],
  figures: FiguresByTicker,
  now: UnixSeconds,
): number | null {
  let [unchanged, all] = [0, 0];
  for (const { symbol, weight } of assets) {
    all += weight;
    const known = figures.get(symbol.toUpperCase());
    if (known !== undefined && isUnchanged(known, now)) unchanged += weight;
  }
  return all > 0 ? (100 * unchanged) / all : null;
}

/**
 * Returns the first UTC day of the newest run of equal values, `YYYY-MM-DD`; null without points.
 *
 * @param points - Ascending by time.
 */
export function findUnchangedSince(points: readonly MarketPoint[]): string | null {
  const newest = points.at(-1);
  const first = points[points.findLastIndex(({ value }) => value !== newest?.value) + 1];
  return first === undefined ? null : formatDay(dayOf(first.timestamp));
}
