import { formatLabel } from '../../lib/format.ts';
import type { TimedValue } from '../../lib/series.ts';

/** A run's name from what it was computed with. */
export function nameRun(
  runId: number,
  config: {
    readonly categoryId: string;
    readonly topN: number;
    readonly weighting: string;
    readonly rebalanceDays: number;
  } | null,
): string {
  if (config === null) return `Run ${runId}`;
  const { topN, categoryId, weighting, rebalanceDays } = config;
  return `#${runId} Top ${topN} ${formatLabel(categoryId)}, ${formatLabel(weighting).toLowerCase()}, every ${rebalanceDays} d`;
}

/** The points of a NAV series for a chart. */
export const navPoints = (
  series: readonly { readonly date: string; readonly nav: number }[] | null | undefined,
): readonly TimedValue[] =>
  (series ?? []).map(({ date, nav }) => ({ timestamp: daySeconds(date), value: nav }));

/** A calendar day as the Unix seconds of its start in UTC. */
export const daySeconds = (date: string): number => Date.parse(date) / 1000;
