import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OracleSubmissionState } from './oracle-submission.ts';
import { decideVerdict, isSubmissionVerdictSettled, quorumSize } from './submission-verdict.ts';

const all: readonly OracleSubmissionState[] = [
  'accepted',
  'hash-mismatch',
  'refused',
  'player-unknown',
  'batch-unknown',
  'unavailable',
  'waiting',
];
const states = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 9 });
const count = (given: readonly OracleSubmissionState[], state: OracleSubmissionState) =>
  given.filter((one) => one === state).length;

describe('quorumSize', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 4],
    [6, 4],
    [7, 5],
  ])('default: of %i oracles %i must accept', (oracles, quorum) => {
    expect(quorumSize(oracles)).toBe(quorum);
  });
});

describe('decideVerdict', () => {
  test.each<[OracleSubmissionState[], string]>([
    [['accepted', 'accepted', 'waiting'], 'accepted'],
    [['accepted', 'player-unknown', 'player-unknown'], 'player-unknown'],
    [['accepted', 'player-unknown', 'hash-mismatch'], 'no-quorum'],
    [['accepted', 'unavailable', 'unavailable'], 'no-quorum'],
    [['hash-mismatch', 'hash-mismatch', 'accepted'], 'hash-mismatch'],
    [['hash-mismatch', 'refused', 'refused'], 'refused'],
    [['batch-unknown', 'batch-unknown', 'unavailable'], 'batch-unknown'],
    [['unavailable', 'unavailable', 'unavailable'], 'no-quorum'],
  ])('default: %j is %s', (given, verdict) => {
    expect(decideVerdict(given)).toBe(verdict);
  });

  test('behavior: accepted means that a quorum accepted, and nothing else does', () => {
    fc.assert(
      fc.property(states, (given) => {
        const enough = 3 * count(given, 'accepted') >= 2 * given.length;
        expect(decideVerdict(given) === 'accepted').toBe(enough);
      }),
      { numRuns: 1000 },
    );
  });

  test('behavior: the order of the oracles does not matter', () => {
    fc.assert(
      fc.property(states, (given) => {
        expect(decideVerdict([...given].reverse())).toBe(decideVerdict(given));
        expect(isSubmissionVerdictSettled([...given].reverse())).toBe(
          isSubmissionVerdictSettled(given),
        );
      }),
    );
  });
});

describe('isSubmissionVerdictSettled', () => {
  test('behavior: what is settled without a quorum cannot get one, or no responding oracle is ahead of the others', () => {
    fc.assert(
      fc.property(states, (given) => {
        if (!isSubmissionVerdictSettled(given) || decideVerdict(given) === 'accepted') return;
        const possible = given.length - count(given, 'refused');
        const isNobodyAhead = count(given, 'accepted') + count(given, 'waiting') === 0;
        expect(possible < quorumSize(given.length) || isNobodyAhead).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test.each<[OracleSubmissionState[], boolean]>([
    [['player-unknown', 'player-unknown', 'waiting'], false],
    [['accepted', 'player-unknown', 'player-unknown'], false],
    [['player-unknown', 'player-unknown', 'unavailable'], true],
    [['hash-mismatch', 'hash-mismatch', 'waiting'], false],
    [['accepted', 'hash-mismatch', 'hash-mismatch'], false],
    [['hash-mismatch', 'hash-mismatch', 'unavailable'], true],
    [['hash-mismatch', 'player-unknown', 'unavailable'], false],
    [['refused', 'refused', 'waiting'], true],
    [['refused', 'waiting'], false],
    [['refused', 'refused', 'waiting', 'waiting'], false],
    [['refused', 'refused', 'refused', 'waiting'], true],
    [['refused', 'refused', 'accepted', 'unavailable'], true],
    [['accepted', 'refused', 'refused'], true],
    [['unavailable', 'unavailable', 'unavailable'], false],
  ])('behavior: that %j is settled is %j', (given, isOver) => {
    expect(isSubmissionVerdictSettled(given)).toBe(isOver);
  });
});
