import type { ResultEntry, RunNavPoint, RunResult, RunStats } from './schema.ts';
import type { VariantDoneEvent } from './simulation-events.ts';

/** Parameters of a run under their wire names, as far as they are known. */
export type RunConfig = Readonly<Record<string, unknown>>;

/** What GraphQL carries for a run: its number and what is already known of it. */
export type RunParent = {
  readonly runId: number;
  readonly config?: RunConfig;
  readonly stats?: RunStats;
  readonly navSeries?: readonly RunNavPoint[];
  readonly cached: boolean;
  /** Milliseconds, 0 when cached; undefined where only the results know. */
  readonly computedInMs?: number;
  readonly computedAt?: string;
};

/** A run that was computed just now, or found in a cache. */
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

/** A run of a sweep; what was told without its days is looked up by its number. */
export function runFromVariant({ run_id, stats, nav_series, cached }: VariantDoneEvent): RunParent {
  const told = nav_series.length > 0 ? { stats, navSeries: nav_series } : {};
  const known = { runId: run_id, ...told, cached };
  return cached ? { ...known, computedInMs: 0 } : known;
}

/**
 * The parameters that the results keep. Their start is the first day simulated, one of the statistics:
 * the day asked for is not kept.
 */
export function configFromResultEntry({ start_date, ...config }: ResultEntry): RunConfig {
  return config;
}

/** A finished run in the results. */
export function runFromResultEntry(entry: ResultEntry): RunParent {
  return {
    runId: entry.id,
    config: configFromResultEntry(entry),
    stats: entry,
    cached: true,
    computedInMs: 0,
    computedAt: entry.computed_at,
  };
}

/** A finished run in a comparison. */
export function runFromComparison(runId: number, navSeries: readonly RunNavPoint[]): RunParent {
  return { runId, navSeries, cached: true, computedInMs: 0 };
}
