import { expect, test } from 'vitest';
import { toMonths, usualFlowRange } from './flow-ranges.ts';

const now = 1_800_000_000;
const daysAgo = (days: number) => now - days * 86_400;

test('default: the usual range is the shortest that has the newest flows', () => {
  expect(usualFlowRange([daysAgo(1), daysAgo(20)], now)).toBe('D30');
  expect(usualFlowRange([daysAgo(1), daysAgo(30)], now)).toBe('D90');
  expect(usualFlowRange([daysAgo(200)], now)).toBe('Y1');
  expect(usualFlowRange([daysAgo(200), daysAgo(900)], now)).toBe('MAX');
});

test('default: flows of days add up to those of their months', () => {
  const flow = (date: string, mintedUsd: number, redeemedUsd: number) => ({
    date,
    mintedUsd,
    redeemedUsd,
    netUsd: mintedUsd - redeemedUsd,
  });
  expect(
    toMonths([flow('2026-01-30', 5, 1), flow('2026-01-31', 2, 0), flow('2026-02-01', 0, 3)]),
  ).toEqual([flow('2026-01-01', 7, 1), flow('2026-02-01', 0, 3)]);
});
