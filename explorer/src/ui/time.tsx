import {
  formatAge,
  formatClock,
  formatDateTime,
  formatDuration,
  formatExactTime,
  formatUtc,
  type Moment,
  toDate,
} from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';

const formats = { dateTime: formatDateTime, exact: formatExactTime, clock: formatClock } as const;

type TimeProps = {
  readonly at: Moment;
  readonly show?: keyof typeof formats;
};

/** A moment in the reader's time zone; UTC appears on hover. */
export function FormattedTime({ at, show = 'dateTime' }: TimeProps) {
  return (
    <time dateTime={toDate(at).toISOString()} title={formatUtc(at)} className="nowrap">
      {formats[show](at)}
    </time>
  );
}

type AgeProps = {
  readonly at: Moment;
  /** How many units of time are shown at most. */
  readonly units?: number;
};

/** How long ago a moment was; it counts by itself, which is not announced. */
export function TimeSince({ at, units }: AgeProps) {
  const now = useNow();
  return (
    <time
      dateTime={toDate(at).toISOString()}
      title={formatUtc(at)}
      className="nowrap"
      aria-live="off"
    >
      {formatAge(at, now, units)}
    </time>
  );
}

/** The time until a moment; it counts by itself. */
export function Countdown({ to }: { readonly to: Moment }) {
  const now = useNow();
  const seconds = (toDate(to).getTime() - now) / 1000;
  return (
    <time
      dateTime={toDate(to).toISOString()}
      title={formatUtc(to)}
      className={`nowrap countdown ${seconds < 10 ? 'soon' : ''}`}
      // It changes every second: announcing each would say nothing else.
      aria-live="off"
    >
      {seconds <= 0 ? 'resolving' : formatDuration(seconds)}
    </time>
  );
}
