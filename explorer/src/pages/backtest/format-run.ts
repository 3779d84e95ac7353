import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatLabel } from '../../lib/format.ts';
import type { TimedValue } from '../../lib/timed-value.ts';

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

/** Formats the name of a run from its parameters. */
export function formatRunName(run: FragmentType<typeof runName>): string {
  const { runId, config } = readFragment(runName, run);
  if (config === null) return `Run ${runId}`;
  const { topN, categoryId, weighting, rebalanceDays } = config;
  return `#${runId} Top ${topN} ${formatLabel(categoryId)}, ${formatLabel(weighting).toLowerCase()}, every ${rebalanceDays} d`;
}

/** Converts a NAV series to points of a chart. */
export const toNavPoints = (
  series: readonly { readonly date: string; readonly nav: number }[] | null | undefined,
): readonly TimedValue[] =>
  (series ?? []).map(({ date, nav }) => ({ timestamp: toUnixSeconds(date), value: nav }));

/** Converts a calendar day to the Unix seconds of its start in UTC. */
export const toUnixSeconds = (date: string): number => Date.parse(date) / 1000;
