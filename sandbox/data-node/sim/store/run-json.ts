import { computeDrawdowns } from '../../engine/statistics.ts';

/** The JSON of a run from which its responses are composed. It is always the same for a run. */
export type RunJson = {
  readonly id: number;
  /** JSON of the normalised parameters. */
  readonly config: string;
  /** JSON of the statistics with `start_date` and `end_date`. */
  readonly stats: string;
  /** JSON of the NAV series. */
  readonly navSeries: string;
};

const isoDays: string[] = [];

/** Formats a day, counted from 1970-01-01, as `YYYY-MM-DD`. */
export function formatUnixDay(unixDay: number): string {
  const known = isoDays[unixDay];
  if (known !== undefined) return known;
  const iso = new Date(unixDay * 86_400_000).toISOString().slice(0, 10);
  isoDays[unixDay] = iso;
  return iso;
}

/** Formats a daily NAV series as JSON: `[{date, nav_date, nav, drawdown_pct}, …]`, numbers not rounded. */
export function formatNavSeriesJson(firstUnixDay: number, nav: Float64Array): string {
  const below = computeDrawdowns(nav);
  const points = Array.from(nav, (value, day) => {
    const date = formatUnixDay(firstUnixDay + day);
    return `{"date":"${date}","nav_date":"${date}","nav":${value},"drawdown_pct":${below[day]}}`;
  });
  return `[${points.join(',')}]`;
}
