import type { PreparedMarket } from '../engine/prepare-market.ts';
import { peggedCategories } from '../engine/prepare-market.ts';

/** A category in the words of `/sim/categories`. */
export type ListedCategory = {
  readonly id: string;
  readonly name: string;
  /** Members that can be bought on the last day of the data. */
  readonly coin_count: number;
  /** Their market caps together, USD; null without any. */
  readonly market_cap: number | null;
  readonly source: 'coingecko' | 'defillama';
};

/** A category with fewer members to buy is not listed. */
const LEAST_COINS = 5;

/** The categories worth a backtest: `all` first, then by number of members, without pegged assets. */
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
