import { computeUnitNoise, hashText } from '../market/noise.ts';
import type { BasketAsset } from './dtf-valuer.ts';

/** A price level of a synthetic order book: USD a share, shares, and their value in USD. */
export type MarketLevel = {
  readonly price: number;
  readonly quantity: number;
  readonly usdValue: number;
};

/** Bid and ask of a share, USD: the basket sold and bought at its assets' bids and asks. */
export type ShareQuote = { readonly bid: number; readonly ask: number; readonly mid: number };

/** A priced asset of a basket: its share of the NAV and half of its spread, as fractions. */
type PricedAsset = { readonly symbol: string; readonly weight: number; readonly half: number };

/** Returns the assets of a basket that have a price; each takes part by its share of the NAV. */
export function listPricedAssets(
  basket: readonly BasketAsset[],
  halfSpread: (symbol: string) => number,
): readonly PricedAsset[] {
  return basket.flatMap(({ symbol, weight, price }) =>
    price === null || weight === 0 ? [] : [{ symbol, weight, half: halfSpread(symbol) }],
  );
}

/** Returns the quote of a share with this NAV, USD. */
export function quoteShare(nav: number, assets: readonly PricedAsset[]): ShareQuote {
  const half = assets.reduce((sum, asset) => sum + asset.weight * asset.half, 0);
  return { bid: nav * (1 - half), ask: nav * (1 + half), mid: nav };
}

/** USD offered on each side of an asset's book within the first level. */
const firstLevelUsd = 20_000;

/**
 * Creates one side of a synthetic order book. The offers grow away from the best price, and change
 * every 30 seconds.
 */
export function createBookSide(options: {
  readonly best: number;
  readonly side: 'bid' | 'ask';
  readonly levels: number;
  readonly aggregationBps: number;
  /** Seed of the sizes. */
  readonly key: string;
  /** Time, milliseconds. */
  readonly at: number;
}): readonly MarketLevel[] {
  const { best, side, levels, aggregationBps, key, at } = options;
  const seed = hashText(`${key} ${side} ${Math.floor(at / 30_000)}`);
  const direction = side === 'bid' ? -1 : 1;
  return Array.from({ length: levels }, (_, level) => {
    const price = best * (1 + (direction * level * aggregationBps) / 10_000);
    const usdValue =
      firstLevelUsd *
      (1 + level / 4) *
      (0.6 + 0.8 * computeUnitNoise(seed, level)) *
      Math.min(1, aggregationBps / 10);
    return { price, quantity: usdValue / price, usdValue };
  }).filter(({ price }) => price > 0);
}
