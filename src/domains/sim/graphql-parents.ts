import type { RunNavPoint, RunResult, RunStats, RunSummary } from './schema.ts';
import type { VariantDoneEvent } from './simulation-events.ts';

/** The known parameters of a run under their wire names. */
export type RunConfig = Readonly<Record<string, unknown>>;

/** The parent of the `SimulationRun` type: the run id and the fields that are already known. */
export type RunParent = {
  readonly runId: number;
  readonly config?: RunConfig;
  readonly stats?: RunStats;
  readonly navSeries?: readonly RunNavPoint[];
  readonly cached: boolean;
  /** Milliseconds, 0 when cached; undefined when it must be read from the results. */
  readonly computedInMs?: number;
  readonly computedAt?: string;
};

/** Creates the parent of a run from its result. */
export function runFromResult(result: RunResult): RunParent {
  const { run_id, config, stats, nav_series, cached, computed_in_ms } = result;
  return {
    runId: run_id,
    config,
    stats,
    navSeries: nav_series,
    cached,
    computedInMs: computed_in_ms,
  };
}

/**
 * Creates the parent of a sweep's variant. If it has no series, its statistics may be incomplete
 * and are left out.
 */
export function runFromVariant({ run_id, stats, nav_series, cached }: VariantDoneEvent): RunParent {
  const results = nav_series.length > 0 ? { stats, navSeries: nav_series } : {};
  const known = { runId: run_id, ...results, cached };
  return cached ? { ...known, computedInMs: 0 } : known;
}

/** Returns a run's parameters without `start_date`, which is the first simulated day here. */
export function configWithoutStartDate({ start_date, ...config }: RunSummary): RunConfig {
  return config;
}

/** Creates the parent of a run from its entry in the results. */
export function runFromSummary(entry: RunSummary): RunParent {
  return {
    runId: entry.id,
    config: configWithoutStartDate(entry),
    stats: entry,
    cached: true,
    computedInMs: 0,
    computedAt: entry.computed_at,
  };
}

/** Creates the parent of a run from its series in a comparison. */
export function runFromComparison(runId: number, navSeries: readonly RunNavPoint[]): RunParent {
  return { runId, navSeries, cached: true, computedInMs: 0 };
}
