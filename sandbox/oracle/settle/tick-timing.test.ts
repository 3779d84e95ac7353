import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getRevealDeadline, getTickAt, getTickEnd, getTickStart, isLocked } from './tick-timing.ts';

const clocks = fc.integer({ min: 1, max: 2_592_000 }).chain((tickDuration) =>
  fc.record({
    tickDuration: fc.constant(tickDuration),
    lockOffset: fc.integer({ min: 0, max: tickDuration - 1 }),
    createdAtTick: fc.constant(Math.floor(1_700_000_000 / tickDuration)),
  }),
);

test('default: tick N covers [(created + N)·d, (created + N + 1)·d)', () => {
  const clock = { tickDuration: 10, lockOffset: 2, createdAtTick: 100 };
  expect(getTickAt(clock, 1000)).toBe(0);
  expect(getTickAt(clock, 1009)).toBe(0);
  expect(getTickAt(clock, 1010)).toBe(1);
  expect(getRevealDeadline(clock, 0, 600)).toBe(1610);
});

test('behavior: every second lies in exactly its tick, and ticks follow without a gap', () => {
  fc.assert(
    fc.property(clocks, fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), (clock, now) => {
      const tick = getTickAt(clock, now);
      expect(getTickStart(clock, tick)).toBeLessThanOrEqual(now);
      expect(getTickEnd(clock, tick)).toBeGreaterThan(now);
      expect(getTickStart(clock, tick + 1)).toBe(getTickEnd(clock, tick));
    }),
    { numRuns: 1000 },
  );
});

test('behavior: locked for exactly the last lockOffset seconds of a tick', () => {
  fc.assert(
    fc.property(clocks, fc.integer({ min: 0, max: 1000 }), (clock, tick) => {
      const end = getTickEnd(clock, tick);
      expect(isLocked(clock, end)).toBe(clock.lockOffset === clock.tickDuration);
      expect(isLocked(clock, end - 1)).toBe(clock.lockOffset >= 1);
      expect(isLocked(clock, end - clock.lockOffset - 1)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
