import { LRUCache } from 'lru-cache';
import type { Dtf } from '../chain/share-ledger.ts';
import type { PriceSnapshots } from '../price-snapshots.ts';
import type { DtfValuer } from './dtf-valuer.ts';

/** Length of a candle in seconds, by the name in the API. */
export const candleIntervals = { '5m': 300, '15m': 900, '1h': 3_600, '1d': 86_400 } as const;

export type CandleInterval = keyof typeof candleIntervals;

/** The ranges of the specification: their length in days and the interval of their candles. */
export const chartRanges = {
  '1d': { days: 1, interval: '5m' },
  '7d': { days: 7, interval: '1h' },
  '30d': { days: 30, interval: '1d' },
  '90d': { days: 90, interval: '1d' },
  '1y': { days: 365, interval: '1d' },
} as const satisfies Record<string, { readonly days: number; readonly interval: CandleInterval }>;

export type ChartRange = keyof typeof chartRanges;

/**
 * NAVs in wei over the interval that ends at `at` (Unix seconds); `close` is the NAV at that time.
 */
export type Candle = {
  readonly at: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
};

export type SeriesQuery = {
  /** Start and end of the series, Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly interval: CandleInterval;
};

export type NavSeries = {
  /**
   * Returns the candles that end in [from, to], aligned to the interval; none before the DTF's
   * creation or in the future. If the DTF was created in the range, there is a candle at its
   * creation; if the range reaches the present, there is one that ends now. At most 10,000 candles,
   * the newest.
   */
  readonly candles: (dtf: Dtf, query: SeriesQuery) => readonly Candle[];
  /** Returns only the closing NAVs, at a fifth of the cost. */
  readonly closes: (dtf: Dtf, query: SeriesQuery) => readonly { at: number; nav: bigint }[];
  /** Returns the NAV at a time in Unix seconds, or the present NAV for a future time; wei. */
  readonly navAt: (dtf: Dtf, at: number) => bigint;
};

/** Returns the query of a range that ends at `now`, Unix seconds. */
export function toSeriesQuery(range: ChartRange, now: number): SeriesQuery {
  const { days, interval } = chartRanges[range];
  return { from: now - days * 86_400, to: now, interval };
}

const MAX_CANDLES = 10_000;
/** Positions inside a candle at which NAVs are computed for its high and low. */
const INNER = [0.25, 0.5, 0.75];

/**
 * Creates the NAV series over historical prices (docs/backtest-engine.md §8). Past NAVs are cached.
 */
export function createNavSeries(dtfValuer: DtfValuer, priceSnapshots: PriceSnapshots): NavSeries {
  const known = new LRUCache<string, bigint>({ max: 100_000 });

  function navAt(dtf: Dtf, at: number): bigint {
    const current = priceSnapshots.current();
    if (at * 1000 >= current.at) return dtfValuer.value(dtf, current).nav;
    const key = `${dtf.itpId}/${dtf.txHash}/${at}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const { nav } = dtfValuer.value(dtf, priceSnapshots.at(at * 1000));
    known.set(key, nav);
    return nav;
  }

  function ends(dtf: Dtf, { from, to, interval }: SeriesQuery): readonly number[] {
    const step = candleIntervals[interval];
    const now = Math.floor(priceSnapshots.current().at / 1000);
    const end = Math.min(to, now);
    const begin = Math.max(from, dtf.at);
    if (begin > end) return [];
    const aligned = Math.max(
      Math.ceil(begin / step) * step,
      (Math.floor(end / step) - MAX_CANDLES + 1) * step,
    );
    const list = dtf.at >= from && dtf.at < aligned ? [dtf.at] : [];
    for (let at = aligned; at <= end; at += step) list.push(at);
    if (end === now && list.at(-1) !== now) list.push(now);
    return list.slice(-MAX_CANDLES);
  }

  return {
    navAt,
    closes: (dtf, query) => ends(dtf, query).map((at) => ({ at, nav: navAt(dtf, at) })),
    candles: (dtf, query) =>
      ends(dtf, query).map((at) => {
        const step = candleIntervals[query.interval];
        const begin = Math.max(dtf.at, (Math.ceil(at / step) - 1) * step);
        const inner = INNER.map((part) => navAt(dtf, Math.floor(begin + (at - begin) * part)));
        const open = navAt(dtf, begin);
        const close = navAt(dtf, at);
        const all = [open, ...inner, close];
        const [low = close, high = close] = extremes(all);
        return { at, open, high, low, close };
      }),
  };
}

function extremes(values: readonly bigint[]): readonly bigint[] {
  const sorted = values.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
  return [...sorted.slice(0, 1), ...sorted.slice(-1)];
}
