import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatLabel } from '../../lib/format.ts';
import type { TimedValue } from '../../lib/series.ts';

const runName = graphql(`
  fragment RunName on SimulationRun {
    runId
    config {
      categoryId
      topN
      weighting
      rebalanceDays
    }
  }
`);

/** A run's name from what it was computed with. */
export function nameRun(run: FragmentType<typeof runName>): string {
  const { runId, config } = readFragment(runName, run);
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
