import type { Slice } from '../slice.ts';
import type { EnrichmentContext } from './enrichment/loaders.ts';
import { enrichmentResolvers } from './enrichment/resolvers.ts';
import { enrichmentRoutes } from './enrichment/routes.ts';
import { dtfResolvers, findDtf, navSeriesOf, type WatchingContext } from './resolvers.ts';
import { dtfRoutes } from './routes.ts';

export { createEnrichmentLoaders, type EnrichmentLoaders } from './enrichment/loaders.ts';
export { type Lookups, readLookups } from './enrichment/lookups.ts';
export type {
  DefiStatisticsRef,
  EnrichedHoldingRef,
  EnrichmentRef,
  FounderStatisticsRef,
  FundingStatisticsRef,
  ProtocolTvlRef,
  RaiseRef,
} from './enrichment/resolvers.ts';
export { createDtfLoaders, type DtfContext, type DtfLoaders } from './loaders.ts';
export { createNavFeed, type NavFeed } from './nav-feed.ts';
export { type DtfRef, findExisting, type HoldingRef, type NavRef } from './resolvers.ts';
export { itpIdParameter } from './routes.ts';
export type { RankingEntry } from './shapes.ts';

/** Index funds: NAV, series, ranking, baskets and what is known of them. */
export const dtfSlice: Slice<EnrichmentContext & WatchingContext> = {
  name: 'dtf',
  resolvers: {
    ...dtfResolvers,
    ...enrichmentResolvers,
    Dtf: { ...dtfResolvers.Dtf, ...enrichmentResolvers.Dtf },
  },
  routes: [...dtfRoutes, ...enrichmentRoutes],
  encoded: {
    Query: ['dtfs'],
    Dtf: ['holdings', 'navSeries'],
    Asset: ['heldBy'],
  },
  brought: [
    { type: 'Dtf', field: 'holdings', path: ['asset', 'price'] },
    ...['name', 'symbol', 'aumUsd', 'totalSupply', 'assetCount'].map((leaf) => ({
      type: 'Query',
      field: 'dtfs',
      path: ['edges', 'node', leaf],
    })),
  ],
  texts: [{ type: 'Dtf', field: 'navSeries', leaves: ['timestamp', 'nav'], resolve: navSeriesOf }],
  nodes: { Dtf: findDtf },
};
