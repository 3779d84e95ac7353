import type { RequestCache } from '../../cache/request-cache.ts';
import { type Clock, unixNow } from '../../lib/clock.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { formatIsoSeconds } from '../../lib/parse.ts';
import type { Bytes32, UnixSeconds } from '../../lib/units.ts';
import {
  type HttpClient,
  matchesRequestedResource,
  parseRequiredResponse,
  parseResponse,
} from '../../upstreams/index.ts';
import { parseSnapshotsSalvagingBaskets } from './partial-snapshots.ts';
import type { DtfRankingEntry, NavRange } from './schema.ts';
import { isCanonicalNavSeries, type SerializedNavSeries } from './serialized-nav-series.ts';
import {
  basketSchema,
  type DataNodeDtfPrice,
  type UpstreamDtfSnapshot,
  upstreamDtfBasketsSchema,
  upstreamDtfPriceSchema,
  upstreamDtfRankingSchema,
  upstreamDtfSnapshotSchema,
  upstreamNavSeriesSchema,
  upstreamSnapshotsSchema,
} from './upstream-schema.ts';

const upstream = 'data node';
const day = 86_400;

/** Seconds of each range, and the width of a candle, which legacy data nodes require. */
const ranges: Readonly<Record<NavRange, readonly [seconds: UnixSeconds, interval: string]>> = {
  '1d': [day, '5m'],
  '7d': [7 * day, '1h'],
  '30d': [30 * day, '1d'],
  '90d': [90 * day, '1d'],
  '1y': [365 * day, '1d'],
};

/** The latest query string of each range. */
const windows = new Map<NavRange, { readonly to: UnixSeconds; readonly query: string }>();

/** Returns the time parameters of a query; formats them once a second, because that is slow. */
function windowQuery(range: NavRange, to: UnixSeconds): string {
  const known = windows.get(range);
  if (known?.to === to) return known.query;
  const [seconds, interval] = ranges[range];
  const [from, until] = [to - seconds, to].map((at) => encodeURIComponent(formatIsoSeconds(at)));
  const query = `range=${range}&from=${from}&to=${until}&interval=${interval}`;
  windows.set(range, { to, query });
  return query;
}

/** Indexes snapshots by DTF; memoized on the list. */
export const indexSnapshotsById = memoizeOnObject(
  (snapshots: readonly UpstreamDtfSnapshot[]) =>
    new Map(snapshots.map((snapshot) => [snapshot.itp_id as Bytes32, snapshot])),
);

/**
 * Creates a client that reads DTFs from the data node, in the documented or a legacy format,
 * through the cache of one request.
 *
 * @throws (from methods with an id) {NotFoundError} the data node does not know the DTF.
 */
export function createDtfClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}) {
  const { requestCache, dataNode, clock } = options;

  async function get(id: Bytes32, path: string, call: Parameters<HttpClient['get']>[1]) {
    const belongsToRequest = matchesRequestedResource({ itp_id: id });
    const response = await dataNode.get(path, { ...call, belongsToRequest });
    if (response.status === 404) throw new NotFoundError(`DTF ${id} does not exist`);
    return response;
  }

  return {
    /** Not cached: `createDtfPriceReader` caches the final price. */
    fetchPrice: async (id: Bytes32, signal: AbortSignal): Promise<DataNodeDtfPrice> => {
      const response = await get(id, `/itp-price?itp_id=${id}`, { signal, timeout: 3000 });
      return parseResponse(response, upstreamDtfPriceSchema, upstream);
    },
    navSeries: (id: Bytes32, range: NavRange) =>
      requestCache.read<SerializedNavSeries>('navSeries', `${id} ${range}`, async (signal) => {
        const path = `/nav-series?itp_id=${id}&${windowQuery(range, unixNow(clock))}`;
        const response = await get(id, path, { signal, keepRawIf: isCanonicalNavSeries });
        const series = parseResponse(response, upstreamNavSeriesSchema, upstream);
        return { value: series, bytes: response.bytes };
      }),
    /** By AUM, descending. */
    ranking: () =>
      requestCache.read<readonly DtfRankingEntry[]>('ranking', '', async (signal) => {
        const response = await dataNode.get('/aum-ranking', { signal });
        const entries = parseRequiredResponse(response, upstreamDtfRankingSchema, upstream);
        entries.sort((left, right) => right.aum_usd - left.aum_usd);
        return { value: entries, bytes: response.bytes };
      }),
    /** @throws {SalvagedDtfBasketsError} (also `snapshots`) only the baskets are complete. */
    snapshot: (id: Bytes32) =>
      requestCache.read<UpstreamDtfSnapshot>('dtfSnapshot', id, async (signal) => {
        const response = await get(id, `/snapshot?itp_id=${id}`, { signal, timeout: 5000 });
        const parsed = parseSnapshotsSalvagingBaskets(
          response,
          upstreamDtfSnapshotSchema,
          (value) => {
            const { data } = basketSchema.safeParse(value);
            return data && new Map([[id, data]]);
          },
        );
        return { value: parsed, bytes: response.bytes };
      }),
    snapshots: () =>
      requestCache.read<readonly UpstreamDtfSnapshot[]>('dtfSnapshot', 'all', async (signal) => {
        const response = await dataNode.get('/snapshot', { signal, timeout: 5000 });
        const parsed = parseSnapshotsSalvagingBaskets(
          response,
          upstreamSnapshotsSchema,
          (value) => upstreamDtfBasketsSchema.safeParse(value).data,
        );
        return { value: parsed, bytes: response.bytes };
      }),
    /** Returns the DTF's snapshot if a fresh one is cached, alone or in the list of all. */
    cachedSnapshot: (id: Bytes32) => {
      const one = requestCache.peek<UpstreamDtfSnapshot>('dtfSnapshot', id);
      if (one) return one;
      const all = requestCache.peek<readonly UpstreamDtfSnapshot[]>('dtfSnapshot', 'all');
      return all && indexSnapshotsById(all).get(id);
    },
    cachedRanking: () => requestCache.peek<readonly DtfRankingEntry[]>('ranking', ''),
  };
}
