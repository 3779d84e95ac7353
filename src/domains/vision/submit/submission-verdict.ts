import type { OracleSubmissionState } from './submission.ts';

/** What the oracles say together. */
export type SubmissionVerdict =
  | 'accepted'
  | 'hash-mismatch'
  | 'refused'
  | 'player-unknown'
  | 'batch-unknown'
  | 'no-quorum';

/** So many oracles must accept: two thirds, rounded up. */
export function quorumSize(oracles: number): number {
  return Math.ceil((2 * oracles) / 3);
}

const count = (states: readonly OracleSubmissionState[], ...wanted: OracleSubmissionState[]) =>
  states.filter((state) => wanted.includes(state)).length;

/** The word of those named that most oracles say. */
function commonest<S extends OracleSubmissionState>(
  states: readonly OracleSubmissionState[],
  first: S,
  second: S,
): S {
  return count(states, second) > count(states, first) ? second : first;
}

/**
 * The verdict of what is known: by quorum accepted, else by majority (more than half) refused or
 * unknown, else there is no quorum (decisions.md 3).
 */
export function decideVerdict(states: readonly OracleSubmissionState[]): SubmissionVerdict {
  const isMajority = (size: number) => size > states.length / 2;
  if (count(states, 'accepted') >= quorumSize(states.length)) return 'accepted';
  if (isMajority(count(states, 'hash-mismatch', 'refused'))) {
    return commonest(states, 'hash-mismatch', 'refused');
  }
  if (isMajority(count(states, 'player-unknown', 'batch-unknown'))) {
    return commonest(states, 'player-unknown', 'batch-unknown');
  }
  return 'no-quorum';
}

/**
 * Whether waiting for more answers, or asking again, cannot help or need not be tried: a quorum has
 * accepted; too many have refused the bitmap itself for one, and either most say why there is none or
 * all have been heard; or most know no such player or commitment and none that answered does, so that
 * nobody merely lags behind.
 */
export function isVerdictSettled(states: readonly OracleSubmissionState[]): boolean {
  const quorum = quorumSize(states.length);
  const accepted = count(states, 'accepted');
  if (accepted >= quorum) return true;
  const isClear = decideVerdict(states) !== 'no-quorum';
  const isHeard = count(states, 'waiting') === 0;
  if (count(states, 'refused') > states.length - quorum) return isClear || isHeard;
  return accepted === 0 && isHeard && isClear;
}
