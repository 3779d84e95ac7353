import { expect, test } from 'vitest';
import { BusyError, RateLimitedError } from '../errors.ts';
import { createStreamSlots, takeSlot } from './stream-slots.ts';

test('default: a slot that is given back can be taken again', () => {
  const slots = createStreamSlots({ total: 2, perClient: 1 });
  const slot = takeSlot(slots, 'a');
  slot.release();
  slot.release();
  expect(() => takeSlot(slots, 'a')).not.toThrow();
});

test('error: a client with too many is told to come back, so is everybody when there are too many', () => {
  const slots = createStreamSlots({ total: 2, perClient: 1 });
  takeSlot(slots, 'a');
  expect(() => takeSlot(slots, 'a')).toThrow(RateLimitedError);
  takeSlot(slots, 'b');
  expect(() => takeSlot(slots, 'c')).toThrow(BusyError);
});
