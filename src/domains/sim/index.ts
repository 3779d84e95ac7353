import type { Slice } from '../slice.ts';
import type { SimContext } from './loaders.ts';
import { findRun, simResolvers } from './resolvers.ts';
import { simRoutes } from './routes.ts';
import { simSubscriptions } from './subscriptions.ts';

export { createSimLoaders, type SimLoaders } from './loaders.ts';
export type { RunConfig, RunRef } from './refs.ts';
export { createSimulations, type Simulations } from './runs.ts';
export type { Benchmark, BenchmarkPoint, Category, Holding, NavPoint, RunStats } from './shapes.ts';

/** Backtests of index strategies: computed once, streamed to everybody who asks. */
export const simSlice: Slice<SimContext> = {
  name: 'sim',
  resolvers: { ...simResolvers, ...simSubscriptions },
  routes: simRoutes,
  nodes: {
    SimulationRun: (key, context) =>
      /^\d{1,15}$/.test(key) ? findRun(Number(key), context) : null,
  },
};
