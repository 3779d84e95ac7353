import { z } from 'zod';
import type { CachePolicyName } from '../../../cache/cache-policies.ts';
import type { RequestCache } from '../../../cache/request-cache.ts';
import { type Clock, unixNow } from '../../../lib/clock.ts';
import {
  createUpstreamUnavailableError,
  GatewayError,
  UpstreamUnavailableError,
} from '../../../lib/errors.ts';
import { runYielding } from '../../../lib/event-loop-turns.ts';
import { allMaybePromises, mapMaybePromise } from '../../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { coercedIntegerSchema, formatIsoSeconds, isRecord, toIsoTime } from '../../../lib/parse.ts';
import { dropDuplicatesInSteps, reportDroppedRow } from '../../../lib/parse-rows.ts';
import {
  type HttpClient,
  isSameResourceName,
  parseLargeResponse,
  parseResponse,
} from '../../../upstreams/index.ts';
import { hashSourceId } from '../source-hash.ts';
import {
  type MarketSnapshot,
  type SnapshotEntry,
  type SnapshotMeta,
  sourceRegistryResponseSchema,
} from './schema.ts';
import {
  limitEntriesPerSource,
  toSnapshotEntry,
  toSnapshotEntryWithUnknownFields,
} from './snapshot-rows.ts';
import { toSourceHealth } from './source-health.ts';

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

/** A non-negative whole number; null for any other value. */
const wholeCount = coercedIntegerSchema
  .pipe(z.int().nonnegative())
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
/** An ISO 8601 time; null for values that are not a time. */
const time = z.unknown().optional().transform(toIsoTime);
const sentRows = z.object({
  generatedAt: time,
  totalAssets: wholeCount,
  count: wholeCount,
});

const resource = 'market-snapshot';
const entriesBy = (read: (row: unknown) => SnapshotEntry | null) =>
  z.array(z.unknown()).transform((rows, issues) => {
    const entries = rows.map(read).filter((entry) => entry !== null);
    for (let left = rows.length - entries.length; left > 0; left -= 1) {
      reportDroppedRow(resource, 'shape');
    }
    if (entries.length === 0 && rows.length > 0) issues.addIssue('no valid row');
    return entries;
  });

/** Rows under `prices`, as specified, or under `snapshots`, as legacy data nodes send them. */
const rowsSchema: z.ZodType<Rows> = z.union([
  sentRows
    .extend({ prices: entriesBy(toSnapshotEntryWithUnknownFields) })
    .transform(({ prices, ...sent }) => ({ ...sent, entries: prices })),
  sentRows
    .extend({ snapshots: entriesBy(toSnapshotEntry) })
    .transform(({ snapshots, ...sent }) => ({ ...sent, entries: snapshots, totalAssets: null })),
]);

const statsSchema = z
  .object({
    totalAssets: coercedIntegerSchema.nullish(),
    sources: z.record(
      z.string(),
      z.object({
        totalAssets: coercedIntegerSchema.nullish(),
        activeAssets: coercedIntegerSchema.nullish(),
        newestRecord: time,
      }),
    ),
  })
  .transform(({ totalAssets, sources }) => {
    const counted = Object.values(sources).reduce((sum, one) => sum + (one.totalAssets ?? 0), 0);
    return { totalAssets: totalAssets ?? counted, sources };
  });
type Stats = z.output<typeof statsSchema>;

const idsByHash = memoizeOnObject(
  ({ sources }: Stats): ReadonlyMap<string, string> =>
    new Map(Object.keys(sources).map((id) => [hashSourceId(id), id])),
);
const noIds: ReadonlyMap<string, string> = new Map();

/** Whether some rows are of the requested source; some data nodes send others as well. */
function hasRowsOf(source: string, body: unknown): boolean {
  const rows = isRecord(body) ? (body.prices ?? body.snapshots) : null;
  const isOther = (row: unknown) => isRecord(row) && !isSameResourceName(row.source, source);
  return !Array.isArray(rows) || rows.length === 0 || !rows.every(isOther);
}

export type MarketSnapshotClient = ReturnType<typeof createMarketSnapshotClient>;

/** Creates one request's client for the latest values of all sources at the data node. */
export function createMarketSnapshotClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}) {
  const { requestCache, dataNode, clock } = options;

  const readRows = (source: string | undefined) => {
    const query =
      source === undefined
        ? `limit=${grid.total}`
        : `source=${encodeURIComponent(source.toWellFormed())}&limit=${singleSource.total}`;
    return requestCache.read<Rows>('marketSnapshot', query, async (signal) => {
      const response = await dataNode.get(`/vision/snapshot?${query}`, {
        signal,
        timeout: source === undefined ? 15_000 : 30_000,
        maxBytes: maxSnapshotBytes,
        belongsToRequest: (body) => source === undefined || hasRowsOf(source, body),
      });
      const rows = ['prices', 'snapshots'];
      const options = { shape: rowsSchema, upstream, rows, resource, signal };
      const sent = await parseLargeResponse(response, options);
      const keyOf = (row: SnapshotEntry) => `${row.source} ${row.assetId}`;
      const onDuplicate = () => response.onDroppedRow?.({ resource, reason: 'duplicate' });
      const entries = await runYielding(
        dropDuplicatesInSteps(sent.entries, keyOf, onDuplicate),
        signal,
      );
      const value = { ...sent, entries };
      if (value.entries.length > maxRows) {
        throw new UpstreamUnavailableError(`the ${upstream} answered with too many rows`);
      }
      return { value, bytes: response.bytes };
    });
  };
  const readOptional = <T>(policy: CachePolicyName, path: string, shape: z.ZodType<T>) =>
    requestCache.read<T | typeof notFound>(policy, path, async (signal) => {
      const response = await dataNode.get(path, { signal, timeout: 5000 });
      if (response.status === 404) return { value: notFound, bytes: 0 };
      return { value: parseResponse(response, shape, upstream), bytes: response.bytes };
    });
  const readStats = () => readOptional('marketMeta', '/market/stats', statsSchema);
  const readRegistry = () =>
    readOptional('sources', '/sources/registry', sourceRegistryResponseSchema);
  const now = () => formatIsoSeconds(unixNow(clock));
  /** Returns null on an upstream error. Counts and registry are optional in a response. */
  const orNull = <T>(read: T | Promise<T>): T | null | Promise<T | null> => {
    if (!(read instanceof Promise)) return read;
    return read.catch((error: unknown) => {
      if (error instanceof GatewayError) return null;
      throw error;
    });
  };

  /** Like `registry`, but null if there is none or it fails, which degrades the response. */
  const registryOrNull = () =>
    mapMaybePromise(orNull(readRegistry()), (found) => {
      if (found === null) requestCache.freshness.markDegraded();
      return found === notFound ? null : found;
    });

  return {
    /** Names and presentation of the sources. */
    registry: () =>
      mapMaybePromise(readRegistry(), (found) => {
        if (found !== notFound) return found;
        throw createUpstreamUnavailableError(upstream);
      }),
    registryOrNull,
    /** At most 200 assets of each source and 5,000 in all, or up to 10,000 of `source`. */
    snapshot: (source?: string): MarketSnapshot | Promise<MarketSnapshot> => {
      const limits = source === undefined ? grid : singleSource;
      const [found, counted] = [readRows(source), readStats()];
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
    /** The values of a source, up to 10,000, without the statistics that `snapshot` also reads. */
    entriesOf: (source: string): readonly SnapshotEntry[] | Promise<readonly SnapshotEntry[]> =>
      mapMaybePromise(readRows(source), ({ entries }) => singleSource.cap(entries)),
    /** The ids of the sources by their hashes; empty without statistics. */
    sourceIdsByHash: (): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>> =>
      mapMaybePromise(orNull(readStats()), (counts) => {
        if (counts === null) requestCache.freshness.markDegraded();
        return counts === null || counts === notFound ? noIds : idsByHash(counts);
      }),
    meta: async (): Promise<SnapshotMeta> => {
      const [counts, registry] = await Promise.all([
        orUnavailable(readStats(), true),
        registryOrNull(),
      ]);
      if (counts === notFound) throw createUpstreamUnavailableError(upstream);
      const { totalAssets } = counts;
      const counted = Object.entries(counts.sources);
      const sources = counted.map(([id, stats]) => toSourceHealth(id, stats, clock.now()));
      return {
        sources,
        generatedAt: now(),
        totalAssets,
        totalSources: sources.filter(({ status }) => status !== 'not_started').length,
        totalCategories: registry?.categories.length ?? standardCategories,
        assetCounts: Object.fromEntries(counted.map(([id, one]) => [id, one.totalAssets ?? 0])),
      };
    },
  };
}

/** Returns the number of assets, of a source or in all; undefined without statistics. */
function totalOf({ totalAssets, sources }: Stats, source: string | undefined): number | undefined {
  if (source === undefined) return totalAssets;
  return Object.hasOwn(sources, source) ? (sources[source]?.totalAssets ?? undefined) : undefined;
}

/** Turns a data node's 4xx into a 502, unless the request names a resource that may not exist. */
function orUnavailable<T>(read: T | Promise<T>, unnamed: boolean): T | Promise<T> {
  if (!unnamed || !(read instanceof Promise)) return read;
  return read.catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.status >= 500) throw error;
    throw createUpstreamUnavailableError(upstream, { cause: error });
  });
}
