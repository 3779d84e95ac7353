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
  /** How often it happened: times without an incident of more than an hour are none between them. */
  readonly periods: number;
};

/** Longest time between failed rounds of one streak, seconds. */
const streakGap = 3600;

/**
 * Finds the incidents in polls of the oracles, newest first. Polls that follow each other with the
 * same thing wrong are one incident. Rounds fail between two polls, which are then start and end;
 * those that fail within an hour of each other are one streak, unless something worse came between.
 *
 * @param polls - Ascending.
 */
export function findIncidents(polls: readonly Poll[]): readonly Incident[] {
  const kinds = polls.map((poll, index) => judge(poll, polls[index - 1]));
  const spans: Span[] = [];
  let first = 0;
  for (const [last, kind] of kinds.entries()) {
    if (kind === kinds[last + 1]) continue;
    if (kind !== null) addSpan(spans, { kind, first, last, periods: 1 }, polls);
    first = last + 1;
  }
  return spans.map((span) => describe(span, polls)).toReversed();
}

/** The polls of an incident, by their places. */
type Span = {
  readonly kind: IncidentKind;
  readonly first: number;
  readonly last: number;
  readonly periods: number;
};

/** Adds an incident, or makes the one before longer that it continues. */
function addSpan(spans: Span[], span: Span, polls: readonly Poll[]): void {
  const before = spans.at(-1);
  const isStreak =
    span.kind === 'FAILED_ROUNDS' &&
    before?.kind === span.kind &&
    secondsBetween(polls[before.last], polls[span.first - 1]) <= streakGap;
  if (!isStreak) spans.push(span);
  else spans[spans.length - 1] = { ...before, last: span.last, periods: before.periods + 1 };
}

const secondsBetween = (left: Poll | undefined, right: Poll | undefined): number =>
  left === undefined || right === undefined
    ? Number.POSITIVE_INFINITY
    : (Date.parse(right.polledAt) - Date.parse(left.polledAt)) / 1000;

function judge(poll: Poll, before: Poll | undefined): IncidentKind | null {
  if (poll.quorumMet === false) return 'NO_QUORUM';
  const { totalPeers, totalPeersHealthy } = poll;
  if (totalPeers !== null && totalPeersHealthy !== null && totalPeersHealthy < totalPeers) {
    return 'UNHEALTHY';
  }
  const rounds = before === undefined ? null : countRounds([before, poll]);
  return (rounds?.failed ?? 0) > 0 ? 'FAILED_ROUNDS' : null;
}

function describe({ kind, first, last, periods }: Span, polls: readonly Poll[]): Incident {
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
    periods,
  };
}
