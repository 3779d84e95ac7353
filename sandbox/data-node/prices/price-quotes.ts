import type { MarketHistory } from '../../world/market-history.ts';
import { computeUnitNoise, hashText } from '../market/noise.ts';
import type { PriceSnapshot, PriceSnapshots } from '../price-snapshots.ts';

/** Price of one asset, USD. */
export type PriceQuote = {
  readonly symbol: string;
  readonly price: number;
  /** Time of the price, milliseconds. */
  readonly at: number;
};

export type PriceQuotes = {
  /** Returns all assets with a present price, ascending by ticker. */
  readonly all: () => readonly PriceQuote[];
  /**
   * Returns the quote of an asset by ticker, pair (`BTCUSDC`) or asset id, in any case; null if
   * there is no price at that time.
   */
  readonly one: (name: string, ms?: number) => PriceQuote | null;
  /** Returns half of the bid-ask spread as a fraction of the price. */
  readonly halfSpread: (symbol: string) => number;
};

/**
 * Creates the quotes of the history's assets. If two assets share a ticker, it refers to the one
 * with the larger market cap.
 */
export function createPriceQuotes(
  history: MarketHistory,
  priceSnapshots: PriceSnapshots,
): PriceQuotes {
  const bySymbol = columnsBySymbol(history);
  const symbols = [...bySymbol.keys()].sort();
  const byId = new Map(history.assets.map(({ id }, column) => [id.toLowerCase(), column]));

  function columnOf(name: string): number | undefined {
    const ticker = name.toUpperCase();
    return (
      bySymbol.get(ticker) ??
      byId.get(name.toLowerCase()) ??
      bySymbol.get(ticker.replace(/USD[CT]$/, ''))
    );
  }

  function quote(column: number, snapshot: PriceSnapshot): PriceQuote | null {
    const price = snapshot.price(column);
    const symbol = history.assets[column]?.symbol.toUpperCase();
    return price === null || symbol === undefined ? null : { symbol, price, at: snapshot.at };
  }

  return {
    all() {
      const snapshot = priceSnapshots.current();
      return symbols.flatMap((symbol) => quote(bySymbol.get(symbol) ?? -1, snapshot) ?? []);
    },
    one(name, ms) {
      const column = columnOf(name);
      if (column === undefined) return null;
      const current = priceSnapshots.current();
      return quote(column, ms === undefined || ms >= current.at ? current : priceSnapshots.at(ms));
    },
    halfSpread: (symbol) => 0.0002 + 0.0008 * computeUnitNoise(hashText(symbol), 1),
  };
}

function columnsBySymbol({ assets, days, marketCap }: MarketHistory): Map<string, number> {
  const capOf = (column: number) => marketCap[(column + 1) * days - 1] || 0;
  const columns = assets.map((_, column) => column).sort((a, b) => capOf(a) - capOf(b) || b - a);
  return new Map(columns.map((column) => [assets[column]?.symbol.toUpperCase() ?? '', column]));
}
