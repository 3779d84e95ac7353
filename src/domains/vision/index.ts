import type { Slice } from '../slice.ts';
import { batchLengths } from './graph/lengths.ts';
import { visionResolvers } from './graph/resolvers.ts';
import { visionSubscriptions, type WatchingContext } from './graph/subscriptions.ts';
import { findBatch } from './refs.ts';
import { visionRoutes } from './routes.ts';

export { createVisionFeeds, type VisionFeeds } from './feeds/feeds.ts';
export type { JoinRef } from './feeds/joins.ts';
export type { PositionRef as PlayerPositionRef } from './graph/batches.ts';
export type { SubmitBitmapPayloadRef } from './graph/submit-payload.ts';
export type {
  LeaderboardEntryRef,
  LeaderboardRef,
  OutcomeRef,
  RevealedBitmapRef,
  RevealRef,
} from './graph/ticks.ts';
export type { SnapshotRef, SourceAssetRef, SourceRef } from './graph/values.ts';
export { createVisionLoaders, type VisionLoaders } from './loaders.ts';
export { createOracleForwarder, type OracleForwarder } from './oracle/forward.ts';
export type { BatchPlayerRef, BatchRef, MarketRef, TickRef } from './refs.ts';
export { type BitmapService, createBitmapService } from './submit/service.ts';

/** The sealed prediction market: batches, ticks, bitmaps, and the values that markets are about. */
export const visionSlice: Slice<WatchingContext> = {
  name: 'vision',
  resolvers: { ...visionResolvers, ...visionSubscriptions },
  routes: visionRoutes,
  encoded: {
    MarketSnapshot: ['prices'],
    DataSource: ['assets'],
    SourceAsset: ['history'],
  },
  lengths: batchLengths,
  nodes: {
    Batch: (key, context) => (/^\d{1,10}$/.test(key) ? findBatch(Number(key), context) : null),
  },
};
