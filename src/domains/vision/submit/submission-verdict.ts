import type { OracleSubmissionState } from './oracle-submission.ts';

/** The combined result of all oracles. */
export type SubmissionVerdict =
  | Exclude<OracleSubmissionState, 'unavailable' | 'waiting'>
  | 'no-quorum';

/** Number of oracles that must accept: two thirds, rounded up. */
export function quorumSize(oracles: number): number {
  return Math.ceil((2 * oracles) / 3);
}

const count = (states: readonly OracleSubmissionState[], ...wanted: OracleSubmissionState[]) =>
  states.filter((state) => wanted.includes(state)).length;

/** Returns the more frequent one of two states; `first` on a tie. */
function moreFrequent<S extends OracleSubmissionState>(
  states: readonly OracleSubmissionState[],
  first: S,
  second: S,
): S {
  return count(states, second) > count(states, first) ? second : first;
}

/**
 * Returns the verdict: accepted by a quorum; else rejected or unknown by more than half of the
 * oracles; else no quorum.
 */
export function decideVerdict(states: readonly OracleSubmissionState[]): SubmissionVerdict {
  const isMajority = (size: number) => size > states.length / 2;
  if (count(states, 'accepted') >= quorumSize(states.length)) return 'accepted';
  if (isMajority(count(states, 'hash-mismatch', 'refused'))) {
    return moreFrequent(states, 'hash-mismatch', 'refused');
  }
  if (isMajority(count(states, 'player-unknown', 'batch-unknown'))) {
    return moreFrequent(states, 'player-unknown', 'batch-unknown');
  }
  return 'no-quorum';
}

/**
 * Whether the verdict is final, in one of three cases:
 * - a quorum has accepted;
 * - too many have refused for a quorum, and a majority agrees (`decideVerdict`) or all responded;
 * - all have responded, none has accepted, and a majority agrees.
 */
export function isSubmissionVerdictSettled(states: readonly OracleSubmissionState[]): boolean {
  const quorum = quorumSize(states.length);
  const accepted = count(states, 'accepted');
  if (accepted >= quorum) return true;
  const isClear = decideVerdict(states) !== 'no-quorum';
  const isHeard = count(states, 'waiting') === 0;
  if (count(states, 'refused') > states.length - quorum) return isClear || isHeard;
  return accepted === 0 && isHeard && isClear;
}
