import { dayOf, toDailySeries } from '../../finance/daily-series.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { deserializeNavPoints, type SerializedNavSeries } from './serialized-nav-series.ts';

/** NAV per share by day; memoized on the series. */
export const toDailyNav = memoizeOnObject((series: SerializedNavSeries) =>
  toDailySeries(deserializeNavPoints(series), {
    day: ({ timestamp }) => dayOf(timestamp),
    value: ({ nav }) => nav,
  }),
);
