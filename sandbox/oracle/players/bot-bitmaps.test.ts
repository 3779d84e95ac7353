import { expect, test } from 'vitest';
import { createLivePrices } from '../../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../../world/load-history.ts';
import { DAY_MS } from '../../world/market-history.ts';
import { isPredictedUp } from '../settle/bitmap.ts';
import { botProfiles, computeBotBitmap, computeRandomBitmap } from './bot-bitmaps.ts';

const { history, upcoming } = loadHistoryWithUpcoming({ seed: 20_200_101, endDate: '2024-06-30' });
const start = (history.firstDay + history.days + 2) * DAY_MS;
const prices = createLivePrices({ history, upcoming, now: () => start });
const coins = [...history.assets.keys()].filter((asset) => {
  return history.assets[asset]?.symbol !== 'USDT' && (prices.change24hAt(asset, start) ?? 0) !== 0;
});

/** Ticks of a batch of the first coins, from a time on. */
type Played = {
  readonly from: number;
  readonly seconds: number;
  readonly ticks: number;
  readonly markets: number;
};

/**
 * Returns the fraction of decided markets that a bot wins. It commits at the beginning of a tick
 * to a bitmap that counts in the next tick, and knows the moves of the tick before.
 */
function winRate(bot: number, { from, seconds, ticks, markets }: Played): number {
  let won = 0;
  let decided = 0;
  const length = seconds * 1000;
  const moveOf = (asset: number, since: number) =>
    (prices.priceAt(asset, since + length) ?? 0) - (prices.priceAt(asset, since) ?? 0);
  const played = coins.slice(0, markets);
  for (let tick = 1; tick <= ticks; tick += 1) {
    const at = from + tick * length;
    const moves = played.map((asset) => moveOf(asset, at - length));
    const bitmap = computeBotBitmap({ bot, batchId: 1, tick, markets }, moves);
    for (const [market, asset] of played.entries()) {
      const outcome = moveOf(asset, at + length);
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
    const played = { from: start, seconds, ticks: 60, markets: coins.length };
    const rates = botProfiles.map((_, bot) => winRate(bot, played));
    const [momentum = 0, contrarian = 0, random = 0] = rates;
    expect(momentum).toBeGreaterThan(0.56);
    expect(contrarian).toBeLessThan(0.44);
    expect(Math.abs(random - 0.5)).toBeLessThan(0.03);
    expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(0.08);
  },
);

test('behavior: after ten ticks of the fastest batch the win rates of its bots differ, at any time', () => {
  const bots = [0, 1, 2, 3, 4];
  const spreads = Array.from({ length: 100 }, (_, n) => {
    const played = { from: start + n * 601_000, seconds: 10, ticks: 10, markets: 40 };
    const rates = bots.map((bot) => winRate(bot, played));
    return Math.max(...rates) - Math.min(...rates);
  });
  expect(Math.min(...spreads)).toBeGreaterThan(0.08);
});

test('behavior: the same name gives the same bitmap, another tick another one', () => {
  const name = { bot: 2, batchId: 7, tick: 12, markets: 64 };
  expect(computeBotBitmap(name, [])).toEqual(computeRandomBitmap(name));
  expect(computeBotBitmap({ ...name, tick: 13 }, [])).not.toEqual(computeBotBitmap(name, []));
});
