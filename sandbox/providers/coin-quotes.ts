import type { LivePrices } from '../world/live-prices.ts';
import type { AssetInfo, MarketHistory } from '../world/market-history.ts';

/** The present values of a coin; null if unknown. */
export type CoinQuote = AssetInfo & {
  /** USD. */
  readonly price: number;
  /** USD: the latest daily market cap, adjusted by the price change since then. */
  readonly marketCap: number | null;
  /** Change over 24 hours, percent. */
  readonly change24h: number | null;
};

export type CoinQuotes = {
  /** Returns the quote of a coin; null if the id is unknown or the coin has no price. */
  readonly quote: (id: string) => CoinQuote | null;
  /** Returns every coin with a price, largest market cap first. */
  readonly all: () => readonly CoinQuote[];
};

/** Creates the quotes of the assets at the time of the request. */
export function createCoinQuotes(world: {
  readonly history: MarketHistory;
  readonly prices: LivePrices;
  readonly now: () => number;
}): CoinQuotes {
  const { history, prices, now } = world;
  const columns = new Map(history.assets.map(({ id }, column) => [id, column]));

  function quoteOf(column: number): CoinQuote | null {
    const info = history.assets[column];
    const price = prices.priceNow(column);
    if (!info || price === null) return null;
    const marketCap = marketCapNow(column, price);
    return { ...info, price, marketCap, change24h: prices.change24hAt(column, now()) };
  }

  function marketCapNow(column: number, price: number): number | null {
    for (let day = history.days - 1; day >= 0; day -= 1) {
      const at = column * history.days + day;
      const cap = history.marketCap[at] ?? Number.NaN;
      const close = history.price[at] ?? Number.NaN;
      if (cap > 0 && close > 0) return (cap / close) * price;
    }
    return null;
  }

  return {
    quote: (id) => {
      const column = columns.get(id);
      return column === undefined ? null : quoteOf(column);
    },
    all: () =>
      history.assets
        .map((_info, column) => quoteOf(column))
        .filter((quote) => quote !== null)
        .sort((left, right) => (right.marketCap ?? 0) - (left.marketCap ?? 0)),
  };
}
