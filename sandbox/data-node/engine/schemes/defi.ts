import type { DefiMetric } from '../../../world/history.ts';
import type { Market } from '../market.ts';
import { weighWithCap } from './cap.ts';
import { type Scheme, weighByValues } from './decision.ts';

/** How far back a protocol metric counts, days: values dated in (u−7, u]. */
const REACH = 7;

/** One asset on one day. */
export type Point = { readonly asset: number; readonly u: number };

/** The latest value dated in (u−7, u]; 0 when there is none or it is not positive. */
export function lastValue(market: Market, metric: DefiMetric, { asset, u }: Point): number {
  const values = market.defi[metric];
  const origin = originOf(market, asset);
  for (let t = u; t > u - REACH && t >= -market.lead.defi; t -= 1) {
    const value = values[origin + t] as number;
    if (!Number.isNaN(value)) return Math.max(value, 0);
  }
  return 0;
}

/** The mean of the values dated in (u−7, u]; 0 when there is none or it is not positive. */
export function weekMean(market: Market, metric: DefiMetric, { asset, u }: Point): number {
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

/** A protocol metric of one asset as known on day u, ≥ 0. */
export type Measure = (market: Market, point: Point) => number;

/** TVL. */
export const tvl: Measure = (market, point) => lastValue(market, 'tvl', point);

/** Square root of TVL. */
export const rootOfTvl: Measure = (market, point) => Math.sqrt(tvl(market, point));

/** TVL against TVL `length` days before; 0 where either is missing. */
export function tvlGrowth(length: number): Measure {
  return (market, { asset, u }) =>
    quotient(tvl(market, { asset, u }), tvl(market, { asset, u: u - length }));
}

/** Fees of a day against TVL; 0 where either is missing. */
export const feeEfficiency: Measure = (market, point) =>
  quotient(weekMean(market, 'fees', point), tvl(market, point));

/** Greatest yield on offer. */
export const bestYield: Measure = (market, point) => lastValue(market, 'apy', point);

/** Weighs in proportion to a metric; equally when no asset has it. */
export function weighByMeasure(measure: Measure): Scheme {
  return (decision) => {
    const { market, u, assets, weights, n } = decision;
    for (let k = 0; k < n; k += 1) weights[k] = measure(market, { asset: assets[k] as number, u });
    weighByValues(decision);
  };
}

/** Weighs in proportion to TVL, none above `percent`. */
export function weighByLimitedTvl(percent: number): Scheme {
  return (decision) => {
    const { market, u, assets, weights, n } = decision;
    for (let k = 0; k < n; k += 1) weights[k] = tvl(market, { asset: assets[k] as number, u });
    weighWithCap(decision, percent / 100);
  };
}

/** Where day 0 of an asset stands in a metric's table. */
function originOf({ days, lead }: Market, asset: number): number {
  return asset * (lead.defi + days) + lead.defi;
}

function quotient(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
