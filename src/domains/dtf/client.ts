import type { RequestCache } from '../../cache/request-cache.ts';
import { type Clock, unixNow } from '../../lib/clock.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { formatIsoSeconds } from '../../lib/parse.ts';
import type { Bytes32, UnixSeconds } from '../../lib/units.ts';
import {
  type HttpClient,
  matchesRequestedResource,
  parseRequiredResponse,
  parseResponse,
} from '../../upstreams/index.ts';
import { type EncodedNavSeries, isCanonicalNavSeries } from './encoded-nav-series.ts';
import { parseCompleteSnapshots } from './partial-snapshots.ts';
import type { DtfRankingEntry, NavRange } from './schema.ts';
import {
  basketSchema,
  type DataNodeDtfPrice,
  type UpstreamDtfSnapshot,
  upstreamDtfBasketsSchema,
  upstreamDtfPriceSchema,
  upstreamDtfSnapshotSchema,
  upstreamNavSeriesSchema,
  upstreamRankingSchema,
  upstreamSnapshotsSchema,
} from './upstream-schema.ts';

/** Reads DTFs from the data node, in the documented or a legacy format. */
export type DtfClient = {
  /** Not cached: `createDtfPriceReader` caches the final price. */
  readonly fetchPrice: (id: Bytes32, signal: AbortSignal) => Promise<DataNodeDtfPrice>;
  /** @throws {NotFoundError} (all methods with an id) the data node does not know the DTF. */
  readonly navSeries: (id: Bytes32, range: NavRange) => Read<EncodedNavSeries>;
  /** By AUM, descending. */
  readonly ranking: () => Read<readonly DtfRankingEntry[]>;
  /** @throws {PartialSnapshotError} (also `snapshots`) only the baskets are complete. */
  readonly snapshot: (id: Bytes32) => Read<UpstreamDtfSnapshot>;
  readonly snapshots: () => Read<readonly UpstreamDtfSnapshot[]>;
  /** The fresh cached snapshot of the DTF, else the fresh cached list of all snapshots. */
  readonly cachedSnapshots: (id: Bytes32) => {
    readonly one?: UpstreamDtfSnapshot | undefined;
    readonly all?: readonly UpstreamDtfSnapshot[] | undefined;
  };
  readonly cachedRanking: () => readonly DtfRankingEntry[] | undefined;
};

type Read<T> = T | Promise<T>;

const upstream = 'data node';
const day = 86_400;

type Window = {
  readonly seconds: UnixSeconds;
  /** Candle width, which legacy data nodes require. */
  readonly interval: string;
};

const ranges: Readonly<Record<NavRange, Window>> = {
  '1d': { seconds: day, interval: '5m' },
  '7d': { seconds: 7 * day, interval: '1h' },
  '30d': { seconds: 30 * day, interval: '1d' },
  '90d': { seconds: 90 * day, interval: '1d' },
  '1y': { seconds: 365 * day, interval: '1d' },
};

/** The latest query string of each range. */
const windows = new Map<NavRange, { readonly to: UnixSeconds; readonly query: string }>();

/** Returns the time parameters of a query; formats them once a second, because that is slow. */
function windowQuery(range: NavRange, to: UnixSeconds): string {
  const known = windows.get(range);
  if (known?.to === to) return known.query;
  const { seconds, interval } = ranges[range];
  const [from, until] = [to - seconds, to].map((at) => encodeURIComponent(formatIsoSeconds(at)));
  const query = `range=${range}&from=${from}&to=${until}&interval=${interval}`;
  windows.set(range, { to, query });
  return query;
}

/** Creates the client for one request. */
export function createDtfClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}): DtfClient {
  const { requestCache, dataNode, clock } = options;
  const unknown = (id: Bytes32) => new NotFoundError(`DTF ${id} does not exist`);

  return {
    fetchPrice: async (id, signal) => {
      const response = await dataNode.get(`/itp-price?itp_id=${id}`, {
        signal,
        timeout: 3000,
        belongsToRequest: matchesRequestedResource({ itp_id: id }),
      });
      if (response.status === 404) throw unknown(id);
      return parseResponse(response, upstreamDtfPriceSchema, upstream);
    },
    navSeries: (id, range) =>
      requestCache.read('navSeries', `${id} ${range}`, async (signal) => {
        const path = `/nav-series?itp_id=${id}&${windowQuery(range, unixNow(clock))}`;
        const response = await dataNode.get(path, {
          signal,
          keepRawIf: isCanonicalNavSeries,
          belongsToRequest: matchesRequestedResource({ itp_id: id }),
        });
        if (response.status === 404) throw unknown(id);
        const series = parseResponse(response, upstreamNavSeriesSchema, upstream);
        return { value: series, bytes: response.bytes };
      }),
    ranking: () =>
      requestCache.read('ranking', '', async (signal) => {
        const response = await dataNode.get('/aum-ranking', { signal });
        const entries = parseRequiredResponse(response, upstreamRankingSchema, upstream);
        entries.sort((left, right) => right.aum_usd - left.aum_usd);
        return { value: entries, bytes: response.bytes };
      }),
    snapshot: (id) =>
      requestCache.read('dtfSnapshot', id, async (signal) => {
        const response = await dataNode.get(`/snapshot?itp_id=${id}`, {
          signal,
          timeout: 5000,
          belongsToRequest: matchesRequestedResource({ itp_id: id }),
        });
        if (response.status === 404) throw unknown(id);
        const parsed = parseCompleteSnapshots(response, upstreamDtfSnapshotSchema, (value) => {
          const { data } = basketSchema.safeParse(value);
          return data && new Map([[id, data]]);
        });
        return { value: parsed, bytes: response.bytes };
      }),
    snapshots: () =>
      requestCache.read('dtfSnapshot', 'all', async (signal) => {
        const response = await dataNode.get('/snapshot', { signal, timeout: 5000 });
        const parsed = parseCompleteSnapshots(
          response,
          upstreamSnapshotsSchema,
          (value) => upstreamDtfBasketsSchema.safeParse(value).data,
        );
        return { value: parsed, bytes: response.bytes };
      }),
    cachedSnapshots: (id) => {
      const one = requestCache.peek<UpstreamDtfSnapshot>('dtfSnapshot', id);
      return one
        ? { one }
        : { all: requestCache.peek<readonly UpstreamDtfSnapshot[]>('dtfSnapshot', 'all') };
    },
    cachedRanking: () => requestCache.peek<readonly DtfRankingEntry[]>('ranking', ''),
  };
}
