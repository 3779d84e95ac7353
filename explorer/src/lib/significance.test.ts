import { describe, expect, test } from 'vitest';
import { chanceOfAtLeast, compareWithChance, wilsonInterval } from './significance.ts';

describe('significance', () => {
  test('default: the interval of a share is that of Wilson', () => {
    // Its bounds are the shares from which the observed one is 1.96 deviations away.
    for (const [hits, count] of [
      [10, 20],
      [3, 7],
      [861, 1268],
    ] as const) {
      const interval = wilsonInterval(hits, count);
      for (const bound of [interval?.low ?? 0, interval?.high ?? 0]) {
        const deviation = Math.sqrt((bound * (1 - bound)) / count);
        expect(Math.abs(hits / count - bound) / deviation).toBeCloseTo(1.959963984540054, 9);
      }
      expect(interval?.low).toBeLessThan(hits / count);
    }
    expect(wilsonInterval(0, 5)?.low).toBe(0);
    expect(wilsonInterval(5, 5)?.high).toBe(1);
    expect(wilsonInterval(0, 0)).toBe(null);
  });

  test('default: the chance of heads is the sum of the binomial distribution', () => {
    expect(chanceOfAtLeast(12, 14)).toBeCloseTo(106 / 2 ** 14, 12);
    expect(chanceOfAtLeast(0, 14)).toBeCloseTo(1, 12);
    expect(compareWithChance(246, 879)).toBe('worse');
    expect(compareWithChance(633, 879)).toBe('better');
    expect(compareWithChance(10, 14)).toBe('equal');
    // 5 % on one side are 10 % on both.
    expect(chanceOfAtLeast(15, 22)).toBeGreaterThan(0.05);
    expect(chanceOfAtLeast(16, 22)).toBeGreaterThan(0.025);
    expect(compareWithChance(16, 22)).toBe('equal');
    expect(compareWithChance(17, 22)).toBe('better');
    expect(chanceOfAtLeast(14, 14)).toBeCloseTo(2 ** -14, 12);
    // Far beyond the range of factorials: half of an odd number of flips.
    expect(chanceOfAtLeast(2001, 4001)).toBeCloseTo(0.5, 9);
  });
});
