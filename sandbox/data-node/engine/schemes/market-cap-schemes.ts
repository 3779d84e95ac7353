import { weighWithLimit } from './weight-limit.ts';
import type { WeightingDecision, WeightingScheme } from './weighting-decision.ts';
import { weighByValues } from './weighting-decision.ts';

/** `mcap`: weighs in proportion to market cap, without a minimum. */
export const weighByMarketCap: WeightingScheme = (decision) => {
  readCaps(decision);
  weighByValues(decision);
};

/** `sqrt_mcap`: weighs in proportion to the square root of market cap. */
export const weighByRootMarketCap: WeightingScheme = (decision) => {
  readCaps(decision);
  const { weights, n } = decision;
  for (let k = 0; k < n; k += 1) weights[k] = Math.sqrt(weights[k] as number);
  weighByValues(decision);
};

/**
 * `mcap_cap{P}`: creates a scheme that weighs in proportion to market cap, none above P percent.
 */
export function createLimitedMarketCapScheme(percent: number): WeightingScheme {
  return (decision) => {
    readCaps(decision);
    weighWithLimit(decision, percent / 100);
  };
}

function readCaps({ market, u, assets, weights, n }: WeightingDecision): void {
  for (let k = 0; k < n; k += 1) {
    weights[k] = market.marketCap[(assets[k] as number) * market.days + u] as number;
  }
}
