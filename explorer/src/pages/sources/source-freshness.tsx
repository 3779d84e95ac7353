import type { SourceStatus } from '../../generated/graphql.ts';
import { formatAge, formatDuration, formatNumber, toDate } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/figures.tsx';

/** A data source as far as it says how fresh it is. */
export type TimedSource = {
  readonly status: SourceStatus;
  readonly lastSync: string | null;
  readonly syncIntervalSecs: number;
};

/**
 * How fresh a source is, the worst first: the API's states, of which `HEALTHY` is divided by the
 * source's interval.
 */
export const freshnesses = ['STALE', 'LATE', 'NOT_STARTED', 'ON_TIME'] as const;

export type Freshness = (typeof freshnesses)[number];

/** Intervals after which a source is late. */
const lateAfter = 2;

/** Seconds by which what this page shows may be older than what the data node has. */
const delay = 60;

/** The rule, in words. */
export const freshnessRule =
  'On time: the newest record is at most two intervals old. Late: it is older. Stale: it is older than 7 days, the API’s own limit, which calls all younger ones healthy. Not started: it has no record.';

const looks = {
  ON_TIME: ['up', 'On time'],
  LATE: ['second', 'Late'],
  STALE: ['down', 'Stale'],
  NOT_STARTED: ['neutral', 'Not started'],
} as const satisfies Record<Freshness, readonly [tone: string, label: string]>;

/** Unix seconds from which a source is late; null without a record. */
export const lateFrom = ({ lastSync, syncIntervalSecs }: TimedSource): number | null =>
  lastSync === null
    ? null
    : toDate(lastSync).getTime() / 1000 + lateAfter * syncIntervalSecs + delay;

/** A source without a record is not started, whatever its state says. */
export function freshnessOf(source: TimedSource, now: number): Freshness {
  if (source.lastSync === null) return 'NOT_STARTED';
  if (source.status !== 'HEALTHY') return source.status;
  return now / 1000 > (lateFrom(source) ?? 0) ? 'LATE' : 'ON_TIME';
}

/** Shows whether the newest record of a source is as young as its interval lets expect. */
export function FreshnessBadge({ source }: { readonly source: TimedSource }) {
  const now = useNow();
  const [tone, label] = looks[freshnessOf(source, now)];
  return <Badge tone={tone}>{label}</Badge>;
}

/** Says how old the newest record of a source is, and how often one is expected. */
export function FreshnessNote({ source }: { readonly source: TimedSource }) {
  const now = useNow();
  const expected = `expected every ${formatDuration(source.syncIntervalSecs)}`;
  return (
    <>
      {source.lastSync === null
        ? `No record yet, ${expected}`
        : `Newest record ${formatAge(source.lastSync, now, 1)}, ${expected}`}
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
  const choices: readonly (readonly [Freshness | null, string, number])[] = [
    [null, 'All', sources.length],
    ...freshnesses.map((name) => [name, looks[name][1], counts[name]?.length ?? 0] as const),
  ];
  return (
    <fieldset className="count-filter" aria-label="Freshness">
      {choices.map(([name, label, count]) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === name}
          onClick={() => onChange(name)}
        >
          <span className="muted small">{label}</span> <strong>{formatNumber(count)}</strong>
        </button>
      ))}
    </fieldset>
  );
}
