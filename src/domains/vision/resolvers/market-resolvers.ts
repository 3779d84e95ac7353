import type {
  MarketPoint,
  PredictionMarketHistoryArgs,
  Resolvers,
} from '../../../../generated/graphql/resolvers.ts';
import { mapNodes } from '../../../graphql/connection/index.ts';
import { limitPoints } from '../../../graphql/limit-points.ts';
import { findKeyCaseInsensitive } from '../../../lib/collections/case-insensitive.ts';
import { encodeGlobalId } from '../../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { findBatch, getBatches, type MarketParent } from '../graphql-parents.ts';
import { describeMarkets, listWhitelist, pageOfMarkets } from '../lists/market-lists.ts';
import type { VisionContext } from '../loaders.ts';
import { cryptoSource } from '../oracle-api/market-index.ts';

/** The source of a market: its own, that of its batch, or the one that the index finds. */
async function sourceOf({ marketId, sourceId, batchId }: MarketParent, context: VisionContext) {
  if (sourceId !== null) return sourceId;
  const batch = batchId === undefined ? null : await findBatch(batchId, context);
  return batch?.sourceId ?? context.loaders.vision.index.sourceOf(marketId);
}

/** The latest value of a market; null when the data node has none. */
async function latestOf(market: MarketParent, context: VisionContext) {
  const client = await sourceOf(market, context);
  if (client === null) return null;
  return (await context.loaders.vision.index.value(client, market.marketId)) ?? null;
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
  if (await context.loaders.vision.index.market(marketId)) return { marketId, sourceId: null };
  const batches = await getBatches(context);
  const holder = batches.find(({ marketIds }) => marketIds.includes(marketId));
  return holder ? { marketId, sourceId: holder.sourceId } : null;
}

/** Values over time; empty if the data node does not know the market. */
export function resolveHistory(
  market: { readonly source: string; readonly asset: string },
  { from, to, maxPoints }: PredictionMarketHistoryArgs,
  { loaders }: VisionContext,
) {
  const query = { ...market, from: from ?? undefined, to: to ?? undefined };
  const points = valueOrIfNotFound(() => loaders.prices.marketHistory(query), noHistory);
  return mapMaybePromise(points, (all) => limitPoints(all, maxPoints, ({ value }) => value));
}
const noHistory: readonly MarketPoint[] = [];

/** Markets of the oracles, joined with prices and values of the data node. */
export const marketResolvers: Resolvers<VisionContext> = {
  Query: {
    markets: async (_root, args, context) => {
      const all = listWhitelist(await context.loaders.vision.oracle.markets());
      const page = pageOfMarkets(await describeMarkets(all, args, { context }), args);
      return mapNodes(page, ({ marketId }): MarketParent => ({ marketId, sourceId: null }));
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
    value: async (market, _args, context) => (await latestOf(market, context))?.value ?? null,
    changePct: async (market, _args, context) =>
      (await latestOf(market, context))?.changePct ?? null,
    history: async (market, window, context) => {
      const source = await sourceOf(market, context);
      return source === null
        ? []
        : resolveHistory({ source, asset: market.marketId }, window, context);
    },
  },
};
