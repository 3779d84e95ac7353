import { hashLabel, mix32 } from './labelled-random.ts';
import { computeBrownianBridge } from './live/brownian-bridge.ts';
import { createDailyCloses, type DailyCloses } from './live/daily-closes.ts';
import { DAY_MS, type MarketHistory } from './market-history.ts';
import { roundToSignificant } from './round-to-significant.ts';
import type { PriceShock } from './scenario.ts';
import type { UpcomingCloses } from './upcoming-closes.ts';

/**
 * Prices at any time in USD with 8 significant digits. Times are in milliseconds since 1970-01-01
 * UTC.
 */
export type LivePrices = {
  /** Returns the price at a time; `null` before the asset's first price. */
  readonly priceAt: (asset: number, ms: number) => number | null;
  /** Returns the present price. */
  readonly priceNow: (asset: number) => number | null;
  /**
   * Returns the change over the preceding 24 hours in percent; `null` if either price is missing.
   */
  readonly change24hAt: (asset: number, ms: number) => number | null;
};

/** The price path of one asset over one day. */
type Segment = {
  readonly day: number;
  /** Log of the price at 00:00 of the day and of the next one; NaN if there is none. */
  readonly open: number;
  readonly close: number;
  readonly sigma: number;
  readonly seed: number;
  readonly speed: number;
  /** Whether the day is after the history; its short trends are persistent. */
  readonly isLive: boolean;
};

/** Cache of the last used even day and the last used odd day. */
type Track = {
  readonly closes: DailyCloses;
  readonly seed: number;
  readonly segments: [even: Segment | null, odd: Segment | null];
};

/**
 * Creates prices between the daily prices that change every second. The price of day t is that of
 * 00:00 UTC; until the next day's it follows a Brownian bridge with the asset's recent volatility.
 *
 * After the history short trends are persistent, so that strategies of the prediction market's
 * players can succeed. Prices depend only on the time: history, charts and live quotes have the
 * same path. Assets that died keep their last price; after all known closes a price stays near the
 * last one.
 *
 * @param upcoming - Closes after the last day, if they are known.
 * @param now - Clock, milliseconds.
 * @param shock - What a scenario adds to the log of a price.
 * @param speed - Above 1, prices after the history change faster; the history is unchanged.
 */
export function createLivePrices({
  history,
  upcoming = null,
  now,
  speed = 1,
  shock = () => 0,
}: {
  readonly history: MarketHistory;
  readonly upcoming?: UpcomingCloses | null;
  readonly now: () => number;
  readonly speed?: number;
  readonly shock?: PriceShock;
}): LivePrices {
  const tracks = history.assets.map(
    ({ id }, asset): Track => ({
      closes: createDailyCloses({ history, upcoming, asset }),
      seed: hashLabel(0, `path ${id}`),
      segments: [null, null],
    }),
  );
  const priceAt = (asset: number, ms: number) => {
    const track = tracks[asset];
    if (track === undefined || !Number.isFinite(ms)) return null;
    const day = Math.floor(ms / DAY_MS) - history.firstDay;
    const slot = day & 1 ? 1 : 0;
    let segment = track.segments[slot];
    if (segment?.day !== day) {
      const isLive = day >= history.days;
      const pace = isLive ? speed : 1;
      segment = openSegment(track, { day, firstDay: history.firstDay, speed: pace, isLive });
      track.segments[slot] = segment;
    }
    const sinceMidnight = ms - (history.firstDay + day) * DAY_MS;
    return priceOn(segment, sinceMidnight, shock(history.assets[asset]?.id ?? '', ms));
  };
  return {
    priceAt,
    priceNow: (asset) => priceAt(asset, now()),
    change24hAt: (asset, ms) => {
      const before = priceAt(asset, ms - DAY_MS);
      const price = priceAt(asset, ms);
      return price === null || before === null ? null : 100 * (price / before - 1);
    },
  };
}

function openSegment(
  { closes, seed }: Track,
  {
    day,
    firstDay,
    speed,
    isLive,
  }: {
    readonly day: number;
    readonly firstDay: number;
    readonly speed: number;
    readonly isLive: boolean;
  },
): Segment {
  const open = closes.closeAt(day);
  return {
    day,
    open: open === null ? Number.NaN : Math.log(open),
    close: Math.log(closes.closeAt(day + 1) ?? Number.NaN),
    sigma: closes.isTraded(day + 1) ? closes.sigmaAt(day + 1) : 0,
    seed: mix32(seed ^ (firstDay + day)),
    speed,
    isLive,
  };
}

function priceOn(segment: Segment, sinceMidnight: number, shock: number): number | null {
  const { open, close, sigma, seed, speed, isLive } = segment;
  if (Number.isNaN(open)) return null;
  // A price is valid for one second, or for less at a higher speed.
  const step = Math.max(20, 1000 / speed);
  const tau = (Math.floor(sinceMidnight / step) * step) / DAY_MS;
  const swing =
    sigma === 0 ? 0 : sigma * computeBrownianBridge({ seed, tau, speed, persistent: isLive });
  return roundToSignificant(Math.exp(open + (close - open) * tau + swing + shock));
}
