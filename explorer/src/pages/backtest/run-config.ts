import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { RunConfigFragment, SimulationInput } from '../../generated/graphql.ts';
import { recallInput } from './known-runs.ts';

/** The parameters of a run that the API states, its days and how often it was rebalanced. */
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
      endDate
      totalRebalances
      totalReturnPct
    }
  }
`);

/** What is known of how a run was computed. */
type KnownConfig = {
  readonly config: Config | null;
  readonly stats: RunConfigFragment['stats'];
  /**
   * How often the run was rebalanced, if that is not every `rebalanceDays` days: by a drift band or
   * a regime that the data node did not keep. Null otherwise.
   */
  readonly unlistedRebalances: number | null;
  /** Whether it is known to have parameters that data nodes do not keep, and so its receipt lacks. */
  readonly hasFurtherInputs: boolean;
};

/**
 * Returns all parameters of a run that are known: those that the API states, those that this browser
 * sent, and those of `input`.
 */
export function readConfig(
  run: FragmentType<typeof runConfig>,
  input: Partial<SimulationInput> = {},
): KnownConfig {
  const { runId, config: listed, stats } = readFragment(runConfig, run);
  const sent = recallInput({ runId, totalReturnPct: stats?.totalReturnPct });
  const config = listed && {
    ...listed,
    ...(sent as Partial<Config> | null),
    ...(input as Partial<Config>),
  };
  const unlistedRebalances = config && countUnlisted(config, stats);
  const further = config && [
    ...[config.thresholdPct, config.fngMode, config.domMode, config.vcMode],
    config.delistHaircut || null,
  ];
  const hasFurtherInputs =
    unlistedRebalances !== null || (further?.some((value) => value !== null) ?? false);
  return { config, stats, unlistedRebalances, hasFurtherInputs };
}

/**
 * Returns how often a run was rebalanced, if a rule of `rebalanceDays` days makes another number:
 * such a rule rebalances on the first day, and again on each day that is so many days after the
 * last one. Null where it makes this number, and where the rule is another one or is not known.
 */
function countUnlisted(config: Config, stats: RunConfigFragment['stats']): number | null {
  const { thresholdPct, fngMode, rebalanceDays } = config;
  if (thresholdPct !== null || fngMode !== null || stats === null) return null;
  const { startDate, endDate, totalRebalances } = stats;
  if (startDate === null || endDate === null || totalRebalances === null) return null;
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000;
  return totalRebalances === Math.floor(days / rebalanceDays) + 1 ? null : totalRebalances;
}

export type Config = NonNullable<RunConfigFragment['config']>;
