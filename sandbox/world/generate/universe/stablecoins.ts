import type { AssetPlan } from './plan-universe.ts';

/**
 * A stablecoin of the world. Its market cap is `firstCap` at first and grows by the log rate
 * `growth` per year.
 */
type StablecoinSpec = {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** USD. */
  readonly firstCap: number;
  readonly growth: number;
};

const pegs: readonly StablecoinSpec[] = [
  { id: 'tether', symbol: 'USDT', name: 'Tether', firstCap: 4.1e9, growth: 0.3 },
  { id: 'usd-coin', symbol: 'USDC', name: 'USDC', firstCap: 5.2e8, growth: 0.5 },
  { id: 'dai', symbol: 'DAI', name: 'Dai', firstCap: 5e7, growth: 0.5 },
];

/** A stablecoin as a column of the table. Market factors do not affect it. */
export type StablecoinPlan = AssetPlan & Pick<StablecoinSpec, 'firstCap'>;

/** The stablecoins of the world, which are listed before its first day. */
export const stablecoinPlans: readonly StablecoinPlan[] = pegs.map((peg, k) => ({
  id: peg.id,
  symbol: peg.symbol,
  name: peg.name,
  firstCap: peg.firstCap,
  ordinal: -1 - k,
  home: 0,
  isProtocol: false,
  categories: ['stablecoins'],
  firstPrice: 0,
  listedAt: -400,
  deathDay: Number.POSITIVE_INFINITY,
  isDelisted: false,
  decline: 0,
  beta: 0,
  gamma: 0,
  sigma: 0,
  firstUsd: 1,
  entryLevel: 0,
  supplyGrowth: peg.growth,
  gapChance: 0,
}));
