import type { NormalizedRound } from './funding-rounds.ts';
import type { RunParameters } from './parameters/run-parameters.ts';
import type { PreparedMarket } from './prepare-market.ts';

/**
 * The funding filter of a run (docs/backtest-engine.md §6). Only rounds dated up to the decision's
 * day u count.
 */
export type FundingFilter = {
  /** Whether the asset may be selected, with the rounds known on day u. */
  readonly admits: (asset: number, u: number) => boolean;
  /** Returns the factor of the asset's weight; `null` if weights are unchanged. */
  readonly multiplier: ((asset: number, u: number) => number) | null;
};

/** Length of a month of `fresh_{N}` in days. */
const MONTH_DAYS = 30;

/** Creates the filter of a run; `null` if the run has none. */
export function createFundingFilter(
  market: PreparedMarket,
  parameters: RunParameters,
): FundingFilter | null {
  const { vc_mode: mode, vc_min_amount_m: least } = parameters;
  if (mode === null || least === null) return null;
  const matching = market.rounds.map((rounds) => rounds.filter(matcher(parameters)));
  const months = mode.startsWith('fresh_') ? Number(mode.slice('fresh_'.length)) : null;
  const reach = months === null ? Number.POSITIVE_INFINITY : MONTH_DAYS * months;

  /**
   * Returns the sum of the matching amounts known on day u, million USD; −1 without a matching
   * round.
   */
  function funding(asset: number, u: number): number {
    let sum = -1;
    for (const round of matching[asset] ?? []) {
      if (round.day > u) break;
      if (round.day > u - reach) sum = Math.max(sum, 0) + round.amountM;
    }
    return sum;
  }

  const passes = (asset: number, u: number) => {
    const sum = funding(asset, u);
    return sum >= 0 && sum >= least;
  };
  return {
    admits: mode === 'exclude' ? (asset, u) => !passes(asset, u) : passes,
    multiplier: multiplierOf(mode, { funding, rounds: market.rounds }),
  };
}

function matcher(parameters: RunParameters): (round: NormalizedRound) => boolean {
  const types = new Set(parameters.vc_round_types);
  const investors = new Set(parameters.vc_investors);
  return (round) =>
    (types.size === 0 || types.has(round.type)) &&
    (investors.size === 0 || round.investors.some((name) => investors.has(name)));
}

type Measures = {
  readonly funding: (asset: number, u: number) => number;
  readonly rounds: PreparedMarket['rounds'];
};

function multiplierOf(mode: string, measures: Measures): FundingFilter['multiplier'] {
  if (mode === 'funding') return measures.funding;
  if (mode !== 'valuation') return null;
  return (asset, u) => {
    let latest = 0;
    for (const round of measures.rounds[asset] ?? []) {
      if (round.day > u) break;
      if (!Number.isNaN(round.valuationM)) latest = round.valuationM;
    }
    return latest;
  };
}
