import type {
  MarketPoint,
  PredictionMarketHistoryArgs,
  Resolvers,
} from '../../../../generated/graphql/resolvers.ts';
import { applyMaxPoints } from '../../../graphql/apply-max-points.ts';
import { mapNodes } from '../../../graphql/connection/index.ts';
import { findKeyCaseInsensitive } from '../../../lib/collections/case-insensitive.ts';
import { encodeGlobalId } from '../../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { findBatch, getBatches, type VisionMarketParent } from '../graphql-parents.ts';
import {
  addMarketFilterValues,
  filterAndPaginateMarkets,
  marketListElementsFromWhitelist,
} from '../lists/market-lists.ts';
import type { VisionContext } from '../loaders.ts';
import { cryptoSourceId } from '../oracle-api/markets-by-id.ts';

/** Returns the source of a market: its own, its batch's, or the one in the market index. */
async function sourceOf(
  { marketId, sourceId, batchId }: VisionMarketParent,
  context: VisionContext,
) {
  const { index } = context.loaders.vision;
  const named = sourceId ?? (await findBatch(batchId ?? null, context))?.sourceId ?? null;
  return named === null ? index.sourceOf(marketId) : index.resolveSourceId(named);
}

async function latestOf(market: VisionMarketParent, context: VisionContext) {
  const source = await sourceOf(market, context);
  if (source === null) return null;
  return (await context.loaders.vision.index.value(source, market.marketId)) ?? null;
}

/** Returns the priced asset for a symbol of the crypto source, else null. */
export function findPricedAsset(sourceId: string | null, symbol: string, context: VisionContext) {
  if (sourceId !== cryptoSourceId) return null;
  return mapMaybePromise(context.loaders.prices.latest(), (prices) => {
    const ticker = findKeyCaseInsensitive(prices, symbol);
    return ticker === undefined ? null : { symbol: ticker };
  });
}

/** Returns the market with this id, from the whitelist or the newest batch that has it, or null. */
export async function findPredictionMarket(
  marketId: string,
  context: VisionContext,
): Promise<VisionMarketParent | null> {
  if (await context.loaders.vision.index.market(marketId)) return { marketId, sourceId: null };
  const batches = await getBatches(context);
  const holder = batches.find(({ marketIds }) => marketIds.includes(marketId));
  return holder ? { marketId, sourceId: holder.sourceId } : null;
}

/** Returns a market's values over time; empty if the data node does not know the market. */
export function resolveHistory(
  market: { readonly source: string; readonly asset: string },
  { from, to, maxPoints }: PredictionMarketHistoryArgs,
  { loaders }: VisionContext,
) {
  const query = { ...market, from: from ?? undefined, to: to ?? undefined };
  const points = valueOrIfNotFound(() => loaders.prices.marketHistory(query), noHistory);
  return mapMaybePromise(points, (all) => applyMaxPoints(all, maxPoints, ({ value }) => value));
}
const noHistory: readonly MarketPoint[] = [];

/** Markets of the oracles, joined with prices and values of the data node. */
export const predictionMarketResolvers: Resolvers<VisionContext> = {
  Query: {
    markets: async (_root, args, context) => {
      const all = marketListElementsFromWhitelist(await context.loaders.vision.oracle.markets());
      const page = filterAndPaginateMarkets(
        await addMarketFilterValues(all, args, { context }),
        args,
      );
      return mapNodes(page, ({ marketId }): VisionMarketParent => ({ marketId, sourceId: null }));
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
      const source = await sourceOf(market, context);
      if (source !== cryptoSourceId) return null;
      const listed = await context.loaders.vision.index.market(market.marketId);
      return listed ? findPricedAsset(source, listed.symbol, context) : null;
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
