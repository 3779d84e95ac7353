import { expect, test } from 'vitest';
import { createMonotonicClock, systemClock } from './clock.ts';

test('default', () => {
  expect(systemClock.now()).toBeGreaterThan(1_700_000_000_000);
});

test('behavior: the monotonic clock continues from its last time when the wall clock is set back', () => {
  let now = 1000;
  const monotonicClock = createMonotonicClock({ now: () => now });
  const at = (time: number) => {
    now = time;
    return monotonicClock.now();
  };
  expect([1000, 1010, 400, 405, 2000, 1999, 2001].map(at)).toEqual([
    1000, 1010, 1010, 1015, 2610, 2610, 2612,
  ]);
});
