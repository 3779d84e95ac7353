import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Address } from '../../../lib/units.ts';
import {
  computeFee,
  computePools,
  type MarketMove,
  settleTick,
  type TickPlayer,
} from './settle-tick.ts';

const address = (number: number) => `0x${String(number).padStart(40, '0')}` as Address;
const moves = fc.array(fc.constantFrom<MarketMove>('UP', 'DOWN', null), { maxLength: 12 });
const players = fc
  .array(
    fc.record({
      stake: fc.bigInt({ min: 0n, max: 10n ** 21n }),
      predictions: fc.option(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((one, index): TickPlayer => ({ ...one, address: address(index) })));

test('default: pools 300 UP against 100 DOWN, UP wins: winners share 100, losers lose all', () => {
  const bets = [
    { address: address(1), stake: 200n, predictions: [true] },
    { address: address(2), stake: 100n, predictions: [true] },
    { address: address(3), stake: 100n, predictions: [false] },
  ];
  expect(computePools(bets, 0)).toEqual({
    ...{ upStake: 300n, downStake: 100n, upPlayers: 2, downPlayers: 1 },
  });
  // 66 and 33 by floors; the wei that is left over goes to the largest winner.
  expect(settleTick(['UP'], bets)).toEqual({
    ...{ deltas: [67n, 33n, -100n], hits: [1, 1, 0], matched: 100n, forfeited: 0n },
  });
});

test('behavior: any tick sums to zero, and nobody loses more than the stakes', () => {
  fc.assert(
    fc.property(moves, players, (moved, all) => {
      const { deltas, hits } = settleTick(moved, all);
      expect(deltas.reduce((sum, delta) => sum + delta, 0n)).toBe(0n);
      for (const [index, { stake }] of all.entries()) {
        expect(deltas[index]).toBeGreaterThanOrEqual(-stake * BigInt(moved.length));
        expect(hits[index]).toBeLessThanOrEqual(moved.length);
      }
    }),
  );
});

test('behavior: the matched volume is the sum of the smaller sides of markets that moved', () => {
  fc.assert(
    fc.property(moves, players, (moved, all) => {
      const expected = moved.reduce((sum, move, market) => {
        const { upStake, downStake } = computePools(all, market);
        return move === null ? sum : sum + (upStake < downStake ? upStake : downStake);
      }, 0n);
      expect(settleTick(moved, all).matched).toBe(expected);
    }),
  );
});

test('behavior: a market without opponents, or that did not move, gives every stake back', () => {
  const one = [{ address: address(1), stake: 5n, predictions: [true, true, false] }];
  expect(settleTick(['UP', 'DOWN', null], one).deltas).toEqual([0n]);
});

test('behavior: stakes without a bitmap are divided among the others', () => {
  const all = [
    { address: address(1), stake: 3n, predictions: [true, true] },
    { address: address(2), stake: 3n, predictions: [true, true] },
    { address: address(3), stake: 5n, predictions: null },
  ];
  expect(settleTick(['UP', 'DOWN'], all)).toMatchObject({ deltas: [5n, 5n, -10n], forfeited: 10n });
  expect(settleTick(['UP'], all.slice(2)).deltas).toEqual([0n]);
});

test('default: the fee is 5 basis points of winnings, and nothing of losses', () => {
  expect([computeFee(10_000n), computeFee(19_999n), computeFee(-10_000n)]).toEqual([5n, 9n, 0n]);
});
