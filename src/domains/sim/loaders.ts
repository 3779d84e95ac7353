import DataLoader from 'dataloader';
import { type Context, type LoaderDeps, toInitiatingRequest } from '../../context.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { createSimDataClient, type SimDataClient } from './client.ts';
import { createSimulationRunner, type SimulationRunner } from './run-simulation.ts';
import type { RunNavPoint, RunResultEntry } from './schema.ts';
import type { Simulations } from './shared-simulations.ts';

/** The simulation loaders of one request; both APIs use them. */
export type SimLoaders = SimDataClient &
  SimulationRunner & {
    /** Returns a run's entry in the results; null when they do not contain it. */
    readonly entry: (runId: number) => Promise<RunResultEntry | null>;
    /** Returns a run's series; null when there is no such run. Calls are batched. */
    readonly navSeries: (runId: number) => Promise<readonly RunNavPoint[] | null>;
  };

/** The request context that the routes and resolvers of this domain need. */
export type SimContext = Context<{ readonly sim: SimLoaders }>;

/** Creates the simulation loaders of one request. */
export function createSimLoaders(
  deps: LoaderDeps<{ readonly simulations: Simulations }>,
): SimLoaders {
  const { requestCache, upstreams, services, clock, requestId, traceId } = deps;
  const client = createSimDataClient({ requestCache, dataNode: upstreams.dataNode });
  const compute = createSimulationRunner({
    simulations: services.simulations,
    categories: client.categories,
    clock,
    freshness: requestCache.freshness,
    caller: toInitiatingRequest({ signal: requestCache.signal, requestId, traceId }),
  });
  const series = new DataLoader<number, readonly RunNavPoint[] | null>(
    async (runIds) => {
      const runs = new Map((await client.compare(runIds)).map((run) => [run.run_id, run]));
      return runIds.map((runId) => runs.get(runId)?.nav_series ?? null);
    },
    { maxBatchSize: 50 },
  );

  return {
    ...client,
    ...compute,
    benchmarks: (start, end) => {
      if (end !== undefined && end < start) {
        throw new InvalidInputError('end_date must not be before start_date');
      }
      return client.benchmarks(start, end);
    },
    entry: async (runId) => (await client.results()).find(({ id }) => id === runId) ?? null,
    navSeries: (runId) => series.load(runId),
  };
}
