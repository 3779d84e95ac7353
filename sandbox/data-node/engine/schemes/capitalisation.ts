import { weighWithCap } from './cap.ts';
import type { Decision, Scheme } from './decision.ts';
import { weighByValues } from './decision.ts';

/** `mcap`: in proportion to market cap, without a floor. */
export const weighByCap: Scheme = (decision) => {
  readCaps(decision);
  weighByValues(decision);
};

/** `sqrt_mcap`: in proportion to the square root of market cap. */
export const weighByRootOfCap: Scheme = (decision) => {
  readCaps(decision);
  const { weights, n } = decision;
  for (let k = 0; k < n; k += 1) weights[k] = Math.sqrt(weights[k] as number);
  weighByValues(decision);
};

/** `mcap_cap{P}`: in proportion to market cap, none above P percent. */
export function weighByLimitedCap(percent: number): Scheme {
  return (decision) => {
    readCaps(decision);
    weighWithCap(decision, percent / 100);
  };
}

function readCaps({ market, u, assets, weights, n }: Decision): void {
  for (let k = 0; k < n; k += 1) {
    weights[k] = market.marketCap[(assets[k] as number) * market.days + u] as number;
  }
}
