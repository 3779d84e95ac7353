import { expect, test } from 'vitest';
import { createLivePrices } from '../../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../../world/load-history.ts';
import { DAY_MS } from '../../world/market-history.ts';
import { isPredictedUp } from '../settle/bitmap.ts';
import { botStrategies, computeBotBitmap, computeRandomBitmap } from './bot-bitmaps.ts';

const { history, upcoming } = loadHistoryWithUpcoming({ seed: 20_200_101, endDate: '2024-06-30' });
const start = (history.firstDay + history.days + 2) * DAY_MS;
const prices = createLivePrices({ history, upcoming, now: () => start });
const coins = [...history.assets.keys()].filter((asset) => {
  return history.assets[asset]?.symbol !== 'USDT' && (prices.change24hAt(asset, start) ?? 0) !== 0;
});

/**
 * Returns the fraction of decided markets that a bot wins if each tick's bitmap counts in the next
 * tick.
 */
function winRate(bot: number, seconds: number, ticks: number): number {
  let won = 0;
  let decided = 0;
  const moveOf = (asset: number, from: number) =>
    (prices.priceAt(asset, from + seconds * 1000) ?? 0) - (prices.priceAt(asset, from) ?? 0);
  for (let tick = 1; tick <= ticks; tick += 1) {
    const at = start + tick * seconds * 1000;
    const moves = coins.map((asset) => moveOf(asset, at - seconds * 1000));
    const bitmap = computeBotBitmap({ bot, batchId: 1, tick, markets: coins.length }, moves);
    for (const [market, asset] of coins.entries()) {
      const outcome = moveOf(asset, at + seconds * 1000);
      if (outcome === 0) continue;
      decided += 1;
      if (isPredictedUp(bitmap, market) === outcome > 0) won += 1;
    }
  }
  return won / decided;
}

test.each([10, 30, 60, 300])(
  'behavior: with ticks of %i s momentum wins, its contrary loses, and drawing does neither',
  (seconds) => {
    const rates = botStrategies.map((_, bot) => winRate(bot, seconds, 60));
    const [momentum = 0, contrarian = 0, random = 0] = rates;
    expect(momentum).toBeGreaterThan(0.56);
    expect(contrarian).toBeLessThan(0.44);
    expect(Math.abs(random - 0.5)).toBeLessThan(0.03);
    expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(0.08);
  },
);

test('behavior: the same name gives the same bitmap, another tick another one', () => {
  const name = { bot: 2, batchId: 7, tick: 12, markets: 64 };
  expect(computeBotBitmap(name, [])).toEqual(computeRandomBitmap(name));
  expect(computeBotBitmap({ ...name, tick: 13 }, [])).not.toEqual(computeBotBitmap(name, []));
});
