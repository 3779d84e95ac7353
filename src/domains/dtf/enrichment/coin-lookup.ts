import type { BasketAsset } from '../schema.ts';
import type { Coin, LookupFiles } from './lookup-files.ts';

/** An asset of a basket and the coin of its ticker; null when the coin map has none. */
export type AssetWithCoin = { readonly holding: BasketAsset; readonly coin: Coin | null };

/** Looks up the coin of each asset. */
export function lookUpCoins(
  assets: readonly BasketAsset[],
  lookupFiles: Pick<LookupFiles, 'coin'>,
): readonly AssetWithCoin[] {
  return assets.map((holding) => ({ holding, coin: lookupFiles.coin(holding.symbol) }));
}

/** Returns the distinct coin ids of a basket. */
export function getCoinIds(basket: readonly AssetWithCoin[]): readonly string[] {
  return [...new Set(basket.flatMap(({ coin }) => (coin ? [coin.id] : [])))];
}
