import { computeDataVersion } from '../data-version.ts';
import { type AssetInfo, type MarketHistory, parseDayNumber } from '../market-history.ts';
import { createSharedColumns, createSharedIntegers } from '../shared-columns.ts';
import { syntheticEndDates } from '../synthetic-end-dates.ts';
import type { UpcomingCloses } from '../upcoming-closes.ts';
import {
  collectCategories,
  collectFundingRounds,
  findKnownDelistingDay,
} from './collect-metadata.ts';
import { firstHistoryDay } from './history-dates.ts';
import { generateHistoryTables } from './history-tables.ts';
import { generateFearAndGreed } from './market/fear-and-greed.ts';
import { generateMarketFactor } from './market/market-factor.ts';
import { planUniverse } from './universe/plan-universe.ts';
import { stablecoinPlans } from './universe/stablecoins.ts';

/** The synthetic history and the closes of the days after it. */
export type GeneratedHistory = {
  readonly history: MarketHistory;
  readonly upcoming: UpcomingCloses;
};

/** Number of days after the end whose closes are generated in advance, for live prices. */
const upcomingDays = 30;
const daysUntil = (endDate: string) => parseDayNumber({ firstDay: firstHistoryDay }, endDate) + 1;
const [shortest, longest] = [daysUntil(syntheticEndDates.first), daysUntil(syntheticEndDates.last)];

/**
 * Generates the synthetic market from 2020-01-01 to `endDate` (docs/backtest-engine.md §9). A day
 * never depends on later days: an earlier end gives the same table, but shorter.
 *
 * @param endDate - Last day, `YYYY-MM-DD`.
 * @throws {RangeError} `endDate` is not a calendar date within `syntheticEndDates`.
 */
export function generateHistory({
  seed,
  endDate,
}: {
  readonly seed: number;
  readonly endDate: string;
}): GeneratedHistory {
  const days = daysUntil(endDate);
  if (!(days >= shortest && days <= longest)) {
    const { first, last } = syntheticEndDates;
    throw new RangeError(`the synthetic history must end between ${first} and ${last}`);
  }
  const horizon = days + upcomingDays;
  const plans = planUniverse(seed, horizon);
  const columns = [...plans.filter((plan) => plan.firstPrice < days), ...stablecoinPlans].sort(
    (a, b) => (a.id < b.id ? -1 : 1),
  );
  const market = generateMarketFactor(seed, horizon);
  const tables = generateHistoryTables({ seed, days, horizon, plans, columns, market });
  const fng = createSharedColumns(days);
  generateFearAndGreed({ seed, days, market }, fng);
  const content = {
    origin: 'synthetic',
    firstDay: firstHistoryDay,
    days,
    assets: columns.map(({ id, symbol, name }): AssetInfo => ({ id, symbol, name })),
    price: tables.price,
    marketCap: tables.marketCap,
    listedAt: createSharedIntegers(columns.map((plan) => plan.listedAt)),
    delistedAt: createSharedIntegers(columns.map((plan) => findKnownDelistingDay(plan, days))),
    lead: { fng: 0, defi: 0 },
    fng,
    defi: tables.defi,
    rounds: collectFundingRounds({ seed, days, columns }),
    categories: collectCategories(columns),
  } as const;
  return {
    history: { version: computeDataVersion(content), ...content },
    upcoming: { days: upcomingDays, price: tables.upcoming },
  };
}
