import type { BasketAsset } from '../schema.ts';
import type { Coin, LookupFiles } from './lookup-files.ts';

/** One asset of a basket with the coin that its ticker means; null when no look-up knows it. */
export type BasketItem = { readonly holding: BasketAsset; readonly coin: Coin | null };

/** The basket of a DTF, each ticker looked up once. */
export function lookUpCoins(
  assets: readonly BasketAsset[],
  lookupFiles: Pick<LookupFiles, 'coin'>,
): readonly BasketItem[] {
  return assets.map((holding) => ({ holding, coin: lookupFiles.coin(holding.symbol) }));
}

/** The ids of the coins in a basket, each once. */
export function coinIds(basket: readonly BasketItem[]): readonly string[] {
  return [...new Set(basket.flatMap(({ coin }) => (coin ? [coin.id] : [])))];
}
