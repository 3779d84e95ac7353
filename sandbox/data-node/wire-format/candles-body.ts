import { ServiceError } from '../../lib/http-service.ts';
import type { Dtf } from '../chain/share-ledger.ts';
import { type DataNodeState, getUnixNow } from '../data-node-state.ts';
import { candleIntervals } from '../dtf/nav-series.ts';
import { formatWeiDecimal } from './format-decimal.ts';
import { parseIsoParameter } from './legacy/legacy-values.ts';

const DAY = 86_400;

/** Default length of a series by interval, seconds. */
const lookbacks = { '5m': DAY, '15m': 3 * DAY, '1h': 7 * DAY, '1d': 90 * DAY } as const;

/**
 * Creates the body of `/nav-series` with candles, whose prices are decimal strings.
 *
 * @throws {ServiceError} 400 `interval`, `from` or `to` is malformed.
 */
export function createCandlesBody(state: DataNodeState, dtf: Dtf, query: URLSearchParams) {
  const requested = parseSeriesQuery(query, getUnixNow(state));
  const points = state.navSeries.candles(dtf, requested).map(({ at, open, high, low, close }) => ({
    time: at,
    open: formatWeiDecimal(open, 6),
    high: formatWeiDecimal(high, 6),
    low: formatWeiDecimal(low, 6),
    close: formatWeiDecimal(close, 6),
  }));
  return { itp_id: dtf.itpId, interval: requested.interval, points };
}

function parseSeriesQuery(query: URLSearchParams, now: number) {
  const interval = query.get('interval') ?? '5m';
  if (!isInterval(interval)) {
    throw new ServiceError(400, 'invalid interval, must be one of 5m, 15m, 1h, 1d');
  }
  for (const name of ['from', 'to']) {
    if (query.has(name) && parseIsoParameter(query, name) === null) {
      throw new ServiceError(400, `invalid ${name}, must be an ISO date-time`);
    }
  }
  const to = parseIsoParameter(query, 'to') ?? now;
  return { from: parseIsoParameter(query, 'from') ?? to - lookbacks[interval], to, interval };
}

function isInterval(text: string): text is keyof typeof candleIntervals {
  return Object.hasOwn(candleIntervals, text);
}
