import { createFundingFilter, type FundingFilter } from './funding-filter.ts';
import type { RunParameters } from './parameters/run-parameters.ts';
import { parseWeighting } from './parameters/weighting.ts';
import type { PreparedMarket } from './prepare-market.ts';
import { createDominanceTilt } from './regimes.ts';
import type { WeightingDecision } from './schemes/weighting-decision.ts';
import { createWeightingScheme } from './schemes/weighting-scheme.ts';
import type { Universe } from './universe.ts';

/**
 * A portfolio to trade to. Only the first `count` elements are valid; 1 less the sum of the weights
 * is cash.
 */
export type TargetPortfolio = {
  count: number;
  readonly assets: Int32Array;
  /** Fractions ≥ 0 of the whole portfolio. */
  readonly weights: Float64Array;
};

/** Creates an empty target portfolio for up to `capacity` assets. */
export function createTargetPortfolio(capacity: number): TargetPortfolio {
  return { count: 0, assets: new Int32Array(capacity), weights: new Float64Array(capacity) };
}

/** Decides the portfolio of day t from data up to day t−1. The next call overwrites the result. */
export type DecideTarget = (t: number, cash: number) => TargetPortfolio;

export type DecideTargetOptions = {
  readonly market: PreparedMarket;
  readonly universe: Universe;
  readonly parameters: RunParameters;
};

/**
 * Creates the function that decides the portfolios of a run: selection, scheme, funding multiplier,
 * dominance tilt, cash (docs/backtest-engine.md §1 to §7, in this order).
 */
export function createTargetDecider({
  market,
  universe,
  parameters,
}: DecideTargetOptions): DecideTarget {
  const capacity = Math.min(parameters.top_n, universe.order.length);
  const scheme = createWeightingScheme(parseWeighting(parameters.weighting), capacity);
  const venture = createFundingFilter(market, parameters);
  const tilt = createDominanceTilt(market, parameters.dom_mode, parameters.dom_lookback);
  // One more place, for the asset of the tilt.
  const target = createTargetPortfolio(capacity + 1);

  return (t, cash) => {
    const u = t - 1;
    const admits = venture === null ? undefined : (asset: number) => venture.admits(asset, u);
    const n = Math.min(universe.rank(t, admits), capacity);
    target.count = n;
    // Without an eligible asset the whole portfolio is cash.
    if (n === 0) return target;
    target.assets.set(universe.order.subarray(0, n));
    const decision: WeightingDecision = {
      market,
      u,
      n,
      assets: target.assets,
      weights: target.weights,
    };
    scheme(decision);
    if (venture !== null) multiplyFunding(decision, venture);
    addTilt(target, tilt(t));
    for (let k = 0; k < target.count; k += 1) {
      target.weights[k] = (target.weights[k] as number) * (1 - cash);
    }
    return target;
  };
}

/**
 * Multiplies each weight by its multiplier and scales the weights to their previous sum. Weights
 * are unchanged if every product is 0.
 */
function multiplyFunding(
  { n, assets, weights, u }: WeightingDecision,
  { multiplier }: FundingFilter,
): void {
  if (multiplier === null) return;
  let before = 0;
  let after = 0;
  const products = new Float64Array(n);
  for (let k = 0; k < n; k += 1) {
    const weight = weights[k] as number;
    const product = weight * Math.max(0, multiplier(assets[k] as number, u));
    before += weight;
    after += product;
    products[k] = product;
  }
  if (!(after > 0)) return;
  for (let k = 0; k < n; k += 1) weights[k] = ((products[k] as number) * before) / after;
}

/** Gives half of the portfolio to an asset: w ← 0.5·w + 0.5·e_x. */
function addTilt(target: TargetPortfolio, asset: number): void {
  if (asset < 0) return;
  const { assets, weights } = target;
  for (let k = 0; k < target.count; k += 1) weights[k] = 0.5 * (weights[k] as number);
  let place = assets.subarray(0, target.count).indexOf(asset);
  if (place < 0) {
    place = target.count;
    assets[place] = asset;
    weights[place] = 0;
    target.count += 1;
  }
  weights[place] = (weights[place] as number) + 0.5;
}
