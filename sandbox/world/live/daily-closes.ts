import { hashLabel, mix32 } from '../labelled-random.ts';
import { type MarketHistory, MISSING_DAY } from '../market-history.ts';
import type { UpcomingCloses } from '../upcoming-closes.ts';

/**
 * Daily closes of one asset at any time: those of the history, the upcoming ones, and afterwards
 * values near the last one.
 */
export type DailyCloses = {
  /** Returns the close of day t, USD; `null` before the first price. */
  readonly closeAt: (day: number) => number | null;
  /** Returns the log volatility of a day, computed from earlier closes. */
  readonly sigmaAt: (day: number) => number;
  /** Returns whether the asset is traded on day t. */
  readonly isTraded: (day: number) => boolean;
};

/** Number of returns from which the volatility of a day is computed, its default and its bounds. */
const window = { days: 30, fewest: 5, usual: 0.04, lowest: 0.004, highest: 0.15 };
/**
 * Closes after all known ones differ from the last one by at most this many daily standard
 * deviations.
 */
const hover = 1.5;

/**
 * Creates the closes of an asset. After its death the last price is constant (P̃,
 * docs/backtest-engine.md §1); the closes of a living asset stay near the last known close.
 */
export function createDailyCloses({
  history,
  upcoming,
  asset,
}: {
  readonly history: MarketHistory;
  readonly upcoming: UpcomingCloses | null;
  readonly asset: number;
}): DailyCloses {
  const known = viewPrices({ history, upcoming, asset });
  const { first, last } = known;
  const delistedAt = history.delistedAt[asset] ?? MISSING_DAY;
  // An asset whose prices end before those of others has died, even without a delisting date.
  const deathDay = last < known.days - 1 ? Math.min(delistedAt, last + 1) : delistedAt;
  const seed = hashLabel(0, `hover ${history.assets[asset]?.id}`);
  const isTraded = (day: number) => first >= 0 && day > first && day < deathDay;
  const knownAt = (day: number) => {
    for (let t = Math.min(day, last); t >= first; t -= 1) {
      const price = known.at(t);
      if (price > 0) return price;
    }
    return null;
  };
  const sigmaAt = (day: number) => measureSigma(knownAt, Math.min(day, known.days));
  const closeAt = (day: number) => {
    if (first < 0 || day < first) return null;
    const price = knownAt(day);
    if (price === null || day < known.days || !isTraded(day)) return price;
    const luck = (2 * mix32(seed ^ (history.firstDay + day))) / 0xffffffff - 1;
    return price * Math.exp(hover * luck * sigmaAt(day));
  };
  return { closeAt, sigmaAt, isTraded };
}

type KnownPrices = {
  readonly days: number;
  /** First and last day with a price; −1 if there is none. */
  readonly first: number;
  readonly last: number;
  readonly at: (day: number) => number;
};

/** Creates a view of the history and the upcoming closes as one column, without a copy. */
function viewPrices({
  history: { days, price },
  upcoming,
  asset,
}: {
  readonly history: MarketHistory;
  readonly upcoming: UpcomingCloses | null;
  readonly asset: number;
}): KnownPrices {
  const ahead = upcoming?.days ?? 0;
  const own = price.subarray(asset * days, (asset + 1) * days);
  const later = upcoming?.price.subarray(asset * ahead, (asset + 1) * ahead) ?? new Float64Array();
  const isPrice = (value: number) => value > 0;
  const [firstOwn, lastLater] = [own.findIndex(isPrice), later.findLastIndex(isPrice)];
  const firstLater = later.findIndex(isPrice);
  return {
    days: days + ahead,
    first: firstOwn >= 0 || firstLater < 0 ? firstOwn : days + firstLater,
    last: lastLater >= 0 ? days + lastLater : own.findLastIndex(isPrice),
    at: (day) => (day < days ? own[day] : later[day - days]) ?? Number.NaN,
  };
}

function measureSigma(closeAt: (day: number) => number | null, day: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  let close = closeAt(day - 1);
  for (let t = day - 2; count < window.days && close !== null; t -= 1) {
    const before = closeAt(t);
    if (before === null) break;
    const move = Math.log(close / before);
    sum += move;
    squares += move * move;
    count += 1;
    close = before;
  }
  if (count < window.fewest) return window.usual;
  const sigma = Math.sqrt(Math.max(0, squares - (sum * sum) / count) / (count - 1));
  return Math.min(window.highest, Math.max(window.lowest, sigma));
}
