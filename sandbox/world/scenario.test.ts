import { expect, test } from 'vitest';
import { createFundNavs } from '../chain/seed/fund-navs.ts';
import { createLivePrices } from './live-prices.ts';
import { loadHistoryWithUpcoming } from './load-history.ts';
import { DAY_MS } from './market-history.ts';
import { planFunds } from './plan-funds.ts';
import { createPriceShock, isSourceDown, type ScenarioName, scenarioNames } from './scenario.ts';

const { history, upcoming } = loadHistoryWithUpcoming({ seed: 20_200_101, endDate: '2024-06-30' });
const startsAt = (history.firstDay + history.days + 1) * DAY_MS + 40_000_000;
const pricesIn = (name: ScenarioName) =>
  createLivePrices({
    history,
    upcoming,
    now: () => startsAt,
    shock: createPriceShock({ name, startsAt }),
  });
const plan = planFunds(history);

function medianNavChange(name: ScenarioName): number {
  const navs = createFundNavs(plan, pricesIn(name).priceAt);
  const changes = plan.funds.map((_, fund) => {
    const before = Number(navs.navAt(fund, startsAt));
    return Number(navs.navAt(fund, startsAt + 90_000)) / before - 1;
  });
  return changes.sort((a, b) => a - b)[changes.length >> 1] ?? 0;
}

test('behavior: in a crash the median NAV falls by more than 20 percent within 90 seconds', () => {
  expect(medianNavChange('crash')).toBeLessThan(-0.2);
  expect(Math.abs(medianNavChange('pause'))).toBeLessThan(0.02);
});

test('behavior: in a depeg one stablecoin leaves a dollar by more than 5 percent', () => {
  const { priceAt } = pricesIn('depeg');
  const priceOf = (symbol: string, ms: number) =>
    priceAt(
      history.assets.findIndex((asset) => asset.symbol === symbol),
      ms,
    ) ?? 0;
  expect(priceOf('USDT', startsAt)).toBeGreaterThan(0.98);
  expect(priceOf('USDT', startsAt + 60_000)).toBeLessThan(0.95);
  expect(priceOf('USDC', startsAt + 60_000)).toBeGreaterThan(0.98);
});

test('behavior: before its time no scenario changes a price', () => {
  for (const name of scenarioNames) {
    const shock = createPriceShock({ name, startsAt });
    for (const { id } of history.assets) expect(shock(id, startsAt)).toBe(0);
  }
});

test('behavior: an outage takes one source down and gives it back within three minutes', () => {
  const down = (ms: number) => isSourceDown({ name: 'outage', startsAt }, 'stocks', startsAt + ms);
  expect([down(-1), down(0), down(60_000), down(180_000)]).toEqual([false, true, true, false]);
});
