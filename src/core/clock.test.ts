import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('default', () => {
  expect(systemClock.now()).toBeGreaterThan(1_700_000_000_000);
});
