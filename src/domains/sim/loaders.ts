import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../context.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { createSimClient, type SimClient } from './client.ts';
import { createSimulationRunner, type SimulationRunner } from './run-simulation.ts';
import type { ResultEntry, RunNavPoint } from './schema.ts';
import type { Simulations } from './shared-simulations.ts';

/** Simulations for one request. */
export type SimLoaders = SimClient &
  SimulationRunner & {
    /** A finished run's entry in the results; null when there is no such run. */
    readonly entry: (runId: number) => Promise<ResultEntry | null>;
    /** A finished run's series; null when there is no such run. Asked for together, read together. */
    readonly navSeries: (runId: number) => Promise<readonly RunNavPoint[] | null>;
  };

/** What a request carries for the doors of this slice. */
export type SimContext = Context<{ readonly sim: SimLoaders }>;

/** Reads of one request, shared by both doors. */
export function createSimLoaders(
  deps: LoaderDeps<{ readonly simulations: Simulations }>,
): SimLoaders {
  const { requestCache, upstreams, services, clock } = deps;
  const client = createSimClient({ requestCache, dataNode: upstreams.dataNode });
  const compute = createSimulationRunner({
    simulations: services.simulations,
    categories: client.categories,
    clock,
    freshness: requestCache.freshness,
    signal: requestCache.signal,
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
