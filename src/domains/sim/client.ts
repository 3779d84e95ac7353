import type { z } from 'zod';
import type { CachePolicyName } from '../../cache/cache-policies.ts';
import type { RequestCache } from '../../cache/request-cache.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/parse.ts';
import type { Millis } from '../../lib/units.ts';
import {
  type HttpClient,
  isSameResourceName,
  matchesRequestedResource,
  parseLargeListResponse,
  parseLargeResponse,
  parseRequiredResponse,
  type ResponseBodyCheck,
  rowsMatchRequestedResource,
} from '../../upstreams/index.ts';
import type { Benchmark, ComparedRun, RunHolding, RunResultEntry, SimCategory } from './schema.ts';
import {
  upstreamBenchmarksSchema,
  upstreamCategoriesSchema,
  upstreamComparisonSchema,
  upstreamHoldingsSchema,
  upstreamResultsSchema,
} from './upstream-schema.ts';

const upstream = 'data node';
const readTimeout: Millis = 15_000;
/** A comparison of 50 runs of 2,500 days is about 10 MB. */
const maxBodyBytes = 32 * 1024 * 1024;

/** Reads simulation data from the data node. */
export type SimDataClient = {
  readonly categories: () => readonly SimCategory[] | Promise<readonly SimCategory[]>;
  /** Empty when nothing is held after the rebalance. @throws {NotFoundError} no such run. */
  readonly holdings: (runId: number, date?: string) => Promise<readonly RunHolding[]>;
  /** Runs that do not exist are omitted. */
  readonly compare: (runIds: readonly number[]) => Promise<readonly ComparedRun[]>;
  /** Newest first. */
  readonly results: (categoryId?: string) => Promise<readonly RunResultEntry[]>;
  readonly benchmarks: (start: string, end?: string) => Promise<readonly Benchmark[]>;
};

/** Returns the path of the results, which is also their cache key. */
export function resultsCacheKey(categoryId?: string): string {
  const query = categoryId ? `?${new URLSearchParams({ category_id: categoryId })}` : '';
  return `/sim/results${query}`;
}

const comparePath = (runIds: readonly number[]) => `/sim/compare?run_ids=${runIds.join(',')}`;

const areAmong =
  (runIds: readonly number[]): ResponseBodyCheck =>
  (body) => {
    const runs = isRecord(body) ? body.simulations : body;
    const isOne = (run: unknown) =>
      !isRecord(run) || runIds.some((runId) => isSameResourceName(run.run_id ?? run.runId, runId));
    return !Array.isArray(runs) || runs.every(isOne);
  };

/** A run has no holdings, or none yet: they are stored after the result. It is not cached. */
class NoHoldingsError extends NotFoundError {}

/** Creates a client that reads through one request's cache. */
export function createSimDataClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
}): SimDataClient {
  const { requestCache, dataNode } = options;
  const get = (path: string, signal: AbortSignal, belongsToRequest: ResponseBodyCheck) =>
    dataNode.get(path, { signal, timeout: readTimeout, maxBytes: maxBodyBytes, belongsToRequest });
  const read = <T>(lookup: {
    readonly policy: CachePolicyName;
    readonly path: string;
    readonly shape: z.ZodType<T>;
    readonly rows: string;
    readonly belongsToRequest?: ResponseBodyCheck;
  }) => {
    const { policy, path, shape, rows, belongsToRequest = () => true } = lookup;
    return requestCache.read(policy, path, async (signal) => {
      const response = await get(path, signal, belongsToRequest);
      const value = await parseLargeListResponse(response, {
        shape,
        upstream,
        rows: [rows],
        signal,
      });
      return { value, bytes: response.bytes };
    });
  };
  const compare: SimDataClient['compare'] = async (runIds) =>
    runIds.length === 0
      ? []
      : read({
          policy: 'simComparison',
          path: comparePath(runIds),
          shape: upstreamComparisonSchema,
          rows: 'simulations',
          belongsToRequest: areAmong(runIds),
        });

  return {
    categories: () =>
      read({
        policy: 'simCategories',
        path: '/sim/categories',
        shape: upstreamCategoriesSchema,
        rows: 'categories',
      }),
    holdings: async (runId, date) => {
      const query = new URLSearchParams({ run_id: String(runId), ...(date ? { date } : {}) });
      const path = `/sim/holdings?${query}`;
      try {
        return await requestCache.read<readonly RunHolding[]>(
          'simHoldings',
          path,
          async (signal) => {
            const response = await get(path, signal, matchesRequestedResource({ run_id: runId }));
            const options = { shape: upstreamHoldingsSchema, upstream, rows: ['holdings'], signal };
            const found = await parseLargeResponse(response, options);
            if (found.length > 0) return { value: found, bytes: response.bytes };
            // Some data nodes return an empty list for an unknown run; the comparison, fetched
            // without the cache, shows whether it exists.
            const answered = await get(comparePath([runId]), signal, areAmong([runId]));
            const known = parseRequiredResponse(answered, upstreamComparisonSchema, upstream);
            if (known.length > 0) throw new NoHoldingsError('nothing was held');
            throw new NotFoundError(`run ${runId} does not exist`);
          },
        );
      } catch (error) {
        if (!(error instanceof NoHoldingsError)) throw error;
        requestCache.freshness.markDegraded();
        requestCache.freshness.markUncacheable();
        return [];
      }
    },
    compare,
    results: async (categoryId) =>
      read({
        policy: 'simResults',
        path: resultsCacheKey(categoryId),
        shape: upstreamResultsSchema,
        rows: 'results',
        ...(categoryId
          ? { belongsToRequest: rowsMatchRequestedResource({ category_id: categoryId }, 'results') }
          : {}),
      }),
    benchmarks: async (start, end) => {
      const query = new URLSearchParams({ start_date: start, ...(end ? { end_date: end } : {}) });
      return read({
        policy: 'benchmarks',
        path: `/sim/benchmarks?${query}`,
        shape: upstreamBenchmarksSchema,
        rows: 'benchmarks',
      });
    },
  };
}
