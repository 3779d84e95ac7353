import type { AssetWithCoin } from './coin-lookup.ts';
import type { MarketQuote } from './provider-client.ts';
import type { EnrichedDtfHolding } from './schema.ts';

/** Adds market data to the holdings of a basket, and the market price where one is missing. */
export function enrichHoldings(
  basket: readonly AssetWithCoin[],
  market: {
    readonly quotes: ReadonlyMap<string, MarketQuote>;
    readonly images: ReadonlyMap<string, string>;
  },
): readonly EnrichedDtfHolding[] {
  return basket.map(({ holding, coin }) => {
    const { symbol, weight, price, name } = holding;
    const quote = coin ? market.quotes.get(coin.id) : undefined;
    const image = coin ? (coin.image ?? market.images.get(coin.id)) : undefined;
    return {
      symbol,
      weight,
      price: price > 0 ? price : (quote?.price ?? 0),
      name,
      ...(image ? { image } : {}),
      ...(coin ? { coingecko_id: coin.id } : {}),
      ...(typeof quote?.marketCap === 'number' ? { market_cap: quote.marketCap } : {}),
      ...(typeof quote?.change24h === 'number' ? { change_24h: quote.change24h } : {}),
    };
  });
}
