import { describe, expect, test } from 'vitest';
import { findCarriedPrice } from './carried-price.ts';
import { generateHistory } from './generate/generate-history.ts';
import { createLivePrices } from './live-prices.ts';
import { DAY_MS, type MarketHistory } from './market-history.ts';

const { history, upcoming } = generateHistory({ seed: 20200101, endDate: '2026-06-30' });
const midnight = (day: number) => (history.firstDay + day) * DAY_MS;
const noon = midnight(history.days) + DAY_MS / 2;
const live = createLivePrices({ history, upcoming, now: () => noon });
const bitcoin = history.assets.findIndex((asset) => asset.id === 'bitcoin');
const columns = [...history.assets.keys()];

describe('createLivePrices', () => {
  test('default: the price of a day is that of its 00:00 UTC', () => {
    for (const day of [0, 1, 72, 1000, history.days - 1]) {
      for (const asset of columns) {
        expect(live.priceAt(asset, midnight(day))).toBe(findCarriedPrice(history, { asset, day }));
      }
    }
  });

  test('behavior: the closes ahead are those that a later history has', () => {
    const later = generateHistory({ seed: 20200101, endDate: '2026-07-05' }).history;
    for (const [asset, { id }] of history.assets.entries()) {
      const same = later.assets.findIndex((other) => other.id === id);
      const close = findCarriedPrice(later, { asset: same, day: history.days + 1 });
      expect(live.priceAt(asset, midnight(history.days + 1))).toBe(close);
    }
  });

  test('behavior: prices move from second to second, and only then', () => {
    const prices = Array.from({ length: 60 }, (_, s) => live.priceAt(bitcoin, noon + s * 1000));
    expect(new Set(prices).size).toBeGreaterThan(55);
    expect(live.priceAt(bitcoin, noon + 999)).toBe(live.priceAt(bitcoin, noon));
    const first = prices[0] ?? Number.NaN;
    for (const price of prices) expect(Math.abs((price ?? 0) / first - 1)).toBeLessThan(0.01);
  });

  test('behavior: the order of questions changes nothing', () => {
    const other = createLivePrices({ history, upcoming, now: () => noon });
    const times = [noon, midnight(500) + 7_000_000, noon - DAY_MS, midnight(3) + 1, noon];
    const backwards = times.toReversed().map((ms) => other.priceAt(bitcoin, ms));
    expect(backwards.toReversed()).toEqual(times.map((ms) => live.priceAt(bitcoin, ms)));
  });

  test('behavior: minute returns add up to the asset’s own volatility', () => {
    const deviation = (step: number) => {
      let squares = 0;
      for (let at = midnight(800); at < midnight(830); at += step) {
        const from = live.priceAt(bitcoin, at) ?? Number.NaN;
        const to = live.priceAt(bitcoin, at + step) ?? Number.NaN;
        squares += Math.log(to / from) ** 2;
      }
      return Math.sqrt(squares / 30);
    };
    const ratio = deviation(60_000) / deviation(DAY_MS);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  test('behavior: speed moves the days after the history faster and leaves the history alone', () => {
    const fast = createLivePrices({ history, upcoming, now: () => noon, speed: 100 });
    const past = midnight(1000) + 40_000_000;
    expect(fast.priceAt(bitcoin, past)).toBe(live.priceAt(bitcoin, past));
    const travel = (prices: typeof live) => {
      let sum = 0;
      for (let s = 0; s < 600; s += 1) {
        const move = Math.log(
          (prices.priceAt(bitcoin, noon + s * 1000 + 1000) ?? 0) /
            (prices.priceAt(bitcoin, noon + s * 1000) ?? 0),
        );
        sum += move * move;
      }
      return Math.sqrt(sum);
    };
    const ratio = travel(fast) / travel(live);
    expect(ratio).toBeGreaterThan(20);
    expect(ratio).toBeLessThan(80);
    expect(fast.priceAt(bitcoin, midnight(history.days + 1))).toBe(
      live.priceAt(bitcoin, midnight(history.days + 1)),
    );
  });

  test('behavior: an asset that died keeps its last price', () => {
    const { days, price } = history;
    const dead = columns.filter((asset) => {
      const last = price.subarray(asset * days, (asset + 1) * days).findLastIndex((usd) => usd > 0);
      return last < days - 60;
    });
    expect(dead.length).toBeGreaterThan(20);
    for (const asset of dead) {
      const last = findCarriedPrice(history, { asset, day: history.days - 1 });
      expect(live.priceAt(asset, noon)).toBe(last);
      expect(live.priceAt(asset, noon - 12_345_678)).toBe(last);
      expect(live.change24hAt(asset, noon)).toBe(0);
    }
  });

  test('behavior: beyond all known closes a price hovers around the last one', () => {
    const unguided = createLivePrices({ history, now: () => noon });
    const last = findCarriedPrice(history, { asset: bitcoin, day: history.days - 1 }) ?? Number.NaN;
    expect(unguided.priceAt(bitcoin, midnight(history.days - 1))).toBe(last);
    const seen = new Set<number>();
    for (let day = 0; day < 400; day += 1) {
      const price = unguided.priceAt(bitcoin, noon + day * DAY_MS) ?? Number.NaN;
      seen.add(price);
      expect(Math.abs(Math.log(price / last))).toBeLessThan(0.5);
    }
    expect(seen.size).toBeGreaterThan(390);
  });

  test('behavior: no price before the first day, nor of a column that is not there', () => {
    expect(live.priceAt(bitcoin, midnight(0) - 1)).toBeNull();
    expect(live.priceAt(bitcoin, midnight(0))).not.toBeNull();
    expect(live.priceAt(history.assets.length, noon)).toBeNull();
    expect(live.priceAt(bitcoin, Number.NaN)).toBeNull();
    expect(live.change24hAt(bitcoin, midnight(0) + 1)).toBeNull();
  });

  test('behavior: the current price is that of the clock', () => {
    expect(live.priceNow(bitcoin)).toBe(live.priceAt(bitcoin, noon));
    const change = live.change24hAt(bitcoin, noon) ?? Number.NaN;
    const before = live.priceAt(bitcoin, noon - DAY_MS) ?? Number.NaN;
    expect(before * (1 + change / 100)).toBeCloseTo(live.priceNow(bitcoin) ?? 0, 3);
  });

  test('behavior: a short history of full-precision prices works', () => {
    const small: MarketHistory = {
      ...history,
      days: 2,
      assets: [{ id: 'x', symbol: 'X', name: 'X' }],
      price: Float64Array.of(1.23456789012, 2),
    };
    const prices = createLivePrices({ history: small, now: () => noon });
    expect(prices.priceAt(0, midnight(0))).toBe(1.2345679);
    expect(prices.priceAt(0, midnight(1))).toBe(2);
    expect(prices.priceAt(0, noon)).toBeGreaterThan(0);
  });
});
