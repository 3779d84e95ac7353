import type { Slice } from '../slice.ts';
import { dtfResolvers, findDtf } from './resolvers.ts';
import { dtfRoutes } from './routes.ts';

export { createDtfLoaders, type DtfLoaders } from './loaders.ts';
export { type DtfRef, findDtf, findExisting, type HoldingRef, type NavRef } from './resolvers.ts';
export { itpIdParameter } from './routes.ts';
export type { DtfSnapshot, Holding, RankingEntry } from './shapes.ts';

/** Index funds: NAV, series, ranking, baskets. */
export const dtfSlice: Slice = {
  name: 'dtf',
  resolvers: dtfResolvers,
  routes: dtfRoutes,
  nodes: { Dtf: findDtf },
};
