import type { MarketHistory } from '../../world/market-history.ts';
import { roundToSignificant } from '../../world/round-to-significant.ts';
import type { MarketSource } from './market-source.ts';
import { computeUnitNoise, hashText } from './noise.ts';

export type CryptoSourceOptions = {
  readonly history: MarketHistory;
  readonly priceAt: (asset: number, ms: number) => number | null;
};

const SECOND = 1000;

/** Creates the source `crypto`: the world's assets with their live prices, largest first. */
export function createCryptoSource({ history, priceAt }: CryptoSourceOptions): MarketSource {
  const { assets, days } = history;
  const capOf = (column: number) => lastKnown(history, column).cap;
  const columns = assets.map((_, column) => column).sort((a, b) => capOf(b) - capOf(a) || a - b);
  const categoryOf = new Map(
    history.categories
      .filter(({ id }) => id !== 'all')
      .flatMap(({ id, assets: members }) => [...members].map((column) => [column, id] as const))
      .reverse(),
  );
  const valueAt = (entity: number, ms: number) => {
    const column = columns[entity];
    return column === undefined ? null : priceAt(column, ms);
  };

  return {
    id: 'crypto',
    name: 'Crypto prices',
    category: 'crypto',
    unit: 'USD',
    isPrice: true,
    entities: columns.map((column) => ({
      id: assets[column]?.id ?? '',
      symbol: assets[column]?.symbol ?? '',
      name: assets[column]?.name ?? '',
      category: categoryOf.get(column) ?? null,
    })),
    activeCount: (now) => columns.filter((_, entity) => valueAt(entity, now) !== null).length,
    lastSync: (now) => Math.floor(now / SECOND) * SECOND,
    valueAt,
    size(entity, value) {
      const column = columns[entity] ?? 0;
      const { price, cap } = lastKnown(history, column);
      if (!(cap > 0)) return { volume24h: null, marketCap: null };
      const marketCap = roundToSignificant((cap / price) * value);
      // Daily volume is about 1 % of the market cap, from 0.1 to 9 % (docs/backtest-engine.md §9).
      const turnover = 10 ** (-3 + 2 * computeUnitNoise(hashText(assets[column]?.id ?? ''), days));
      return { volume24h: roundToSignificant(marketCap * turnover), marketCap };
    },
  };
}

/** Returns price and market cap of the last day with both. */
function lastKnown(history: MarketHistory, column: number): { price: number; cap: number } {
  const start = column * history.days;
  for (let t = history.days - 1; t >= Math.max(0, history.days - 60); t -= 1) {
    const price = history.price[start + t] ?? Number.NaN;
    const cap = history.marketCap[start + t] ?? Number.NaN;
    if (price > 0 && cap > 0) return { price, cap };
  }
  return { price: Number.NaN, cap: 0 };
}
