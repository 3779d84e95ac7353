import { z } from 'zod';
import type { RequestCache } from '../../../cache/request-cache.ts';
import type { Clock } from '../../../lib/clock.ts';
import {
  createUpstreamUnavailableError,
  GatewayError,
  UpstreamUnavailableError,
} from '../../../lib/errors.ts';
import { allMaybePromises, mapMaybePromise } from '../../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { formatIsoSeconds, isRecord, lenientIntegerSchema, toIsoTime } from '../../../lib/parse.ts';
import {
  type HttpClient,
  isSameResourceName,
  parseLargeResponse,
  parseRequiredResponse,
  parseResponse,
  type ResponseBodyCheck,
} from '../../../upstreams/index.ts';
import {
  type MarketSnapshot,
  type SnapshotEntry,
  type SnapshotMeta,
  type SourceCatalog,
  sourceRegistrySchema,
} from './schema.ts';
import {
  limitEntriesPerSource,
  parseLenientNumber,
  toExtendedSnapshotEntry,
  toSnapshotEntry,
} from './snapshot-rows.ts';
import { type SourceAssetStats, toSourceHealth } from './source-health.ts';

/** Reads the latest values of all data sources from the data node. */
export type MarketSnapshotClient = {
  /** At most 200 assets of each source and 5,000 in all, or up to 10,000 of `source`. */
  readonly snapshot: (source?: string) => MarketSnapshot | Promise<MarketSnapshot>;
  /** The values of a source, up to 10,000, without the statistics that `snapshot` also reads. */
  readonly entriesOf: (
    source: string,
  ) => readonly SnapshotEntry[] | Promise<readonly SnapshotEntry[]>;
  readonly meta: () => Promise<SnapshotMeta>;
  /** Names and presentation of the sources. */
  readonly registry: () => SourceCatalog | Promise<SourceCatalog>;
  /**
   * Like `registry`, but null if there is none or the data node fails, which degrades the response.
   */
  readonly registryOrNull: () => SourceCatalog | null | Promise<SourceCatalog | null>;
};

const upstream = 'data node';
/** Creates limits and a function that applies them, memoized on the cached rows. */
const limited = (perSource: number, total: number) => ({
  total,
  cap: memoizeOnObject((entries: readonly SnapshotEntry[]) =>
    limitEntriesPerSource(entries, { perSource, total }),
  ),
});
const grid = limited(200, 5000);
const singleSource = limited(10_000, 10_000);
/** Maximum size of a response; ten thousand rows take about 4 MB. */
const maxSnapshotBytes = 24 * 1024 * 1024;
/** Maximum rows of a response; some data nodes ignore `limit` and send over 20,000. */
const maxRows = 70_000;
/** Number of categories reported when the data node has no registry. */
const standardCategories = 10;
/** Cached when the data node has no registry or statistics (404). */
const notFound = 'none';

type Rows = {
  readonly generatedAt: string | null;
  readonly entries: readonly SnapshotEntry[];
  /** Number of all assets, at some data nodes only of those sent; null in the legacy format. */
  readonly totalAssets: number | null;
  readonly count: number | null;
};
type Stats = {
  readonly totalAssets: number;
  readonly sources: Readonly<Record<string, SourceAssetStats & { readonly isCounted: boolean }>>;
};

/** A non-negative whole number; null for any other value. */
const wholeCount = z
  .unknown()
  .optional()
  .transform((value) => {
    const number = parseLenientNumber(value);
    return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
  });
/** An ISO 8601 time; null for values that are not a time. */
const time = z.unknown().optional().transform(toIsoTime);
const sentRows = z.object({
  generatedAt: time,
  totalAssets: wholeCount,
  count: wholeCount,
});

const entriesBy = (read: (row: unknown) => SnapshotEntry | null) =>
  z.array(z.unknown()).transform((rows) => rows.map(read).filter((entry) => entry !== null));

/** Rows under `prices`, as specified, or under `snapshots`, as legacy data nodes send them. */
const rowsSchema: z.ZodType<Rows> = z.union([
  sentRows
    .extend({ prices: entriesBy(toExtendedSnapshotEntry) })
    .transform(({ prices, ...sent }) => ({ ...sent, entries: prices })),
  sentRows
    .extend({ snapshots: entriesBy(toSnapshotEntry) })
    .transform(({ snapshots, ...sent }) => ({ ...sent, entries: snapshots, totalAssets: null })),
]);

const count = lenientIntegerSchema.nullish().transform((value) => value ?? 0);
const sourceStats = z
  .object({ totalAssets: lenientIntegerSchema.nullish(), activeAssets: count, newestRecord: time })
  .transform((one) => ({
    ...one,
    totalAssets: one.totalAssets ?? 0,
    isCounted: typeof one.totalAssets === 'number',
  }));
const statsSchema = z
  .object({
    totalAssets: lenientIntegerSchema.nullish(),
    sources: z.record(z.string(), sourceStats),
  })
  .transform(({ totalAssets, sources }): Stats => {
    const counted = Object.values(sources).reduce((sum, one) => sum + one.totalAssets, 0);
    return { totalAssets: totalAssets ?? counted, sources };
  });

/** Whether some rows are of the requested source; some data nodes send others as well. */
function hasRowsOf(source: string, body: unknown): boolean {
  const rows = isRecord(body) ? (body.prices ?? body.snapshots) : null;
  const isOther = (row: unknown) => isRecord(row) && !isSameResourceName(row.source, source);
  return !Array.isArray(rows) || rows.length === 0 || !rows.every(isOther);
}

/** Creates the client; reads go through the request cache. */
export function createMarketSnapshotClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}): MarketSnapshotClient {
  const { requestCache, dataNode, clock } = options;

  const rows = (source: string | undefined) => {
    const query =
      source === undefined
        ? `limit=${grid.total}`
        : `source=${encodeURIComponent(source.toWellFormed())}&limit=${singleSource.total}`;
    return requestCache.read('marketSnapshot', query, async (signal) => {
      const timeout = source === undefined ? 15_000 : 30_000;
      const belongsToRequest: ResponseBodyCheck = (body) =>
        source === undefined || hasRowsOf(source, body);
      const limits = { signal, timeout, maxBytes: maxSnapshotBytes, belongsToRequest };
      const response = await dataNode.get(`/vision/snapshot?${query}`, limits);
      const rows = ['prices', 'snapshots'];
      const value = await parseLargeResponse(response, {
        shape: rowsSchema,
        upstream,
        rows,
        signal,
      });
      if (value.entries.length > maxRows) {
        throw new UpstreamUnavailableError(`the ${upstream} answered with too many rows`);
      }
      return { value, bytes: response.bytes };
    });
  };
  const stats = () =>
    requestCache.read<Stats | typeof notFound>('marketMeta', '/market/stats', async (signal) => {
      const response = await dataNode.get('/market/stats', { signal, timeout: 5000 });
      if (response.status === 404) return { value: notFound, bytes: 0 };
      return {
        value: parseRequiredResponse(response, statsSchema, upstream),
        bytes: response.bytes,
      };
    });
  const listed = () =>
    requestCache.read<SourceCatalog | typeof notFound>(
      'sources',
      '/sources/registry',
      async (signal) => {
        const response = await dataNode.get('/sources/registry', { signal, timeout: 5000 });
        if (response.status === 404) return { value: notFound, bytes: 0 };
        return {
          value: parseResponse(response, sourceRegistrySchema, upstream),
          bytes: response.bytes,
        };
      },
    );
  const now = () => formatIsoSeconds(Math.floor(clock.now() / 1000));
  /** Returns null on an upstream error. Counts and registry are optional in a response. */
  const orNull = <T>(read: T | Promise<T>): T | null | Promise<T | null> => {
    if (!(read instanceof Promise)) return read;
    return read.catch((error: unknown) => {
      if (error instanceof GatewayError) return null;
      throw error;
    });
  };

  const registryOrNull = () =>
    mapMaybePromise(orNull(listed()), (found) => {
      if (found === null) requestCache.freshness.markDegraded();
      return found === notFound ? null : found;
    });

  return {
    registry: () =>
      mapMaybePromise(listed(), (found) => {
        if (found !== notFound) return found;
        throw createUpstreamUnavailableError(upstream);
      }),
    registryOrNull,
    snapshot: (source) => {
      const limits = source === undefined ? grid : singleSource;
      const [found, counted] = [rows(source), stats()];
      const reads = allMaybePromises(orUnavailable(found, source === undefined), orNull(counted));
      return mapMaybePromise(reads, ([{ generatedAt, entries, ...rest }, counts]) => {
        const known = counts === null || counts === notFound ? undefined : totalOf(counts, source);
        // Without the statistics, only the number of assets that were sent may be known.
        const isMissed = counts === notFound ? rest.totalAssets === null : counts === null;
        if (isMissed) requestCache.freshness.markDegraded();
        return {
          generatedAt: generatedAt ?? now(),
          maxAgeSecs: null,
          totalAssets: known ?? rest.totalAssets ?? rest.count ?? entries.length,
          sources: [],
          prices: limits.cap(entries),
        };
      });
    },
    entriesOf: (source) =>
      mapMaybePromise(rows(source), ({ entries }) => singleSource.cap(entries)),
    meta: async () => {
      const [counts, listed] = await Promise.all([orUnavailable(stats(), true), registryOrNull()]);
      if (counts === notFound) throw createUpstreamUnavailableError(upstream);
      const { sources, totalAssets } = counts;
      const entries = Object.entries(sources).map(([id, one]) =>
        toSourceHealth(id, one, clock.now()),
      );
      return {
        sources: entries,
        generatedAt: now(),
        totalAssets,
        totalSources: entries.filter(({ status }) => status !== 'not_started').length,
        totalCategories: listed?.categories.length ?? standardCategories,
        assetCounts: Object.fromEntries(
          Object.entries(sources).map(([id, one]) => [id, one.totalAssets]),
        ),
      };
    },
  };
}

/** Returns the number of assets, of a source or in all; undefined without statistics. */
function totalOf({ totalAssets, sources }: Stats, source: string | undefined): number | undefined {
  if (source === undefined) return totalAssets;
  const one = Object.hasOwn(sources, source) ? sources[source] : undefined;
  return one?.isCounted ? one.totalAssets : undefined;
}

/** Turns a data node's 4xx into a 502, unless the request names a resource that may not exist. */
function orUnavailable<T>(read: T | Promise<T>, unnamed: boolean): T | Promise<T> {
  if (!unnamed || !(read instanceof Promise)) return read;
  return read.catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.status >= 500) throw error;
    throw createUpstreamUnavailableError(upstream, { cause: error });
  });
}
