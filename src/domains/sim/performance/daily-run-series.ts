import { parseDay, toDailySeries } from '../../../finance/daily-series.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import type { BenchmarkPoint, RunNavPoint } from '../schema.ts';

/** The values of a run by day; memoized on its series. */
export const toDailyRun = memoizeOnObject((series: readonly RunNavPoint[]) =>
  toDailySeries(series, { day: ({ date }) => parseDay(date), value: ({ nav }) => nav }),
);

/** The values of a coin by day; memoized on its series. */
export const toDailyBenchmark = memoizeOnObject((series: readonly BenchmarkPoint[]) =>
  toDailySeries(series, { day: ({ nav_date }) => parseDay(nav_date), value: ({ nav }) => nav }),
);
