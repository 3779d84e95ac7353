import { type AssetCategory, type FundingRound, MISSING_DAY } from '../market-history.ts';
import { createSharedIntegers } from '../shared-columns.ts';
import { generateFundingRounds } from './funding-rounds.ts';
import type { AssetPlan } from './universe/plan-universe.ts';
import { categorySectors } from './universe/sectors.ts';

/**
 * Returns the delisting day of an asset if it is within the first `days` days; otherwise it is not
 * known yet.
 */
export function findKnownDelistingDay(plan: AssetPlan, days: number): number {
  return plan.isDelisted && plan.deathDay < days ? plan.deathDay : MISSING_DAY;
}

/**
 * Returns the funding rounds of all columns up to the last day, ascending by day, then by column.
 */
export function collectFundingRounds({
  seed,
  days,
  columns,
}: {
  readonly seed: number;
  readonly days: number;
  readonly columns: readonly AssetPlan[];
}): readonly FundingRound[] {
  return columns
    .flatMap((plan, asset) => generateFundingRounds({ seed, plan, asset }))
    .filter((round) => round.day < days)
    .sort((a, b) => a.day - b.day || a.asset - b.asset);
}

/** Returns the categories with the columns of their members. */
export function collectCategories(columns: readonly AssetPlan[]): readonly AssetCategory[] {
  return categorySectors.map((sector) => ({
    ...sector,
    assets: createSharedIntegers(
      columns.flatMap((plan, asset) => (plan.categories.includes(sector.id) ? [asset] : [])),
    ),
  }));
}
