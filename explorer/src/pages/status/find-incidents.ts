import { toDate } from '../../lib/format.ts';
import { countRounds } from './count-rounds.ts';

/** What of a poll of the oracles tells whether something was wrong. */
type Poll = {
  readonly polledAt: string;
  readonly quorumMet: boolean | null;
  readonly totalPeers: number | null;
  readonly totalPeersHealthy: number | null;
  readonly signaturesCollected: number | null;
  readonly consensusRoundsTotal: number | null;
  readonly consensusFailedTotal: number | null;
};

/** Kinds of incidents, the worst first. */
export const incidentKinds = ['NO_QUORUM', 'UNHEALTHY', 'FAILED_ROUNDS'] as const;

export type IncidentKind = (typeof incidentKinds)[number];

/** A time in which each poll found the same thing wrong. */
export type Incident = {
  readonly kind: IncidentKind;
  readonly start: string;
  /** Time of the first poll that found it gone; null while it lasts. */
  readonly end: string | null;
  /** Seconds up to the end, or to the newest poll while it lasts. */
  readonly duration: number;
  /** The fewest signatures of a latest round, and the oracles then. */
  readonly signatures: number | null;
  readonly oracles: number | null;
  readonly rounds: number | null;
  readonly failedRounds: number | null;
};

/**
 * Finds the incidents in polls of the oracles, newest first. Polls that follow each other with the
 * same thing wrong are one incident. Rounds fail between two polls, which are then start and end.
 *
 * @param polls - Ascending.
 */
export function findIncidents(polls: readonly Poll[]): readonly Incident[] {
  const kinds = polls.map((poll, index) => judge(poll, polls[index - 1]));
  const incidents: Incident[] = [];
  let first = 0;
  for (const [index, kind] of kinds.entries()) {
    if (kind === kinds[index + 1]) continue;
    if (kind !== null) incidents.push(describe(kind, polls, first, index));
    first = index + 1;
  }
  return incidents.toReversed();
}

function judge(poll: Poll, before: Poll | undefined): IncidentKind | null {
  if (poll.quorumMet === false) return 'NO_QUORUM';
  const { totalPeers, totalPeersHealthy } = poll;
  if (totalPeers !== null && totalPeersHealthy !== null && totalPeersHealthy < totalPeers) {
    return 'UNHEALTHY';
  }
  const rounds = before === undefined ? null : countRounds([before, poll]);
  return (rounds?.failed ?? 0) > 0 ? 'FAILED_ROUNDS' : null;
}

function describe(
  kind: IncidentKind,
  polls: readonly Poll[],
  first: number,
  last: number,
): Incident {
  const found = polls.slice(first, last + 1);
  const rounds = countRounds(polls.slice(Math.max(0, first - 1), last + 1));
  const isOfRounds = kind === 'FAILED_ROUNDS';
  const start = polls[isOfRounds ? first - 1 : first]?.polledAt ?? '';
  const end = polls[isOfRounds ? last : last + 1]?.polledAt ?? null;
  const until = end ?? polls[last]?.polledAt ?? start;
  const signatures = found.flatMap(({ signaturesCollected }) => signaturesCollected ?? []);
  return {
    kind,
    start,
    end,
    duration: (toDate(until).getTime() - toDate(start).getTime()) / 1000,
    signatures: signatures.length === 0 ? null : Math.min(...signatures),
    oracles: found[0]?.totalPeers ?? null,
    rounds: rounds?.all ?? null,
    failedRounds: rounds?.failed ?? null,
  };
}
