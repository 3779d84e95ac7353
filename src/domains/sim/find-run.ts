import {
  configWithoutStartDate,
  type RunParent,
  runFromComparison,
  runFromSummary,
} from './graphql-parents.ts';
import type { SimContext } from './loaders.ts';

/** Returns the finished run with an id; null when there is none. */
export async function findRun(runId: number, context: SimContext): Promise<RunParent | null> {
  const { entry, navSeries } = context.loaders.sim;
  const listed = await entry(runId);
  if (listed) return runFromSummary(listed);
  // The results contain only the newest runs, and the cached ones may be older than this run.
  const series = runId > 0 ? await navSeries(runId) : null;
  return series && runFromComparison(runId, series);
}

/** Returns the parameters of a run; null when the data node does not list it. */
export async function configOf(run: RunParent, context: SimContext) {
  if (run.config) return run.config;
  const entry = await context.loaders.sim.entry(run.runId);
  return entry && configWithoutStartDate(entry);
}
/** Returns the statistics of a run; null when the data node does not list it. */
export const statsOf = async (run: RunParent, context: SimContext) =>
  run.stats ?? (await context.loaders.sim.entry(run.runId));
