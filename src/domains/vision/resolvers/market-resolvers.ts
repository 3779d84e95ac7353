import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { toConnection } from '../../../graphql/connection.ts';
import { findKeyCaseInsensitive } from '../../../lib/collections/case-insensitive.ts';
import { encodeGlobalId } from '../../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { batchFromList, findBatch, type MarketParent } from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';
import { cryptoSource } from '../oracle-api/market-index.ts';

/** The source of a market. If no oracle names it, the source is crypto if it has such an asset. */
async function sourceOf({ marketId, sourceId, batchId }: MarketParent, context: VisionContext) {
  if (sourceId !== null) return sourceId;
  const batch = batchId === undefined ? null : await findBatch(batchId, context);
  if (batch && batch.sourceId !== null) return batch.sourceId;
  const known = await context.loaders.vision.index.value(cryptoSource, marketId);
  return known ? cryptoSource : null;
}

/** The priced asset for a symbol of the crypto source; null for other sources and symbols. */
export function resolveAsset(sourceId: string | null, symbol: string, context: VisionContext) {
  if (sourceId !== cryptoSource) return null;
  return mapMaybePromise(context.loaders.prices.latest(), (prices) => {
    const ticker = findKeyCaseInsensitive(prices, symbol);
    return ticker === undefined ? null : { symbol: ticker };
  });
}

/**
 * The market with this id: on the oracles' whitelist, else of the newest batch that has it. Null when
 * there is none.
 */
export async function findPredictionMarket(
  marketId: string,
  context: VisionContext,
): Promise<MarketParent | null> {
  const { index, oracle } = context.loaders.vision;
  if (await index.market(marketId)) return { marketId, sourceId: null };
  const batches = (await oracle.batches()).map(batchFromList);
  const holder = batches.find(({ marketIds }) => marketIds.includes(marketId));
  return holder ? { marketId, sourceId: holder.sourceId } : null;
}

/** Values over time; empty if the data node does not know the market. */
export function resolveHistory(
  query: {
    readonly source: string;
    readonly asset: string;
    readonly from?: number | null;
    readonly to?: number | null;
  },
  context: VisionContext,
) {
  const { source: client, asset, from, to } = query;
  const market = { source: client, asset, from: from ?? undefined, to: to ?? undefined };
  return valueOrIfNotFound(() => context.loaders.prices.marketHistory(market), []);
}

/** Markets of the oracles, joined with prices and values of the data node. */
export const marketResolvers: Resolvers<VisionContext> = {
  Query: {
    markets: async (_root, page, context) => {
      const markets = await context.loaders.vision.oracle.markets();
      return toConnection(
        markets.map(({ market_id }): MarketParent => ({ marketId: market_id, sourceId: null })),
        page,
        ({ marketId }) => marketId,
      );
    },
  },
  PredictionMarket: {
    id: ({ marketId }) => encodeGlobalId('PredictionMarket', marketId),
    symbol: async ({ marketId }, _args, context) =>
      (await context.loaders.vision.index.market(marketId))?.symbol ?? null,
    displayName: async ({ marketId }, _args, context) =>
      (await context.loaders.vision.index.market(marketId))?.display_name ?? null,
    sourceId: (market, _args, context) => sourceOf(market, context),
    asset: async (market, _args, context) => {
      const client = await sourceOf(market, context);
      if (client !== cryptoSource) return null;
      const listed = await context.loaders.vision.index.market(market.marketId);
      return listed ? resolveAsset(client, listed.symbol, context) : null;
    },
    value: async (market, _args, context) => {
      const client = await sourceOf(market, context);
      if (client === null) return null;
      return (await context.loaders.vision.index.value(client, market.marketId))?.value ?? null;
    },
    history: async (market, { from, to }, context) => {
      const client = await sourceOf(market, context);
      const window = { from: from ?? null, to: to ?? null };
      return client === null
        ? []
        : resolveHistory({ source: client, asset: market.marketId, ...window }, context);
    },
  },
};
