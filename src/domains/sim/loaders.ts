import DataLoader from 'dataloader';
import { type Context, type LoaderDeps, toRequestSignalAndIds } from '../../context.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { reserveTurn } from '../../lib/event-loop-turns.ts';
import { createSimDataClient } from './client.ts';
import { toDailyRun } from './performance/daily-run-series.ts';
import { createSimulationRunner } from './run-simulation.ts';
import type { RunNavPoint } from './schema.ts';
import type { SimulationComputations } from './shared-simulations.ts';

export type SimLoaders = ReturnType<typeof createSimLoaders>;

/** The request context that the routes and resolvers of this domain need. */
export type SimContext = Context<{ readonly sim: SimLoaders }>;

/** Work of putting a series on days, in leaves: at most two are put in one turn of the event loop. */
const dailySeriesUnits = 1_000;

/** Creates the simulation loaders of one request; both APIs use them. */
export function createSimLoaders(
  deps: LoaderDeps<{ readonly simulations: SimulationComputations }>,
) {
  const { requestCache, upstreams, services, clock, requestId, traceId } = deps;
  const client = createSimDataClient({ requestCache, dataNode: upstreams.dataNode });
  const compute = createSimulationRunner({
    simulations: services.simulations,
    categories: client.categories,
    clock,
    freshness: requestCache.freshness,
    caller: toRequestSignalAndIds({ signal: requestCache.signal, requestId, traceId }),
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
    benchmarks: (start: string, end?: string) => {
      if (end !== undefined && end < start) {
        throw new InvalidInputError('end_date must not be before start_date');
      }
      return client.benchmarks(start, end);
    },
    /** Returns a run's entry in the results; null when they do not contain it. */
    entry: async (runId: number) => (await client.results()).find(({ id }) => id === runId) ?? null,
    /** Returns a run's series; null when there is no such run. Calls are batched. */
    navSeries: (runId: number) => series.load(runId),
    /** Like `navSeries`, by day; `known` is the series when the caller has it already. */
    dailySeries: async (runId: number, known?: readonly RunNavPoint[]) => {
      const points = known ?? (await series.load(runId));
      if (points === null) return null;
      await reserveTurn(dailySeriesUnits);
      return toDailyRun(points);
    },
  };
}
