import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../context.ts';
import { InvalidInputError } from '../../core/errors.ts';
import { createSimCompute, type SimCompute } from './compute.ts';
import type { Simulations } from './runs.ts';
import type { NavPoint, ResultEntry } from './shapes.ts';
import { createSimSource, type SimSource } from './source.ts';

/** Simulations for one request. */
export type SimLoaders = SimSource &
  SimCompute & {
    /** A finished run's entry in the results; null when there is no such run. */
    readonly entry: (runId: number) => Promise<ResultEntry | null>;
    /** A finished run's series; null when there is no such run. Asked for together, read together. */
    readonly navSeries: (runId: number) => Promise<readonly NavPoint[] | null>;
  };

/** What a request carries for the doors of this slice. */
export type SimContext = Context<{ readonly sim: SimLoaders }>;

/** Reads of one request, shared by both doors. */
export function createSimLoaders(
  deps: LoaderDeps<{ readonly simulations: Simulations }>,
): SimLoaders {
  const { reader, upstreams, services, clock } = deps;
  const source = createSimSource({ reader, dataNode: upstreams.dataNode });
  const compute = createSimCompute({
    simulations: services.simulations,
    categories: source.categories,
    clock,
    freshness: reader.freshness,
    signal: reader.signal,
  });
  const series = new DataLoader<number, readonly NavPoint[] | null>(
    async (runIds) => {
      const runs = new Map((await source.compare(runIds)).map((run) => [run.run_id, run]));
      return runIds.map((runId) => runs.get(runId)?.nav_series ?? null);
    },
    { maxBatchSize: 50 },
  );

  return {
    ...source,
    ...compute,
    benchmarks: (start, end) => {
      if (end !== undefined && end < start) {
        throw new InvalidInputError('end_date must not be before start_date');
      }
      return source.benchmarks(start, end);
    },
    entry: async (runId) => (await source.results()).find(({ id }) => id === runId) ?? null,
    navSeries: (runId) => series.load(runId),
  };
}
