import { expect, test } from 'vitest';
import { returnOnStake } from './return-on-stake.ts';

test.each([
  [5, 20, 25],
  [-20, 20, -100],
  // The stakes of another base: nobody loses more than the stakes.
  [-21.55, 20, null],
  [0, 0, null],
  [-3, 0, null],
])('default: a profit of %s on stakes of %s is %s %%', (profit, stake, expected) => {
  expect(returnOnStake(profit, stake)).toBe(expected);
});
