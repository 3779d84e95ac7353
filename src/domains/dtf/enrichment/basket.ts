import type { DtfSnapshot, Holding } from '../shapes.ts';
import type { Coin, Lookups } from './lookups.ts';

/** One asset of a basket with the coin that its ticker means; null when no look-up knows it. */
export type BasketItem = { readonly holding: Holding; readonly coin: Coin | null };

/** The basket of a DTF, each ticker looked up once. */
export function lookUpBasket(
  snapshot: DtfSnapshot,
  lookups: Pick<Lookups, 'coin'>,
): readonly BasketItem[] {
  return snapshot.assets.map((holding) => ({ holding, coin: lookups.coin(holding.symbol) }));
}

/** The ids of the coins in a basket, each once. */
export function coinIds(basket: readonly BasketItem[]): readonly string[] {
  return [...new Set(basket.flatMap(({ coin }) => (coin ? [coin.id] : [])))];
}
