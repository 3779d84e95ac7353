import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OracleState } from './submission.ts';
import { isSettled, judge, quorumOf } from './verdict.ts';

const all: readonly OracleState[] = [
  'accepted',
  'hash-mismatch',
  'refused',
  'player-unknown',
  'batch-unknown',
  'unavailable',
  'waiting',
];
const states = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 9 });
const count = (given: readonly OracleState[], state: OracleState) =>
  given.filter((one) => one === state).length;

describe('quorumOf', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 4],
    [6, 4],
    [7, 5],
  ])('default: of %i oracles %i must accept', (oracles, quorum) => {
    expect(quorumOf(oracles)).toBe(quorum);
  });
});

describe('judge', () => {
  test.each<[OracleState[], string]>([
    [['accepted', 'accepted', 'waiting'], 'accepted'],
    [['accepted', 'player-unknown', 'player-unknown'], 'player-unknown'],
    [['accepted', 'player-unknown', 'hash-mismatch'], 'no-quorum'],
    [['accepted', 'unavailable', 'unavailable'], 'no-quorum'],
    [['hash-mismatch', 'hash-mismatch', 'accepted'], 'hash-mismatch'],
    [['hash-mismatch', 'refused', 'refused'], 'refused'],
    [['batch-unknown', 'batch-unknown', 'unavailable'], 'batch-unknown'],
    [['unavailable', 'unavailable', 'unavailable'], 'no-quorum'],
  ])('default: %j is %s', (given, verdict) => {
    expect(judge(given)).toBe(verdict);
  });

  test('behavior: accepted means that a quorum accepted, and nothing else does', () => {
    fc.assert(
      fc.property(states, (given) => {
        const enough = 3 * count(given, 'accepted') >= 2 * given.length;
        expect(judge(given) === 'accepted').toBe(enough);
      }),
      { numRuns: 1000 },
    );
  });

  test('behavior: the order of the oracles does not matter', () => {
    fc.assert(
      fc.property(states, (given) => {
        expect(judge([...given].reverse())).toBe(judge(given));
        expect(isSettled([...given].reverse())).toBe(isSettled(given));
      }),
    );
  });
});

describe('isSettled', () => {
  test('behavior: what is settled without a quorum cannot get one, or most know no player', () => {
    fc.assert(
      fc.property(states, (given) => {
        if (!isSettled(given) || judge(given) === 'accepted') return;
        const final = count(given, 'hash-mismatch') + count(given, 'refused');
        const possible = given.length - final;
        const unknown = count(given, 'player-unknown') + count(given, 'batch-unknown');
        expect(possible < quorumOf(given.length) || 2 * unknown > given.length).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('behavior: who waits for an oracle, or lags behind another, is not settled', () => {
    expect(isSettled(['player-unknown', 'player-unknown', 'waiting'])).toBe(false);
    expect(isSettled(['accepted', 'player-unknown', 'player-unknown'])).toBe(false);
    expect(isSettled(['unavailable', 'unavailable', 'unavailable'])).toBe(false);
    expect(isSettled(['player-unknown', 'player-unknown', 'unavailable'])).toBe(true);
  });
});
