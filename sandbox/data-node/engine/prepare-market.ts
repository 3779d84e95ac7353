import {
  type AssetCategory,
  type AssetInfo,
  type DefiMetric,
  type HistoryLead,
  type MarketHistory,
  MISSING_DAY,
} from '../../world/market-history.ts';
import {
  computeLogReturns,
  createSharedFloats,
  fillForward,
  findValueRanges,
  sumCapsPerDay,
  transposeByDay,
} from './columns.ts';
import { groupRoundsByAsset, type RoundsByAsset } from './funding-rounds.ts';

/**
 * A market history with everything that the engine derives from it once: forward-filled prices, log
 * returns, trading windows, category members (docs/backtest-engine.md §1).
 *
 * All arrays are shared between threads. Arrays "by day" have the value of asset i on day t at
 * t·(number of assets) + i, the others at i·days + t like those of {@link MarketHistory}.
 */
export type PreparedMarket = {
  readonly version: string;
  readonly firstDay: number;
  readonly days: number;
  readonly assets: readonly AssetInfo[];
  /** P[t,i]: USD, NaN without a positive price on that day. */
  readonly price: Float64Array;
  /** P̃[t,i] by day: the last known price, however old; NaN before the first one. */
  readonly filled: Float64Array;
  /** ln(P̃[t,i] / P̃[t−1,i]), NaN up to the first price. */
  readonly logReturn: Float64Array;
  /** M[t,i]: USD. */
  readonly marketCap: Float64Array;
  /** By day: M[t−1,i] where asset i may be bought on day t, else 0 (docs/backtest-engine.md §1, eligible). */
  readonly eligibleCap: Float64Array;
  /** Σ of all known M[t,·] by day, USD. */
  readonly totalCap: Float64Array;
  /** h_i: first day with a price; `MISSING_DAY` if there is none. */
  readonly firstPriceDay: Int32Array;
  /** L_i: first day on which the asset counts as listed. */
  readonly listing: Int32Array;
  /** D_i: first day on which the asset can no longer be traded; `MISSING_DAY` if there is none. */
  readonly delisting: Int32Array;
  /** Number of days before t = 0 at which `fng` and the columns of `defi` begin. */
  readonly lead: HistoryLead;
  /** Fear-and-greed index; day t is at `lead.fng + t`; NaN if missing. */
  readonly fng: Float64Array;
  readonly defi: Readonly<Record<DefiMetric, Float64Array>>;
  readonly rounds: RoundsByAsset;
  /** Pegged assets are members of their own categories only. */
  readonly categories: readonly AssetCategory[];
};

/**
 * Categories of pegged assets. They are not listed, and their members are left out of all other
 * categories.
 */
export const peggedCategories: ReadonlySet<string> = new Set([
  'stablecoins',
  'usd-stablecoin',
  'fiat-backed-stablecoin',
  'bridged-stablecoins',
  'bridged-dai',
  'bridged-usdc',
  'wrapped-tokens',
  'bridged-tokens',
  'bridged-wbtc',
  'wormhole-assets',
]);

/** Derives the engine's columns from a history, in time linear to its size. */
export function prepareMarket(history: MarketHistory): PreparedMarket {
  const { days, assets } = history;
  const shape = { days, count: assets.length };
  const price = positivePrices(history);
  const filled = fillForward(price, shape);
  const { first, last } = findValueRanges(price, shape);
  const listing = new Int32Array(new SharedArrayBuffer(4 * assets.length));
  const delisting = new Int32Array(new SharedArrayBuffer(4 * assets.length));
  for (let i = 0; i < assets.length; i += 1) {
    const listed = history.listedAt[i] as number;
    const lastDay = last[i] as number;
    listing[i] = Math.max(first[i] as number, listed === MISSING_DAY ? 0 : listed);
    const vanished = lastDay < days - 1 ? lastDay + 1 : MISSING_DAY;
    delisting[i] = Math.min(history.delistedAt[i] as number, vanished);
  }
  return {
    version: history.version,
    firstDay: history.firstDay,
    days,
    assets,
    price,
    filled: transposeByDay(filled, shape),
    logReturn: computeLogReturns(filled, shape),
    marketCap: history.marketCap,
    eligibleCap: eligibleCaps({ days, price, marketCap: history.marketCap, listing, delisting }),
    totalCap: sumCapsPerDay(history.marketCap, shape),
    firstPriceDay: first,
    listing,
    delisting,
    lead: history.lead,
    fng: history.fng,
    defi: history.defi,
    rounds: groupRoundsByAsset(history.rounds, assets.length),
    categories: withoutPegged(history.categories),
  };
}

function positivePrices(history: MarketHistory): Float64Array {
  const { price } = history;
  if (price.every((value) => !(value <= 0))) return price;
  const copy = createSharedFloats(price.length);
  for (let k = 0; k < price.length; k += 1) {
    const value = price[k] as number;
    copy[k] = value > 0 ? value : Number.NaN;
  }
  return copy;
}

function eligibleCaps(
  market: Pick<PreparedMarket, 'days' | 'price' | 'marketCap' | 'listing' | 'delisting'>,
): Float64Array {
  const { days, price, marketCap, listing, delisting } = market;
  const count = listing.length;
  const caps = createSharedFloats(price.length);
  for (let i = 0; i < count; i += 1) {
    const from = (listing[i] as number) + 1;
    const to = Math.min(days, delisting[i] as number);
    for (let t = Math.max(1, from); t < to; t += 1) {
      const k = i * days + t;
      const cap = marketCap[k - 1] as number;
      const priced = (price[k - 1] as number) > 0 && (price[k] as number) > 0;
      if (priced && cap > 0 && cap < Number.POSITIVE_INFINITY) caps[t * count + i] = cap;
    }
  }
  return caps;
}

function withoutPegged(categories: readonly AssetCategory[]): readonly AssetCategory[] {
  const pegged = new Set<number>();
  for (const category of categories) {
    if (peggedCategories.has(category.id)) for (const asset of category.assets) pegged.add(asset);
  }
  if (pegged.size === 0) return categories;
  return categories.map((category) =>
    peggedCategories.has(category.id)
      ? category
      : { ...category, assets: category.assets.filter((asset) => !pegged.has(asset)) },
  );
}
