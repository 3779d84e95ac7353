import type { DomainModule } from '../domain-module.ts';
import { simCostHints } from './cost-hints.ts';
import { simExampleOperation } from './example-operation.ts';
import { findRun } from './find-run.ts';
import type { PerformanceContext } from './performance/benchmark-series.ts';
import { performanceResolvers } from './performance/resolvers.ts';
import { simPublicMessages } from './public-messages.ts';
import { findCategory, simResolvers } from './resolvers.ts';
import { simRoutes } from './routes.ts';
import { simSubscriptions } from './subscriptions.ts';

export type { RunConfig, RunParent } from './graphql-parents.ts';
export { createSimLoaders, type SimLoaders } from './loaders.ts';
export type {
  Benchmark,
  BenchmarkPoint,
  RunHolding,
  RunNavPoint,
  RunStats,
  SimCategory,
} from './schema.ts';
export { createSimulationComputations } from './shared-simulations.ts';

/** The domain module for backtests of index strategies. */
export const simModule: DomainModule<PerformanceContext> = {
  name: 'sim',
  exampleOperations: [simExampleOperation],
  publicMessages: simPublicMessages,
  costHints: simCostHints,
  tag: {
    name: 'simulation',
    title: 'Backtests',
    description:
      'Backtests of index strategies on crypto data from 2020 on: single runs, sweeps of one parameter, and their results.',
  },
  wireTypes: ['Benchmark', 'SimulationCategory', 'SimulationHolding', 'SimulationStats'],
  resolvers: {
    ...simResolvers,
    ...simSubscriptions,
    ...performanceResolvers,
    SimulationRun: { ...simResolvers.SimulationRun, ...performanceResolvers.SimulationRun },
    Query: { ...simResolvers.Query, ...performanceResolvers.Query },
    Benchmark: { ...simResolvers.Benchmark, ...performanceResolvers.Benchmark },
  },
  routes: simRoutes,
  nodes: {
    SimulationRun: {
      keys: ['runId'],
      find: ([runId = ''], context) =>
        /^\d{1,15}$/.test(runId) ? findRun(Number(runId), context) : null,
    },
    SimulationCategory: {
      keys: ['slug'],
      find: ([slug = ''], context) => findCategory(slug, context),
    },
  },
};
