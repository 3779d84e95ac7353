import { endDates } from '../end-dates.ts';
import { type AssetInfo, dayNumber, type MarketHistory } from '../history.ts';
import { sharedColumns, sharedIntegers } from '../shared-columns.ts';
import type { UpcomingCloses } from '../upcoming.ts';
import { computeDataVersion } from '../version.ts';
import { firstDay } from './calendar.ts';
import { drawFearAndGreed } from './market/fng.ts';
import { drawMarket } from './market/market.ts';
import { collectCategories, collectRounds, knownDelistingDay } from './meta.ts';
import { drawTables } from './tables.ts';
import { peggedPlans } from './universe/pegged.ts';
import { planUniverse } from './universe/universe.ts';

/** The synthetic history, and the closes of the days after it. */
export type Generated = { readonly history: MarketHistory; readonly upcoming: UpcomingCloses };

/** Days after the end whose closes are known in advance, for live prices. */
const upcomingDays = 30;
const daysUntil = (endDate: string) => dayNumber({ firstDay }, endDate) + 1;
const [shortest, longest] = [daysUntil(endDates.first), daysUntil(endDates.last)];

/**
 * Generates the synthetic market from 2020-01-01 to `endDate` (docs/backtest-engine.md §9). A day never
 * depends on days after it: an earlier end gives the same table, cut.
 *
 * @param endDate - Last day, `YYYY-MM-DD`.
 * @throws {RangeError} `endDate` is not a calendar date within `endDates`.
 */
export function generateHistory({
  seed,
  endDate,
}: {
  readonly seed: number;
  readonly endDate: string;
}): Generated {
  const days = daysUntil(endDate);
  if (!(days >= shortest && days <= longest)) {
    const { first, last } = endDates;
    throw new RangeError(`the synthetic history must end between ${first} and ${last}`);
  }
  const horizon = days + upcomingDays;
  const plans = planUniverse(seed, horizon);
  const columns = [...plans.filter((plan) => plan.firstPrice < days), ...peggedPlans].sort(
    (a, b) => (a.id < b.id ? -1 : 1),
  );
  const market = drawMarket(seed, horizon);
  const tables = drawTables({ seed, days, horizon, plans, columns, market });
  const fng = sharedColumns(days);
  drawFearAndGreed({ seed, days, market }, fng);
  const content = {
    origin: 'synthetic',
    firstDay,
    days,
    assets: columns.map(({ id, symbol, name }): AssetInfo => ({ id, symbol, name })),
    price: tables.price,
    marketCap: tables.marketCap,
    listedAt: sharedIntegers(columns.map((plan) => plan.listedAt)),
    delistedAt: sharedIntegers(columns.map((plan) => knownDelistingDay(plan, days))),
    lead: { fng: 0, defi: 0 },
    fng,
    defi: tables.defi,
    rounds: collectRounds({ seed, days, columns }),
    categories: collectCategories(columns),
  } as const;
  return {
    history: { version: computeDataVersion(content), ...content },
    upcoming: { days: upcomingDays, price: tables.upcoming },
  };
}
