import type { DomainModule } from '../domain-module.ts';
import { visionCostHints } from './cost-hints.ts';
import { visionExampleOperation } from './example-operation.ts';
import { findBatchByKey } from './graphql-parents.ts';
import { predictionPlayerResolvers } from './insight/player-resolvers.ts';
import { visionInsightResolvers } from './insight/resolvers.ts';
import { visionPublicMessages } from './public-messages.ts';
import { batchResolvers, findBatchPlayer } from './resolvers/batch-resolvers.ts';
import { bitmapResolvers } from './resolvers/bitmap-resolvers.ts';
import { batchListLengthReaders } from './resolvers/list-lengths.ts';
import { findPredictionMarket, predictionMarketResolvers } from './resolvers/market-resolvers.ts';
import { findSource, findSourceAsset, sourceResolvers } from './resolvers/source-resolvers.ts';
import { type BatchWatchContext, visionSubscriptions } from './resolvers/subscription-resolvers.ts';
import { findTick, tickAndLeaderboardResolvers } from './resolvers/tick-resolvers.ts';
import { visionRoutes } from './routes.ts';

export type {
  BatchMarketEdgeParent,
  BatchParent,
  BatchPlayerParent,
  TickParent,
  VisionMarketParent,
} from './graphql-parents.ts';
export type {
  BatchMarketStatistics as BatchMarketStatisticsParent,
  BatchStatistics as BatchStatisticsParent,
} from './insight/batch-statistics.ts';
export type {
  MarketAccuracy as MarketAccuracyParent,
  PlayedBatch as PlayedBatchParent,
} from './insight/player-record.ts';
export type { PredictionPlayerParent } from './insight/player-resolvers.ts';
export type { DataSourceParent } from './lists/source-lists.ts';
export { createVisionLoaders, type VisionLoaders } from './loaders.ts';
export { createOracleProxy } from './oracle-api/oracle-proxy.ts';
export type {
  Leaderboard as LeaderboardParent,
  LeaderboardEntry as LeaderboardEntryParent,
  PlayerBalance as PlayerPositionParent,
} from './oracle-api/schema.ts';
export type { PlayerJoinedParent } from './pollers/player-joined.ts';
export { createVisionPollers } from './pollers/vision-pollers.ts';
export type { BatchConfigParent } from './resolvers/batch-resolvers.ts';
export type { SubmitBitmapPayloadParent } from './resolvers/submit-bitmap-mutation.ts';
export type {
  MarketOutcomeParent,
  RevealedBitmapParent,
  TickRevealParent,
} from './resolvers/tick-resolvers.ts';
export type {
  MarketSnapshot as SnapshotParent,
  SnapshotEntry as SourceAssetParent,
} from './snapshot/schema.ts';
export { createBitmapSubmissionService } from './submit/bitmap-submission-service.ts';

/** The prediction market: batches, ticks, bitmaps, and the data sources behind its markets. */
export const visionModule: DomainModule<BatchWatchContext> = {
  name: 'vision',
  exampleOperations: [visionExampleOperation],
  publicMessages: visionPublicMessages,
  costHints: visionCostHints,
  tag: {
    name: 'prediction market',
    title: 'Prediction market',
    description:
      'The sealed prediction market: batches, ticks, bitmaps, players, and the data sources behind its markets.',
  },
  resolvers: {
    ...batchResolvers,
    ...predictionMarketResolvers,
    ...tickAndLeaderboardResolvers,
    ...sourceResolvers,
    ...bitmapResolvers,
    ...visionSubscriptions,
    ...visionInsightResolvers,
    ...predictionPlayerResolvers,
    Query: {
      ...batchResolvers.Query,
      ...predictionMarketResolvers.Query,
      ...tickAndLeaderboardResolvers.Query,
      ...sourceResolvers.Query,
      ...bitmapResolvers.Query,
      ...visionInsightResolvers.Query,
      ...predictionPlayerResolvers.Query,
    },
    Batch: {
      ...batchResolvers.Batch,
      ...tickAndLeaderboardResolvers.Batch,
      ...visionInsightResolvers.Batch,
    },
  },
  routes: visionRoutes,
  // Some clients append `/vision/…` to a base URL that already ends in `/vision`.
  routePrefixAliases: { '/vision/vision/': '/vision/' },
  cachedFields: {
    MarketSnapshot: ['prices'],
    DataSource: ['assets'],
    SourceAsset: ['history'],
  },
  lengths: batchListLengthReaders,
  nodes: {
    Batch: { keys: ['batchId'], find: ([key = ''], context) => findBatchByKey(key, context) },
    Tick: {
      keys: ['batchId', 'tickId'],
      find: ([batchId = '', tickId = ''], context) => findTick(batchId, tickId, context),
    },
    BatchPlayer: {
      keys: ['batchId', 'address'],
      find: ([batchId = '', address = ''], context) => findBatchPlayer(batchId, address, context),
    },
    PredictionMarket: {
      keys: ['marketId'],
      find: ([marketId = ''], context) => findPredictionMarket(marketId, context),
    },
    DataSource: {
      keys: ['sourceId'],
      find: ([sourceId = ''], context) => findSource(sourceId, context),
    },
    SourceAsset: {
      keys: ['sourceId', 'assetId'],
      find: ([sourceId = '', assetId = ''], context) => findSourceAsset(sourceId, assetId, context),
    },
  },
};
