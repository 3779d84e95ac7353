import type { QueryAssetsArgs } from '../../../generated/graphql/resolvers.ts';
import { createListPaginator, suppliedByResolver } from '../../graphql/connection/index.ts';
import { parseIdOrKey } from '../../lib/global-id.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { CryptoFigures, FiguresByTicker } from './crypto-figures.ts';
import type { PriceMap } from './upstream-schema.ts';

/** An asset with the values that lists are sorted by; `figures` is set when a list needs it. */
export type AssetListElement = {
  readonly symbol: string;
  readonly price: number;
  readonly figures?: CryptoFigures | undefined;
};

/** The assets by ticker, cached on the price map. */
export const toAssetListElements = memoizeOnObject((prices: PriceMap) =>
  [...prices].map(([symbol, price]): AssetListElement => ({ symbol, price })),
);

const latest = memoizeOnObject((_figures: FiguresByTicker) => ({
  assets: null as readonly AssetListElement[] | null,
  joined: [] as readonly AssetListElement[],
}));

/** Returns the assets with their figures; memoized for the last `assets` of each `figures`. */
export function addCryptoFigures(
  assets: readonly AssetListElement[],
  figures: FiguresByTicker,
): readonly AssetListElement[] {
  const cached = latest(figures);
  if (cached.assets !== assets) {
    cached.assets = assets;
    cached.joined = assets.map((asset) => ({
      ...asset,
      figures: figures.get(asset.symbol.toUpperCase()),
    }));
  }
  return cached.joined;
}

/** Returns whether a page needs the figures of the crypto source. */
export const needsCryptoFigures = ({ filter, orderBy }: QueryAssetsArgs): boolean =>
  filter?.search != null || orderBy?.field === 'MARKET_CAP' || orderBy?.field === 'CHANGE_24H';

/** Filters, sorts and paginates `Query.assets`. */
export const filterAndPaginateAssets = createListPaginator<AssetListElement, QueryAssetsArgs>({
  name: 'assets',
  naturalKey: ({ symbol }) => symbol,
  orders: {
    SYMBOL: { direction: 'ASC', key: ({ symbol }) => symbol },
    PRICE: { direction: 'DESC', key: ({ price }) => price },
    MARKET_CAP: { direction: 'DESC', key: ({ figures }) => figures?.marketCap },
    CHANGE_24H: { direction: 'DESC', key: ({ figures }) => figures?.changePct },
  },
  defaultOrder: 'SYMBOL',
  filters: {
    symbols: (symbols) => {
      const wanted = new Set(
        symbols.map((id) => parseIdOrKey('Asset', id, 'filter.symbols').toUpperCase()),
      );
      return ({ symbol }) => wanted.has(symbol.toUpperCase());
    },
    heldByDtf: suppliedByResolver,
  },
  searchIn: ({ symbol, figures }) => [symbol, figures?.name],
});
