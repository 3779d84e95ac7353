import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getRevealDeadline, getTickAt, getTickEnd, getTickStart, isLocked } from './tick-timing.ts';

const schedules = fc.integer({ min: 1, max: 2_592_000 }).chain((tickDuration) =>
  fc.record({
    tickDuration: fc.constant(tickDuration),
    lockOffset: fc.integer({ min: 0, max: tickDuration - 1 }),
    createdAtTick: fc.constant(Math.floor(1_700_000_000 / tickDuration)),
  }),
);

test('default: tick N covers [(created + N)·d, (created + N + 1)·d)', () => {
  const schedule = { tickDuration: 10, lockOffset: 2, createdAtTick: 100 };
  expect(getTickAt(schedule, 1000)).toBe(0);
  expect(getTickAt(schedule, 1009)).toBe(0);
  expect(getTickAt(schedule, 1010)).toBe(1);
  expect(getRevealDeadline(schedule, 0, 600)).toBe(1610);
});

test('behavior: every second lies in exactly its tick, and ticks follow without a gap', () => {
  fc.assert(
    fc.property(
      schedules,
      fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
      (schedule, now) => {
        const tick = getTickAt(schedule, now);
        expect(getTickStart(schedule, tick)).toBeLessThanOrEqual(now);
        expect(getTickEnd(schedule, tick)).toBeGreaterThan(now);
        expect(getTickStart(schedule, tick + 1)).toBe(getTickEnd(schedule, tick));
      },
    ),
    { numRuns: 1000 },
  );
});

test('behavior: locked for exactly the last lockOffset seconds of a tick', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 1000 }), (schedule, tick) => {
      const end = getTickEnd(schedule, tick);
      expect(isLocked(schedule, end)).toBe(schedule.lockOffset === schedule.tickDuration);
      expect(isLocked(schedule, end - 1)).toBe(schedule.lockOffset >= 1);
      expect(isLocked(schedule, end - schedule.lockOffset - 1)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
