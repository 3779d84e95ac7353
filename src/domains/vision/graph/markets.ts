import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { andThen, foundOr } from '../../../core/and-then.ts';
import { nameAnyCase } from '../../../core/collections/any-case.ts';
import { toConnection } from '../../../graphql/connection.ts';
import type { VisionContext } from '../loaders.ts';
import { cryptoSource } from '../oracle/market-index.ts';
import { findBatch, type MarketRef } from '../refs.ts';

/** The source of a market; where no oracle tells it, crypto when it has such an asset. */
async function sourceOf({ marketId, sourceId, batchId }: MarketRef, context: VisionContext) {
  if (sourceId !== null) return sourceId;
  const batch = batchId === undefined ? null : await findBatch(batchId, context);
  if (batch && batch.sourceId !== null) return batch.sourceId;
  const known = await context.loaders.vision.index.value(cryptoSource, marketId);
  return known ? cryptoSource : null;
}

/** The asset of the price list behind a symbol of the crypto source. */
export function assetOf(sourceId: string | null, symbol: string, context: VisionContext) {
  if (sourceId !== cryptoSource) return null;
  return andThen(context.loaders.prices.latest(), (prices) => {
    const ticker = nameAnyCase(prices, symbol);
    return ticker === undefined ? null : { symbol: ticker };
  });
}

/** Values over time; a market that the data node does not know has none. */
export function historyOf(
  query: {
    readonly source: string;
    readonly asset: string;
    readonly from?: number | null;
    readonly to?: number | null;
  },
  context: VisionContext,
) {
  const { source, asset, from, to } = query;
  const market = { source, asset, from: from ?? undefined, to: to ?? undefined };
  return foundOr(() => context.loaders.prices.marketHistory(market), []);
}

/** What oracles resolve, joined with the prices and values of the data node. */
export const marketResolvers: Resolvers<VisionContext> = {
  Query: {
    markets: async (_root, page, context) => {
      const markets = await context.loaders.vision.oracle.markets();
      return toConnection(
        markets.map(({ market_id }): MarketRef => ({ marketId: market_id, sourceId: null })),
        page,
        ({ marketId }) => marketId,
      );
    },
  },
  PredictionMarket: {
    symbol: async ({ marketId }, _args, context) =>
      (await context.loaders.vision.index.market(marketId))?.symbol ?? null,
    displayName: async ({ marketId }, _args, context) =>
      (await context.loaders.vision.index.market(marketId))?.display_name ?? null,
    sourceId: (market, _args, context) => sourceOf(market, context),
    asset: async (market, _args, context) => {
      const source = await sourceOf(market, context);
      if (source !== cryptoSource) return null;
      const listed = await context.loaders.vision.index.market(market.marketId);
      return listed ? assetOf(source, listed.symbol, context) : null;
    },
    value: async (market, _args, context) => {
      const source = await sourceOf(market, context);
      if (source === null) return null;
      return (await context.loaders.vision.index.value(source, market.marketId))?.value ?? null;
    },
    history: async (market, { from, to }, context) => {
      const source = await sourceOf(market, context);
      const window = { from: from ?? null, to: to ?? null };
      return source === null
        ? []
        : historyOf({ source, asset: market.marketId, ...window }, context);
    },
  },
};
