import type { DomainModule } from '../domain-module.ts';
import { findBatch } from './graphql-parents.ts';
import { visionResolvers } from './resolvers/index.ts';
import { batchLengths } from './resolvers/lengths.ts';
import { type BatchWatchContext, visionSubscriptions } from './resolvers/subscription-resolvers.ts';
import { visionRoutes } from './routes.ts';

export type {
  BatchParent,
  BatchPlayerParent,
  MarketParent,
  TickParent,
} from './graphql-parents.ts';
export { createVisionLoaders, type VisionLoaders } from './loaders.ts';
export { createOracleProxy, type OracleProxy } from './oracle-api/oracle-proxy.ts';
export type { PlayerJoinedParent } from './pollers/player-joined.ts';
export { createVisionPollers, type VisionPollers } from './pollers/vision-pollers.ts';
export type { PlayerPositionParent } from './resolvers/batch-resolvers.ts';
export type {
  DataSourceParent,
  SnapshotParent,
  SourceAssetParent,
} from './resolvers/source-resolvers.ts';
export type { SubmitBitmapPayloadParent } from './resolvers/submit-bitmap-payload.ts';
export type {
  LeaderboardEntryParent,
  LeaderboardParent,
  MarketOutcomeParent,
  RevealedBitmapParent,
  RevealParent,
} from './resolvers/tick-resolvers.ts';
export { type BitmapService, createBitmapService } from './submit/bitmap-service.ts';

/** The prediction market: batches, ticks, bitmaps, and the data sources behind its markets. */
export const visionModule: DomainModule<BatchWatchContext> = {
  name: 'vision',
  tag: {
    name: 'prediction market',
    description:
      'The sealed prediction market: batches, ticks, bitmaps, players, and the data sources behind its markets.',
  },
  resolvers: { ...visionResolvers, ...visionSubscriptions },
  routes: visionRoutes,
  cachedFields: {
    MarketSnapshot: ['prices'],
    DataSource: ['assets'],
    SourceAsset: ['history'],
  },
  lengths: batchLengths,
  nodes: {
    Batch: (key, context) => (/^\d{1,10}$/.test(key) ? findBatch(Number(key), context) : null),
  },
};
