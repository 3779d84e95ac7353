import { expect, test } from 'vitest';
import { createChainClock } from './clock.ts';

test('behavior: goes with a chain that was moved ahead, and never back', () => {
  let machine = 1_000_000;
  const clock = createChainClock({ now: () => machine });
  clock.observe(999);
  clock.observe(1_001);
  expect(clock.now()).toBe(1_000_000);
  clock.observe(5_000);
  expect(clock.now()).toBe(5_000_000);
  machine += 10_000;
  clock.observe(4_000);
  expect(clock.now()).toBe(5_010_000);
});
