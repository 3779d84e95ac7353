import type { DomainModule } from '../domain-module.ts';
import { dtfCostHints, dtfListLengthReaders } from './cost-hints.ts';
import type { EnrichmentContext } from './enrichment/loaders.ts';
import { dtfEnrichmentResolvers } from './enrichment/resolvers.ts';
import { dtfEnrichmentRoutes } from './enrichment/routes.ts';
import { dtfExampleOperation, liveNavExampleOperation } from './example-operation.ts';
import type { DtfHistoryContext } from './history/loaders.ts';
import { dtfHistoryResolvers } from './history/resolvers.ts';
import { dtfPublicMessages } from './public-messages.ts';
import { type DtfWatchContext, dtfResolvers, findDtf, resolveNavSeries } from './resolvers.ts';
import { dtfRoutes } from './routes.ts';
import { type DtfTradingWatchContext, dtfTradingResolvers } from './trading/resolvers.ts';

export { fetchDtfListLengths } from './cost-hints.ts';
export { parseDtfId } from './dtf-list.ts';
export { createDtfPollers } from './dtf-pollers.ts';
export { createEnrichmentLoaders, type DtfEnrichmentLoaders } from './enrichment/loaders.ts';
export { readLookupFiles } from './enrichment/lookup-files.ts';
export type {
  DtfEnrichmentParent,
  ProtocolTvlParent,
  RaiseParent,
} from './enrichment/resolvers.ts';
export type {
  DefiStatistics as DefiStatisticsParent,
  EnrichedDtfHolding as EnrichedDtfHoldingParent,
  FounderStatistics as FounderStatisticsParent,
  FundingStatistics as FundingStatisticsParent,
} from './enrichment/schema.ts';
export { createDtfHolderBalances } from './history/holder-balances.ts';
export { createDtfHistoryLoaders, type DtfHistoryLoaders } from './history/loaders.ts';
export {
  createDtfLoaders,
  type DtfContext,
  type DtfLoaders,
  indexRankingByDtf,
} from './loaders.ts';
export { type DtfParent, findDtfOrBareId, type HoldingParent } from './resolvers.ts';
export { itpIdParameterSchema } from './routes.ts';
export type { DtfPrice as NavParent, DtfSnapshot as DtfSnapshotParent } from './schema.ts';
export { createDtfTradingLoaders, type DtfTradingLoaders } from './trading/loaders.ts';
export { createDtfOrderBookPoller } from './trading/order-book-poller.ts';

/** DTF domain: NAV, series, ranking, baskets and their enrichment. */
export const dtfModule: DomainModule<
  EnrichmentContext & DtfWatchContext & DtfTradingWatchContext & DtfHistoryContext
> = {
  name: 'dtf',
  exampleOperations: [dtfExampleOperation, liveNavExampleOperation],
  publicMessages: dtfPublicMessages,
  costHints: dtfCostHints,
  tag: {
    name: 'dtf',
    title: 'Funds (DTFs)',
    description:
      'Index funds (DTFs): NAV per share, ranking, baskets, and figures about the assets that they hold.',
  },
  wireTypes: [
    'DefiStatistics',
    'DtfNav',
    'DtfSnapshot',
    'EnrichedHolding',
    'FounderStatistics',
    'FundingStatistics',
  ],
  resolvers: {
    ...dtfResolvers,
    ...dtfEnrichmentResolvers,
    ...dtfTradingResolvers,
    Dtf: {
      ...dtfResolvers.Dtf,
      ...dtfEnrichmentResolvers.Dtf,
      ...dtfTradingResolvers.Dtf,
      ...dtfHistoryResolvers.Dtf,
    },
    DtfNav: { ...dtfResolvers.DtfNav, ...dtfTradingResolvers.DtfNav },
    Subscription: { ...dtfResolvers.Subscription, ...dtfTradingResolvers.Subscription },
  },
  routes: [...dtfRoutes, ...dtfEnrichmentRoutes],
  cachedFields: {
    Query: ['dtfs'],
    Dtf: ['holdings', 'navSeries'],
    Asset: ['heldBy'],
  },
  lengths: dtfListLengthReaders,
  rawJsonFields: [
    { type: 'Dtf', field: 'navSeries', leaves: ['timestamp', 'nav'], resolve: resolveNavSeries },
  ],
  nodes: { Dtf: { keys: ['itpId'], find: ([itpId = ''], context) => findDtf(itpId, context) } },
};
