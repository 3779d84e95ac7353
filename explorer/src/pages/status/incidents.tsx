import { useMemo } from 'react';
import { formatCount, formatDuration, formatIso, formatNumber } from '../../lib/format.ts';
import { median } from '../../lib/median.ts';
import { sum } from '../../lib/sum.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import {
  findIncidents,
  type Incident,
  type IncidentKind,
  incidentKinds,
} from './find-incidents.ts';

const words: Readonly<
  Record<IncidentKind, { readonly text: string; readonly tone: 'down' | 'second' | 'neutral' }>
> = {
  NO_QUORUM: { text: 'No quorum', tone: 'down' },
  UNHEALTHY: { text: 'Unhealthy', tone: 'second' },
  FAILED_ROUNDS: { text: 'Failed rounds', tone: 'neutral' },
};

const columns: readonly Column<Incident>[] = [
  {
    key: 'kind',
    label: 'Incident',
    cell: ({ kind, failedRounds, rounds }) => (
      <>
        <Badge tone={words[kind].tone}>{words[kind].text}</Badge>
        <span className="phone-note muted">
          {formatNumber(failedRounds)} of {formatNumber(rounds)} failed
        </span>
      </>
    ),
    sortBy: ({ kind }) => -incidentKinds.indexOf(kind),
    csv: { incident: ({ kind }) => kind, periods: ({ periods }) => periods },
  },
  {
    key: 'start',
    label: 'Start',
    cell: ({ start }) => <FormattedTime at={start} />,
    sortBy: ({ start }) => start,
    csv: { start: ({ start }) => formatIso(start) },
  },
  {
    key: 'end',
    label: 'End',
    minor: true,
    cell: ({ end }) => (end === null ? 'Lasts' : <FormattedTime at={end} />),
    sortBy: ({ end }) => end,
    csv: { end: ({ end }) => formatIso(end) },
  },
  {
    key: 'duration',
    label: 'Duration',
    definition:
      'From the first poll that found it to the first that did not. Failed rounds have no length: the time is that within which they failed. Those within an hour of each other share one row.',
    align: 'right',
    cell: ({ kind, duration, end, failedRounds }) =>
      kind === 'FAILED_ROUNDS' ? (
        <>
          <span className="wide-only">{formatCount(failedRounds, 'failed round')} </span>
          within {formatDuration(duration)}
        </>
      ) : (
        `${end === null ? '≥ ' : ''}${formatDuration(duration)}`
      ),
    sortBy: ({ duration }) => duration,
    csv: 'duration_s',
  },
  {
    key: 'signatures',
    label: 'Signatures',
    definition: 'The fewest that a poll found under the latest round, of the oracles then.',
    align: 'right',
    minor: true,
    cell: ({ signatures, oracles }) => `${formatNumber(signatures)} of ${formatNumber(oracles)}`,
    sortBy: ({ signatures }) => signatures,
    csv: { signatures: ({ signatures }) => signatures, oracles: ({ oracles }) => oracles },
  },
  {
    key: 'failed',
    label: 'Failed rounds',
    definition:
      'Rounds that failed while it lasted, of all rounds then. A round fails if too few signatures arrive in time.',
    align: 'right',
    minor: true,
    cell: ({ failedRounds, rounds }) => `${formatNumber(failedRounds)} of ${formatNumber(rounds)}`,
    sortBy: ({ failedRounds }) => failedRounds,
    csv: { failed_rounds: ({ failedRounds }) => failedRounds, rounds: ({ rounds }) => rounds },
  },
];

/** A list of what went wrong in the network, the worst first, and how much of each kind there was. */
export function Incidents(props: {
  readonly history: Parameters<typeof findIncidents>[0];
  /** The period in words: `in the last hour`. */
  readonly period: string;
}) {
  const { history, period } = props;
  const incidents = useMemo(() => findIncidents(history), [history]);
  const ofKind = (kind: IncidentKind) => incidents.filter((incident) => incident.kind === kind);
  const lengthOf = (kind: IncidentKind) =>
    ofKind(kind).reduce((sum, { duration }) => sum + duration, 0);
  const summary = (kind: IncidentKind, noun: string) => {
    const count = ofKind(kind).length;
    return count === 0
      ? `None ${noun}`
      : `${formatCount(count, 'period')} ${noun} (${formatDuration(lengthOf(kind))} in all)`;
  };
  const between = median(
    history
      .slice(1)
      .map(({ polledAt }, index) => secondsBetween(history[index]?.polledAt ?? polledAt, polledAt)),
  );
  const streaks = ofKind('FAILED_ROUNDS');
  const failed = sum(streaks.map(({ failedRounds }) => failedRounds ?? 0));
  return (
    <PageSection
      title="Incidents"
      label="Incidents of the network"
      className="incidents"
      note={
        <>
          {summary('NO_QUORUM', 'without quorum')} {period}.{' '}
          {summary('UNHEALTHY', 'with an unhealthy oracle')}.{' '}
          {failed === 0
            ? 'No round failed outside such periods.'
            : `${formatCount(failed, 'round')} failed outside such periods, in ${formatCount(streaks.length, 'streak')}: rounds that failed within an hour of each other count as one.`}
          {between !== null &&
            ` Times are those of polls, ${formatDuration(between)} apart in this range.`}
        </>
      }
    >
      {incidents.length === 0 ? (
        <EmptyNote>
          {history.length === 0
            ? 'The network was not polled in this range.'
            : `Every poll ${period} met the quorum with all oracles healthy, and no round failed.`}
        </EmptyNote>
      ) : (
        <DataTable
          label="Incidents"
          csv="network-incidents"
          columns={columns}
          rows={incidents}
          rowKey={({ kind, start }) => `${kind} ${start}`}
          firstRows={8}
          initialSort={{ key: 'kind', descending: true }}
        />
      )}
    </PageSection>
  );
}

const secondsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 1000;
