import type { SourceStatus } from '../../generated/graphql.ts';
import { formatAge, formatDuration, formatNumber, toDate } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/figures.tsx';
import { FormattedTime } from '../../ui/time.tsx';

/** A data source as far as it says how fresh it is. */
export type TimedSource = {
  readonly status: SourceStatus;
  readonly lastSync: string | null;
  readonly syncIntervalSecs: number;
};

/**
 * How fresh a source is, the worst first: the API's states, of which `HEALTHY` is divided by the
 * interval of the source.
 */
export const freshnesses = ['STALE', 'LATE', 'NOT_STARTED', 'ON_TIME'] as const;

export type Freshness = (typeof freshnesses)[number];

/** Intervals after which a source is late. */
const lateAfter = 2;

/** Seconds by which what this page shows may be older than what the data node has. */
const delay = 60;

const secondsOfDay = 86_400;

/** The rule, in words. */
export const freshnessRule =
  'Stale and not started are states of the API: no record of the last 7 days, and no active asset. It calls all others healthy. This page divides these: on time if the newest record is at most two of the source’s intervals and a minute old, late if it is older.';

const looks = {
  ON_TIME: ['up', 'On time', 'within 2 intervals'],
  LATE: ['second', 'Late', 'over 2 intervals'],
  STALE: ['down', 'Stale', 'none in 7 days'],
  NOT_STARTED: ['neutral', 'Not started', 'no active asset'],
} as const satisfies Record<Freshness, readonly [tone: string, label: string, rule: string]>;

/** Unix seconds from which a source is or will be late; null without a record. */
const lateFrom = ({ lastSync, syncIntervalSecs }: TimedSource): number | null =>
  lastSync === null
    ? null
    : toDate(lastSync).getTime() / 1000 + lateAfter * syncIntervalSecs + delay;

/** Returns the state that the API states, and for a healthy source whether it is late. */
export function freshnessOf(source: TimedSource, now: number): Freshness {
  if (source.status !== 'HEALTHY') return source.status;
  return now / 1000 > (lateFrom(source) ?? 0) ? 'LATE' : 'ON_TIME';
}

/** Orders sources by what needs a look first: by their freshness, then by when they are late. */
export const urgencyOf = (source: TimedSource, now: number): number =>
  freshnesses.indexOf(freshnessOf(source, now)) * farSeconds + (lateFrom(source) ?? 0);

/** More than all Unix seconds. */
const farSeconds = 1e12;

/** Unix seconds since which a source is late or stale; null while it is neither. */
export function lateSince(source: TimedSource, now: number): number | null {
  const freshness = freshnessOf(source, now);
  return freshness === 'LATE' || freshness === 'STALE' ? lateFrom(source) : null;
}

/**
 * Whether changes up to the newest record are changes up to now: the source is on time, or the
 * record is younger than a day.
 */
export function hasCurrentChange(source: TimedSource, now: number): boolean {
  const freshness = freshnessOf(source, now);
  if (source.lastSync === null || freshness === 'STALE' || freshness === 'NOT_STARTED')
    return false;
  return freshness === 'ON_TIME' || now - toDate(source.lastSync).getTime() < secondsOfDay * 1000;
}

/** Shows whether the newest record of a source is as young as its interval lets expect. */
export function FreshnessBadge({ source }: { readonly source: TimedSource }) {
  const now = useNow();
  const [tone, label] = looks[freshnessOf(source, now)];
  return <Badge tone={tone}>{label}</Badge>;
}

/** Shows since when a source is late or stale; nothing for others. */
export function LateSince({ source }: { readonly source: TimedSource }) {
  const now = useNow();
  const since = lateSince(source, now);
  if (since === null) return null;
  const isToday = now / 1000 - since < secondsOfDay;
  return (
    <span className="late-since">
      since <FormattedTime at={since} show={isToday ? 'clock' : 'day'} />
    </span>
  );
}

/** Says how old the newest record of a source is, how often one is expected, and since when it is late. */
export function FreshnessNote({ source }: { readonly source: TimedSource }) {
  const now = useNow();
  const expected = `expected every ${formatDuration(source.syncIntervalSecs)}`;
  const since = lateSince(source, now);
  return (
    <>
      <span>
        {source.lastSync === null
          ? `No dated record, ${expected}`
          : `Newest record ${formatAge(source.lastSync, now, 1)}, ${expected}`}
      </span>
      {since !== null && (
        <span>
          {' · '}late since <FormattedTime at={since} />, when it was two intervals and a minute old
        </span>
      )}
    </>
  );
}

/** Counts sources by their freshness; a count is the filter for its sources. */
export function FreshnessFilter(props: {
  readonly sources: readonly TimedSource[];
  readonly value: Freshness | null;
  readonly onChange: (value: Freshness | null) => void;
}) {
  const { sources, value, onChange } = props;
  const now = useNow();
  const counts = Object.groupBy(sources, (source) => freshnessOf(source, now));
  const choices: readonly (readonly [Freshness | null, string, string, number])[] = [
    [null, 'All', 'sources', sources.length],
    ...freshnesses.map((name) => {
      const [, label, rule] = looks[name];
      return [name, label, rule, counts[name]?.length ?? 0] as const;
    }),
  ];
  return (
    <fieldset className="count-filter" aria-label="Freshness">
      {choices.map(([name, label, rule, count]) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === name}
          onClick={() => onChange(name)}
        >
          <span className="muted small">{label}</span>{' '}
          <span className="muted count-rule">{rule}</span> <strong>{formatNumber(count)}</strong>
        </button>
      ))}
    </fieldset>
  );
}
