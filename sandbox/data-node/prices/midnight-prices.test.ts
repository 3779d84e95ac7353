import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLivePrices } from '../../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../../world/load-history.ts';
import { DAY_MS } from '../../world/market-history.ts';
import { withMidnightPrices } from './midnight-prices.ts';

const { history, upcoming } = loadHistoryWithUpcoming({ seed: 20_200_101, endDate: '2024-06-30' });
const { priceAt } = createLivePrices({ history, upcoming, now: Date.now });
const fast = withMidnightPrices(history, priceAt);

test('default: every midnight and every other time has the price that live prices give', () => {
  const asset = fc.integer({ min: -1, max: history.assets.length });
  const day = fc.integer({ min: -3, max: history.days + 3 });
  fc.assert(
    fc.property(asset, day, fc.constantFrom(0, 0, 0, 1_000, 40_000_000), (column, t, later) => {
      const ms = (history.firstDay + t) * DAY_MS + later;
      expect(fast(column, ms)).toBe(priceAt(column, ms));
    }),
    { numRuns: 3_000 },
  );
});

test('behavior: no live price is requested for a midnight of the history', () => {
  const alone = withMidnightPrices(history, () => {
    throw new Error('requested');
  });
  const last = (history.firstDay + history.days - 1) * DAY_MS;
  expect(alone(0, last)).not.toBeUndefined();
  expect(() => alone(0, last + 1)).toThrow('requested');
});
