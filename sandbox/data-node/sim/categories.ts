import type { PreparedMarket } from '../engine/prepare-market.ts';
import { peggedCategories } from '../engine/prepare-market.ts';

/** A category in the wire format of `/sim/categories`. */
export type ListedCategory = {
  readonly id: string;
  readonly name: string;
  /** Number of members that can be bought on the last day of the data. */
  readonly coin_count: number;
  /** Sum of their market caps, USD; null if none is known. */
  readonly market_cap: number | null;
  readonly source: 'coingecko' | 'defillama';
};

/** Minimum number of members that can be bought for a category to be listed. */
const LEAST_COINS = 5;

/**
 * Returns the categories with enough members for a backtest: `all` first, then descending by number
 * of members; without categories of pegged assets.
 */
export function listCategories(market: PreparedMarket): readonly ListedCategory[] {
  const today = (market.days - 1) * market.assets.length;
  return market.categories
    .filter(({ id }) => !peggedCategories.has(id))
    .map(({ id, name, source, assets }) => {
      const caps = Array.from(assets, (asset) => market.eligibleCap[today + asset] as number);
      const alive = caps.filter((cap) => cap > 0);
      const total = alive.reduce((sum, cap) => sum + cap, 0);
      return {
        id,
        name,
        coin_count: alive.length,
        market_cap: alive.length > 0 ? total : null,
        source,
      };
    })
    .filter(({ id, coin_count }) => id === 'all' || coin_count >= LEAST_COINS)
    .sort((a, b) => rank(b) - rank(a) || (a.id < b.id ? -1 : 1));
}

function rank({ id, coin_count }: ListedCategory): number {
  return id === 'all' ? Number.POSITIVE_INFINITY : coin_count;
}
