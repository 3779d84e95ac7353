import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { RunConfigFragment, SimulationInput } from '../../generated/graphql.ts';
import { recallInput } from './known-runs.ts';

/** The parameters of a run that the API states, and its first day. */
const runConfig = graphql(`
  fragment RunConfig on SimulationRun {
    runId
    config {
      categoryId
      topN
      weighting
      rebalanceDays
      startDate
      baseFeePct
      spreadMultiplier
      delistHaircut
      thresholdPct
      fngMode
      fngCashPct
      fngFearThreshold
      fngGreedThreshold
      domMode
      domLookback
      vcMode
      vcInvestors
      vcRoundTypes
      vcMinAmountM
    }
    stats {
      startDate
      totalReturnPct
    }
  }
`);

/**
 * Returns all parameters of a run that are known: those that the API states, those that this browser
 * sent, and those of `input`.
 */
export function readConfig(
  run: FragmentType<typeof runConfig>,
  input: Partial<SimulationInput> = {},
): { readonly config: Config | null; readonly stats: RunConfigFragment['stats'] } {
  const { runId, config, stats } = readFragment(runConfig, run);
  const sent = recallInput({ runId, totalReturnPct: stats?.totalReturnPct });
  return {
    config: config && {
      ...config,
      ...(sent as Partial<Config> | null),
      ...(input as Partial<Config>),
    },
    stats,
  };
}

export type Config = NonNullable<RunConfigFragment['config']>;
