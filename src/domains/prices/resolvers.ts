import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import type { Context } from '../../context.ts';
import { NotFoundError } from '../../core/errors.ts';
import { encodeGlobalId } from '../../core/global-id.ts';
import { toConnection } from '../../graphql/connection.ts';
import type { MarketQuery } from './source.ts';

/** What GraphQL carries for an asset until one of its fields is asked for. */
export type AssetRef = { readonly symbol: string };

/** The asset behind a ticker; null when the data node has no price of it. */
export async function findAsset(symbol: string, context: Context): Promise<AssetRef | null> {
  const ticker = symbol.toUpperCase();
  return (await context.loaders.prices.latest()).has(ticker) ? { symbol: ticker } : null;
}

/** A market that does not exist has no history: an empty list for the graph, 404 for REST. */
async function historyOrEmpty(market: MarketQuery, context: Context) {
  try {
    return await context.loaders.prices.marketHistory(market);
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}

export const pricesResolvers: Resolvers = {
  Query: {
    asset: (_root, { symbol }, context) => findAsset(symbol, context),
    assets: async (_root, page, context) => {
      const symbols = [...(await context.loaders.prices.latest()).keys()].sort();
      return toConnection(
        symbols.map((symbol) => ({ symbol })),
        page,
        (asset) => asset.symbol,
      );
    },
    marketHistory: (_root, { source, asset, from, to }, context) =>
      historyOrEmpty({ source, asset, from: from ?? undefined, to: to ?? undefined }, context),
  },
  Asset: {
    __resolveReference: ({ symbol }, context) => findAsset(symbol, context),
    id: ({ symbol }) => encodeGlobalId('Asset', symbol),
    price: ({ symbol }, _args, context) => {
      const latest = context.loaders.prices.latest();
      return latest instanceof Promise
        ? latest.then((prices) => prices.get(symbol) ?? null)
        : (latest.get(symbol) ?? null);
    },
    priceHistory: ({ symbol }, { from, to }, context) =>
      historyOrEmpty(
        { source: 'crypto', asset: symbol, from: from ?? undefined, to: to ?? undefined },
        context,
      ),
  },
};
