import { expect, test } from 'vitest';
import { findIncidents } from './find-incidents.ts';

/** Polls a minute apart, each with its healthy oracles of three and the rounds that failed so far. */
const pollsOf = (...states: readonly (readonly [healthy: number, failed: number])[]) =>
  states.map(([healthy, failed], minute) => ({
    polledAt: new Date(minute * 60_000).toISOString(),
    quorumMet: healthy >= 2,
    totalPeers: 3,
    totalPeersHealthy: healthy,
    signaturesCollected: healthy,
    consensusRoundsTotal: 20 * minute,
    consensusFailedTotal: failed,
  }));

const at = (minute: number) => new Date(minute * 60_000).toISOString();

test('default: polls with the same thing wrong are one incident, up to the poll that is well', () => {
  const found = findIncidents(pollsOf([3, 0], [2, 0], [2, 1], [1, 5], [3, 5]));
  expect(found).toEqual([
    {
      ...{ kind: 'NO_QUORUM', start: at(3), end: at(4), duration: 60 },
      ...{ signatures: 1, oracles: 3, rounds: 20, failedRounds: 4, periods: 1 },
    },
    {
      ...{ kind: 'UNHEALTHY', start: at(1), end: at(3), duration: 120 },
      ...{ signatures: 2, oracles: 3, rounds: 40, failedRounds: 1, periods: 1 },
    },
  ]);
});

test('behavior: rounds fail between two polls, though each of them met the quorum', () => {
  expect(findIncidents(pollsOf([3, 0], [3, 1], [3, 1]))).toMatchObject([
    { kind: 'FAILED_ROUNDS', start: at(0), end: at(1), duration: 60, failedRounds: 1 },
  ]);
});

test('behavior: single rounds that fail within an hour of each other are one streak', () => {
  const quiet = (failed: number, count: number) =>
    Array.from({ length: count }, () => [3, failed] as const);
  const found = findIncidents(
    pollsOf([3, 0], [3, 1], ...quiet(1, 30), [3, 2], ...quiet(2, 70), [3, 3], [1, 3], [3, 4]),
  );
  expect(found.map(({ kind, periods }) => [kind, periods])).toEqual([
    ['FAILED_ROUNDS', 1],
    ['NO_QUORUM', 1],
    ['FAILED_ROUNDS', 1],
    ['FAILED_ROUNDS', 2],
  ]);
  expect(found.at(-1)).toMatchObject({ start: at(0), end: at(32), failedRounds: 2, rounds: 640 });
});

test('behavior: what lasts has no end, and unknown values are no incident', () => {
  expect(findIncidents(pollsOf([3, 0], [1, 0], [1, 0]))).toMatchObject([
    { kind: 'NO_QUORUM', start: at(1), end: null, duration: 60 },
  ]);
  const [poll] = pollsOf([3, 0]);
  if (poll === undefined) throw new Error('no poll');
  const unknown = { ...poll, quorumMet: null, totalPeersHealthy: null, consensusFailedTotal: null };
  expect(findIncidents([poll, unknown])).toEqual([]);
  expect(findIncidents([])).toEqual([]);
});
