import { createLabelledRandom } from '../labelled-random.ts';
import { createOrnsteinUhlenbeck } from './market/market-factor.ts';
import type { AssetPlan } from './universe/plan-universe.ts';

/** DeFi metrics of one protocol on one day; in USD, `apy` in percent; not rounded. */
export type ProtocolDayMetrics = {
  readonly tvl: number;
  readonly fees: number;
  readonly revenue: number;
  readonly volume: number;
  readonly apy: number;
};

/**
 * Generates the metrics of one protocol day by day (docs/backtest-engine.md §9): ln TVL = 0.8·ln
 * cap + c + OU; fees = TVL·e^N(−8,1)·(1 + 2|m|/σ); revenue is 5–50 % of fees; volume =
 * TVL·e^N(−2,1)·noise; APY is an OU process around 6 %, never negative.
 *
 * @returns a function that returns the metrics of the next day for the market cap (USD) and the
 * relative market move |m|/σ.
 */
export function createProtocolMetrics(
  seed: number,
  plan: AssetPlan,
): (cap: number, excitement: number) => ProtocolDayMetrics {
  const random = createLabelledRandom(seed, `protocol ${plan.ordinal}`);
  const { normal } = random;
  const level = 2.5 + normal();
  const feeRate = Math.exp(-8 + normal());
  const revenueShare = 0.05 + 0.45 * random.uniform();
  const turnover = Math.exp(-2 + normal());
  const usualApy = Math.max(1, 6 + 3 * normal());
  const nextLock = createOrnsteinUhlenbeck(normal, { halfLifeDays: 60, sd: 0.5 });
  const nextApy = createOrnsteinUhlenbeck(normal, { halfLifeDays: 30, sd: 4 });
  return (cap, excitement) => {
    const tvl = Math.exp(0.8 * Math.log(cap) + level + nextLock());
    const fees = tvl * feeRate * (1 + 2 * excitement);
    return {
      tvl,
      fees,
      revenue: fees * revenueShare,
      volume: tvl * turnover * Math.exp(0.4 * normal()),
      apy: Math.max(0, usualApy + nextApy()),
    };
  };
}
