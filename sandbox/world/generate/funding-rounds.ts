import { createLabelledRandom, type Random } from '../labelled-random.ts';
import type { FundingRound } from '../market-history.ts';
import { roundToSignificant } from '../round-to-significant.ts';
import { investorNames } from './universe/asset-names.ts';
import type { AssetPlan } from './universe/plan-universe.ts';

/**
 * Median amount in million USD, log standard deviation, and days relative to the listing
 * (docs/backtest-engine.md §9).
 */
const stages = [
  { type: 'Pre-Seed', median: 1.8, spread: 0.65, from: -720, to: -420 },
  { type: 'Seed', median: 3.5, spread: 0.8, from: -420, to: -180 },
  { type: 'Strategic', median: 5, spread: 1.2, from: -180, to: 60 },
  { type: 'Series A', median: 12, spread: 0.95, from: -60, to: 240 },
  { type: 'Series B', median: 48, spread: 1.1, from: 240, to: 600 },
  { type: 'Series C', median: 100, spread: 1.2, from: 600, to: 1000 },
] as const;

const chance = { leadNamed: 0.47, valuationKnown: 0.06, amountUnknown: 0.04 };
const mostRounds = 4;

/**
 * Draws the funding rounds of an asset: 0 to 4, ascending by day; none for Bitcoin and Ether.
 *
 * @param asset - Column number.
 */
export function generateFundingRounds({
  seed,
  plan,
  asset,
}: {
  readonly seed: number;
  readonly plan: AssetPlan;
  readonly asset: number;
}): readonly FundingRound[] {
  if (plan.ordinal < 2) return [];
  const random = createLabelledRandom(seed, `rounds ${plan.ordinal}`);
  const count = Math.floor(random.uniform() * (mostRounds + 1));
  // Consecutive stages; a start with an early stage is more likely.
  const first = Math.floor(random.uniform() * Math.min(3, stages.length - count + 1));
  return stages.slice(first, first + count).map((stage) => {
    const amount = stage.median * Math.exp(stage.spread * random.normal());
    const multiple = 4 + 8 * random.uniform();
    const span = stage.to - stage.from;
    return {
      day: plan.listedAt + stage.from + Math.floor(random.uniform() * span),
      asset,
      type: stage.type,
      amountM: random.uniform() < chance.amountUnknown ? Number.NaN : roundToSignificant(amount),
      valuationM:
        random.uniform() < chance.valuationKnown
          ? roundToSignificant(amount * multiple)
          : Number.NaN,
      investors: random.uniform() < chance.leadNamed ? drawInvestors(random) : [],
    };
  });
}

function drawInvestors(random: Random): readonly string[] {
  const pool: string[] = [...investorNames];
  const wanted = 1 + Math.floor(random.uniform() * 4);
  return Array.from({ length: wanted }, () => {
    const [drawn] = pool.splice(Math.floor(random.uniform() * pool.length), 1);
    return drawn ?? '';
  });
}
