import { z } from 'zod';
import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import { cachedConnection } from '../../graphql/connection.ts';
import { parseParams } from '../../http/parse-params.ts';
import {
  findKeyCaseInsensitive,
  getCaseInsensitive,
} from '../../lib/collections/case-insensitive.ts';
import { encodeGlobalId } from '../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { MarketHistoryQuery, PriceMap } from './client.ts';
import type { PricesContext } from './loaders.ts';
import { tickerParameter } from './params.ts';
import type { MarketPoint } from './schema.ts';
import { baseTicker } from './upstream-schema.ts';

/** An asset; its fields are loaded on demand. */
export type AssetParent = { readonly symbol: string };

/** The assets as a sorted list and by ticker, memoized on the cached price map. */
const priced = memoizeOnObject((prices: PriceMap) => {
  const list = [...prices.keys()].sort().map((symbol): AssetParent => ({ symbol }));
  return { list, bySymbol: new Map(list.map((asset) => [asset.symbol, asset])) };
});
const pageOfAssets = cachedConnection(({ symbol }: AssetParent) => symbol);

type MaybeAsset = AssetParent | null | Promise<AssetParent | null>;

/**
 * The asset with this ticker in any case, or the base asset of a pair; null when it has no price.
 */
function pricedAsset(ticker: string, context: PricesContext): MaybeAsset {
  return mapMaybePromise(context.loaders.prices.latest(), (prices) => {
    const symbol =
      findKeyCaseInsensitive(prices, ticker) ?? findKeyCaseInsensitive(prices, baseTicker(ticker));
    return symbol === undefined ? null : (priced(prices).bySymbol.get(symbol) ?? null);
  });
}

const symbolText = tickerParameter('symbol');
const assetArguments = z.object({ symbol: symbolText });

/** The asset of an untrusted key; null when the key is malformed or the asset has no price. */
export function findAsset(symbol: unknown, context: PricesContext): MaybeAsset {
  const parsed = symbolText.safeParse(symbol);
  return parsed.success ? pricedAsset(parsed.data, context) : null;
}

/** GraphQL returns an empty list for an unknown market; REST returns 404. */
const historyOrEmpty = (market: MarketHistoryQuery, context: PricesContext) =>
  valueOrIfNotFound(() => context.loaders.prices.marketHistory(market), noHistory);
const noHistory: readonly MarketPoint[] = [];

export const pricesResolvers: Resolvers<PricesContext> = {
  Query: {
    asset: (_root, args, context) => pricedAsset(parseParams(assetArguments, args).symbol, context),
    assets: (_root, page, context) =>
      mapMaybePromise(context.loaders.prices.latest(), (prices) =>
        pageOfAssets(priced(prices).list, page),
      ),
    marketHistory: (_root, { source: client, asset, from, to }, context) =>
      historyOrEmpty(
        { source: client, asset, from: from ?? undefined, to: to ?? undefined },
        context,
      ),
  },
  Asset: {
    __resolveReference: ({ symbol }: { symbol?: unknown }, context) => findAsset(symbol, context),
    id: ({ symbol }) => encodeGlobalId('Asset', symbol),
    price: ({ symbol }, _args, context) =>
      mapMaybePromise(
        context.loaders.prices.latest(),
        (prices) => getCaseInsensitive(prices, symbol) ?? null,
      ),
    priceHistory: ({ symbol }, { from, to }, context) =>
      historyOrEmpty(
        { source: 'crypto', asset: symbol, from: from ?? undefined, to: to ?? undefined },
        context,
      ),
  },
};
