import type { BasketAsset } from '../shapes.ts';
import type { Coin, Lookups } from './lookups.ts';

/** One asset of a basket with the coin that its ticker means; null when no look-up knows it. */
export type BasketItem = { readonly holding: BasketAsset; readonly coin: Coin | null };

/** The basket of a DTF, each ticker looked up once. */
export function lookUpBasket(
  assets: readonly BasketAsset[],
  lookups: Pick<Lookups, 'coin'>,
): readonly BasketItem[] {
  return assets.map((holding) => ({ holding, coin: lookups.coin(holding.symbol) }));
}

/** The ids of the coins in a basket, each once. */
export function coinIds(basket: readonly BasketItem[]): readonly string[] {
  return [...new Set(basket.flatMap(({ coin }) => (coin ? [coin.id] : [])))];
}
