import { graphql } from '../../generated/gql.ts';
import type { RunConfigFragment } from '../../generated/graphql.ts';

/** The parameters of a run that the API states, and its first day. */
export const runConfig = graphql(`
  fragment RunConfig on SimulationRun {
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
    }
  }
`);

export type Config = NonNullable<RunConfigFragment['config']>;
