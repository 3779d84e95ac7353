import type { RequestCache } from '../../../cache/request-cache.ts';
import { type Clock, unixNow } from '../../../lib/clock.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { formatIsoSeconds, isRecord } from '../../../lib/parse.ts';
import type { Bytes32, UnixSeconds } from '../../../lib/units.ts';
import {
  type HttpClient,
  matchesRequestedResource,
  parseResponse,
} from '../../../upstreams/index.ts';
import {
  type Candle,
  type DtfOrderBook,
  type DtfQuote,
  upstreamCandlesSchema,
  upstreamDtfOrderBookSchema,
  upstreamDtfQuoteSchema,
} from './upstream-schema.ts';

const upstream = 'data node';
const minute = 60;
const day = 86_400;

/** Width of a candle by its name in GraphQL: as the data node calls it, seconds, default window. */
export const candleIntervals = {
  M5: { name: '5m', seconds: 5 * minute, window: day },
  M15: { name: '15m', seconds: 15 * minute, window: 3 * day },
  H1: { name: '1h', seconds: 60 * minute, window: 7 * day },
  D1: { name: '1d', seconds: day, window: 90 * day },
} as const;

export type CandleInterval = keyof typeof candleIntervals;

/** Most candles of one request; data nodes send no more rows. */
export const maxCandles = 10_000;

/** When the first chain with contracts began, 30 July 2015: no fund is older. */
const firstContracts: UnixSeconds = 1_438_214_400;

/** Which candles are read; times are Unix seconds. */
export type CandleQuery = {
  readonly interval: CandleInterval;
  readonly from?: UnixSeconds | null | undefined;
  readonly to?: UnixSeconds | null | undefined;
};

/**
 * Returns the window of a query. It ends with the last interval that ends at `to` or before, by
 * default with the present one, so that requests of one interval share a cached value.
 *
 * @throws {InvalidInputError} the window is empty or has more than `maxCandles` intervals.
 */
export function resolveCandleWindow(
  { interval, from, to }: CandleQuery,
  now: UnixSeconds,
): { readonly from: UnixSeconds; readonly to: UnixSeconds } {
  const { seconds, window } = candleIntervals[interval];
  // A candle of an interval that goes on behind `to` would have prices from after it.
  const isPast = to != null && to < now;
  const end = (isPast ? Math.floor(to / seconds) : Math.ceil(now / seconds)) * seconds;
  const begin = Math.max(from ?? end - window, firstContracts);
  if (begin >= end) throw new InvalidInputError('from must be before to, and not in the future');
  if ((end - begin) / seconds > maxCandles) {
    throw new InvalidInputError(
      `the window has more than ${maxCandles} candles; use a longer interval or a later from`,
    );
  }
  return { from: begin, to: end };
}

/**
 * Creates a client that reads what data nodes know about trading a fund. Its methods return null
 * where the data node lacks the route or the fund: a missing route is remembered for a minute.
 */
export function createDtfTradingClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}) {
  const { requestCache, dataNode, clock } = options;

  /** Reads from a route that some data nodes lack. */
  async function fetchOptional(route: string, id: Bytes32, query: string, signal: AbortSignal) {
    if (requestCache.peek('missingRoute', route) !== undefined) return null;
    const path = `${route}?itp_id=${id}${query}`;
    const belongsToRequest = matchesRequestedResource({ itp_id: id });
    const response = await dataNode.get(path, { signal, belongsToRequest });
    if (response.status !== 404) return response;
    if (namesRoute(response.value, route)) {
      await requestCache.read('missingRoute', route, async () => ({ value: true, bytes: 8 }));
    }
    return null;
  }

  return {
    quote: (id: Bytes32) =>
      requestCache.read<DtfQuote | null>('quote', id, async (signal) => {
        const response = await fetchOptional('/itp-bid-ask', id, '', signal);
        const value = response && parseResponse(response, upstreamDtfQuoteSchema, upstream);
        return { value, bytes: response?.bytes ?? 8 };
      }),
    /** @param shape - Levels of each side, 1 to 50, and their width in basis points, 1 to 1,000. */
    orderBook: (
      id: Bytes32,
      { levels, aggregationBps }: { readonly levels: number; readonly aggregationBps: number },
    ) =>
      requestCache.read<DtfOrderBook | null>(
        'orderBook',
        `${id} ${levels} ${aggregationBps}`,
        async (signal) => {
          const query = `&levels=${levels}&aggregation_bps=${aggregationBps}`;
          const response = await fetchOptional('/itp-orderbook', id, query, signal);
          const value = response && parseResponse(response, upstreamDtfOrderBookSchema, upstream);
          return { value, bytes: response?.bytes ?? 8 };
        },
      ),
    /** @throws {InvalidInputError} the window is empty or too long. */
    candles: (id: Bytes32, query: CandleQuery) => {
      const { from, to } = resolveCandleWindow(query, unixNow(clock));
      const { name } = candleIntervals[query.interval];
      return requestCache.read<readonly Candle[] | null>(
        'navSeries',
        `${id} candles ${name} ${from} ${to}`,
        async (signal) => {
          const window = [from, to].map((at) => encodeURIComponent(formatIsoSeconds(at)));
          const response = await fetchOptional(
            '/nav-series',
            id,
            `&from=${window[0]}&to=${window[1]}&interval=${name}`,
            signal,
          );
          // A data node that has only closing NAVs demands a range.
          const hasCandles = response !== null && response.status !== 400;
          const value = hasCandles
            ? parseResponse(response, upstreamCandlesSchema, upstream)
            : null;
          return { value, bytes: response?.bytes ?? 8 };
        },
      );
    },
  };
}

/** Whether the message of a 404 names the path: then the data node lacks the route, not the fund. */
function namesRoute(body: unknown, route: string): boolean {
  return (
    isRecord(body) &&
    String(body.error ?? body.message ?? '')
      .toLowerCase()
      .includes(route)
  );
}
