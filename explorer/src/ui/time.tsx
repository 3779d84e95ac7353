import {
  formatAge,
  formatClock,
  formatDateTime,
  formatDuration,
  formatExactTime,
  formatLocalDay,
  formatUtc,
  type Moment,
  toDate,
} from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';

const formats = {
  dateTime: formatDateTime,
  exact: formatExactTime,
  clock: formatClock,
  day: formatLocalDay,
} as const;

type TimeProps = {
  readonly at: Moment;
  readonly show?: keyof typeof formats;
};

/** Shows a time in the user's time zone, with UTC as a tooltip. */
export function FormattedTime({ at, show = 'dateTime' }: TimeProps) {
  const text = formats[show](at);
  // Where a line is too short, it breaks before the time of day.
  const day = show === 'dateTime' ? text.lastIndexOf(' ') : 0;
  return (
    <time dateTime={toDate(at).toISOString()} title={formatUtc(at)} className="nowrap">
      <span className="nowrap">{text.slice(0, day)}</span>
      {text.slice(day)}
    </time>
  );
}

type TimeSinceProps = {
  readonly at: Moment;
  /** Maximum number of units of time. */
  readonly units?: number;
};

/**
 * Shows how long ago a time was, updated every second. Screen readers do not announce the updates.
 */
export function TimeSince({ at, units }: TimeSinceProps) {
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

/** Shows the remaining time, updated every second. */
export function Countdown(props: {
  readonly to: Moment;
  /** Words before the time that is left. */
  readonly before?: string;
  /** Words when no time is left. */
  readonly due?: string;
}) {
  const { to, before = '', due = 'resolving' } = props;
  const now = useNow();
  const seconds = (toDate(to).getTime() - now) / 1000;
  return (
    <time
      dateTime={toDate(to).toISOString()}
      title={formatUtc(to)}
      className={`nowrap countdown ${seconds < 10 ? 'soon' : ''}`}
      // Off, because screen readers would announce a change every second.
      aria-live="off"
    >
      {seconds <= 0 ? due : before + formatDuration(seconds)}
    </time>
  );
}
