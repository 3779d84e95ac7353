import { formatLabel } from '../../lib/format.ts';

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

/** A calendar day as the Unix seconds of its start in UTC. */
export const daySeconds = (date: string): number => Date.parse(date) / 1000;
