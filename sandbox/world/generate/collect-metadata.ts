import { type AssetCategory, type FundingRound, MISSING_DAY } from '../market-history.ts';
import { createSharedIntegers } from '../shared-columns.ts';
import { drawFundingRounds } from './funding-rounds.ts';
import type { AssetPlan } from './universe/plan-universe.ts';
import { categorySectors } from './universe/sectors.ts';

/** The date of a delisting as the table of the first `days` days knows it: not before it happens. */
export function findKnownDelistingDay(plan: AssetPlan, days: number): number {
  return plan.isDelisted && plan.deathDay < days ? plan.deathDay : MISSING_DAY;
}

/** Funding rounds of all columns up to the last day, ascending by day, then by column. */
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
    .flatMap((plan, asset) => drawFundingRounds({ seed, plan, asset }))
    .filter((round) => round.day < days)
    .sort((a, b) => a.day - b.day || a.asset - b.asset);
}

/** The categories with the columns that belong to them. */
export function collectCategories(columns: readonly AssetPlan[]): readonly AssetCategory[] {
  return categorySectors.map((sector) => ({
    ...sector,
    assets: createSharedIntegers(
      columns.flatMap((plan, asset) => (plan.categories.includes(sector.id) ? [asset] : [])),
    ),
  }));
}
