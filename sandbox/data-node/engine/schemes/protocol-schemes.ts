import type { DefiMetric } from '../../../world/market-history.ts';
import type { PreparedMarket } from '../prepare-market.ts';
import { weighWithLimit } from './weight-limit.ts';
import { type WeightingScheme, weighByValues } from './weighting-decision.ts';

/** Maximum age of a protocol metric in days: values dated in (u−7, u] count. */
const REACH = 7;

/** An asset and a day. */
export type AssetDay = { readonly asset: number; readonly u: number };

/** Returns the latest value dated in (u−7, u]; 0 if there is none or it is not positive. */
export function findLatestMetric(
  market: PreparedMarket,
  metric: DefiMetric,
  { asset, u }: AssetDay,
): number {
  const values = market.defi[metric];
  const origin = originOf(market, asset);
  for (let t = u; t > u - REACH && t >= -market.lead.defi; t -= 1) {
    const value = values[origin + t] as number;
    if (!Number.isNaN(value)) return Math.max(value, 0);
  }
  return 0;
}

/** Returns the mean of the values dated in (u−7, u]; 0 if there is none or it is not positive. */
export function computeWeekMean(
  market: PreparedMarket,
  metric: DefiMetric,
  { asset, u }: AssetDay,
): number {
  const values = market.defi[metric];
  const origin = originOf(market, asset);
  let sum = 0;
  let count = 0;
  for (let t = Math.max(-market.lead.defi, u - REACH + 1); t <= u; t += 1) {
    const value = values[origin + t] as number;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? 0 : Math.max(sum / count, 0);
}

/** Returns a measure of one asset from the metrics that are known on day u, ≥ 0. */
export type ProtocolMeasure = (market: PreparedMarket, point: AssetDay) => number;

/** Returns the TVL. */
export const measureTvl: ProtocolMeasure = (market, point) =>
  findLatestMetric(market, 'tvl', point);

/** Returns the square root of the TVL. */
export const measureRootTvl: ProtocolMeasure = (market, point) =>
  Math.sqrt(measureTvl(market, point));

/** Returns a measure of TVL divided by the TVL `length` days earlier; 0 if either is missing. */
export function createTvlGrowthMeasure(length: number): ProtocolMeasure {
  return (market, { asset, u }) =>
    quotient(measureTvl(market, { asset, u }), measureTvl(market, { asset, u: u - length }));
}

/** Returns the mean daily fees divided by TVL; 0 if either is missing. */
export const measureFeeEfficiency: ProtocolMeasure = (market, point) =>
  quotient(computeWeekMean(market, 'fees', point), measureTvl(market, point));

/** Returns the highest yield that the protocol offers. */
export const measureBestYield: ProtocolMeasure = (market, point) =>
  findLatestMetric(market, 'apy', point);

/** Creates a scheme that weighs in proportion to a measure; equally if no asset has it. */
export function createMeasureScheme(measure: ProtocolMeasure): WeightingScheme {
  return (decision) => {
    const { market, u, assets, weights, n } = decision;
    for (let k = 0; k < n; k += 1) weights[k] = measure(market, { asset: assets[k] as number, u });
    weighByValues(decision);
  };
}

/** Creates a scheme that weighs in proportion to TVL, none above `percent`. */
export function createLimitedTvlScheme(percent: number): WeightingScheme {
  return (decision) => {
    const { market, u, assets, weights, n } = decision;
    for (let k = 0; k < n; k += 1)
      weights[k] = measureTvl(market, { asset: assets[k] as number, u });
    weighWithLimit(decision, percent / 100);
  };
}

/** Returns the index of an asset's day 0 in the table of a metric. */
function originOf({ days, lead }: PreparedMarket, asset: number): number {
  return asset * (lead.defi + days) + lead.defi;
}

function quotient(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
