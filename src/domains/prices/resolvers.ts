import { z } from 'zod';
import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import { andThen, foundOr } from '../../core/and-then.ts';
import { getAnyCase, nameAnyCase } from '../../core/collections/any-case.ts';
import { encodeGlobalId } from '../../core/global-id.ts';
import { memoizeByValue } from '../../core/memoize-by-value.ts';
import { connectionsBy } from '../../graphql/connection.ts';
import { parseInput } from '../../http/input.ts';
import { baseTicker } from './dialects.ts';
import type { PricesContext } from './loaders.ts';
import { tickerText } from './params.ts';
import type { MarketPoint } from './shapes.ts';
import type { MarketQuery, PriceMap } from './source.ts';

/** What GraphQL carries for an asset until one of its fields is asked for. */
export type AssetRef = { readonly symbol: string };

/** All assets with a price by ticker, and the list of them, for as long as those prices are cached. */
const priced = memoizeByValue((prices: PriceMap) => {
  const list = [...prices.keys()].sort().map((symbol): AssetRef => ({ symbol }));
  return { list, bySymbol: new Map(list.map((asset) => [asset.symbol, asset])) };
});
const pageOfAssets = connectionsBy(({ symbol }: AssetRef) => symbol);

type MaybeAsset = AssetRef | null | Promise<AssetRef | null>;

/** The asset with a ticker in any case, or with a pair's name; null when the data node has no price of it. */
function pricedAsset(ticker: string, context: PricesContext): MaybeAsset {
  return andThen(context.loaders.prices.latest(), (prices) => {
    const symbol = nameAnyCase(prices, ticker) ?? nameAnyCase(prices, baseTicker(ticker));
    return symbol === undefined ? null : (priced(prices).bySymbol.get(symbol) ?? null);
  });
}

const symbolText = tickerText('symbol');
const assetArguments = z.object({ symbol: symbolText });

/** The asset behind a key that anybody may have made up; null where there is none. */
export function findAsset(symbol: unknown, context: PricesContext): MaybeAsset {
  const parsed = symbolText.safeParse(symbol);
  return parsed.success ? pricedAsset(parsed.data, context) : null;
}

/** A market that does not exist has no history: an empty list for the graph, 404 for REST. */
const historyOrEmpty = (market: MarketQuery, context: PricesContext) =>
  foundOr(() => context.loaders.prices.marketHistory(market), noHistory);
const noHistory: readonly MarketPoint[] = [];

export const pricesResolvers: Resolvers<PricesContext> = {
  Query: {
    asset: (_root, args, context) => pricedAsset(parseInput(assetArguments, args).symbol, context),
    assets: (_root, page, context) =>
      andThen(context.loaders.prices.latest(), (prices) => pageOfAssets(priced(prices).list, page)),
    marketHistory: (_root, { source, asset, from, to }, context) =>
      historyOrEmpty({ source, asset, from: from ?? undefined, to: to ?? undefined }, context),
  },
  Asset: {
    __resolveReference: ({ symbol }: { symbol?: unknown }, context) => findAsset(symbol, context),
    id: ({ symbol }) => encodeGlobalId('Asset', symbol),
    price: ({ symbol }, _args, context) =>
      andThen(context.loaders.prices.latest(), (prices) => getAnyCase(prices, symbol) ?? null),
    priceHistory: ({ symbol }, { from, to }, context) =>
      historyOrEmpty(
        { source: 'crypto', asset: symbol, from: from ?? undefined, to: to ?? undefined },
        context,
      ),
  },
};
