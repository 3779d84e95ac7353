import type { z } from 'zod';
import type { CachePolicyName } from '../../cache/cache-policies.ts';
import type { RequestCache } from '../../cache/request-cache.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/parse.ts';
import type { Millis } from '../../lib/units.ts';
import {
  type BodyMatchesRequest,
  type HttpClient,
  isSameResourceName,
  matchesRequestedResource,
  parseLargeRequiredResponse,
  parseLargeResponse,
  parseRequiredResponse,
  rowsMatchRequestedResource,
} from '../../upstreams/index.ts';
import type { Benchmark, ComparedRun, RunHolding, RunSummary } from './schema.ts';
import {
  upstreamBenchmarksSchema,
  upstreamCategoriesSchema,
  upstreamComparedRunsSchema,
  upstreamRunHoldingsSchema,
  upstreamRunSummariesSchema,
} from './upstream-schema.ts';

const upstream = 'data node';
const readTimeout: Millis = 15_000;
/** A comparison of 50 runs of 2,500 days is about 10 MB. */
const maxBodyBytes = 32 * 1024 * 1024;

/** Returns the path of the results, which is also their cache key. */
export function resultsCacheKey(categoryId?: string): string {
  const query = categoryId ? `?${new URLSearchParams({ category_id: categoryId })}` : '';
  return `/sim/results${query}`;
}

const comparePath = (runIds: readonly number[]) => `/sim/compare?run_ids=${runIds.join(',')}`;

const areAmong =
  (runIds: readonly number[]): BodyMatchesRequest =>
  (body) => {
    const runs = isRecord(body) ? body.simulations : body;
    const isOne = (run: unknown) =>
      !isRecord(run) || runIds.some((runId) => isSameResourceName(run.run_id ?? run.runId, runId));
    return !Array.isArray(runs) || runs.every(isOne);
  };

/** A run has no holdings, or none yet: they are stored after the result. It is not cached. */
class NoHoldingsError extends NotFoundError {}

/** Creates the client that reads simulation data from the data node for one request. */
export function createSimDataClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
}) {
  const { requestCache, dataNode } = options;
  const get = (path: string, signal: AbortSignal, belongsToRequest: BodyMatchesRequest) =>
    dataNode.get(path, { signal, timeout: readTimeout, maxBytes: maxBodyBytes, belongsToRequest });
  /** Reads a path whose body is an object with a list named `rows`. */
  const read = <T>(
    policy: CachePolicyName,
    path: string,
    parsing: { readonly shape: z.ZodType<readonly T[]>; readonly rows: string },
    belongsToRequest: BodyMatchesRequest = () => true,
  ) =>
    requestCache.read(policy, path, async (signal) => {
      const response = await get(path, signal, belongsToRequest);
      const { shape, rows } = parsing;
      const options = { shape, upstream, rows: [rows], resource: rows, signal };
      return { value: await parseLargeRequiredResponse(response, options), bytes: response.bytes };
    });

  return {
    categories: () =>
      read('simCategories', '/sim/categories', {
        shape: upstreamCategoriesSchema,
        rows: 'categories',
      }),
    /** Empty when nothing is held after the rebalance. @throws {NotFoundError} no such run. */
    holdings: async (runId: number, date?: string): Promise<readonly RunHolding[]> => {
      const query = new URLSearchParams({ run_id: String(runId), ...(date ? { date } : {}) });
      const path = `/sim/holdings?${query}`;
      try {
        return await requestCache.read('simHoldings', path, async (signal) => {
          const response = await get(path, signal, matchesRequestedResource({ run_id: runId }));
          const options = {
            shape: upstreamRunHoldingsSchema,
            upstream,
            rows: ['holdings'],
            resource: 'holdings',
            signal,
          };
          const found = await parseLargeResponse(response, options);
          if (found.length > 0) return { value: found, bytes: response.bytes };
          // Some data nodes return an empty list for an unknown run; the comparison, fetched
          // without the cache, shows whether it exists.
          const answered = await get(comparePath([runId]), signal, areAmong([runId]));
          const known = parseRequiredResponse(answered, upstreamComparedRunsSchema, upstream);
          if (known.length > 0) throw new NoHoldingsError('nothing was held');
          throw new NotFoundError(`run ${runId} does not exist`);
        });
      } catch (error) {
        if (!(error instanceof NoHoldingsError)) throw error;
        requestCache.freshness.markDegraded();
        requestCache.freshness.markUncacheable();
        return [];
      }
    },
    /**
     * The holdings of all rebalances; of the latest one only where the data node does not know the
     * parameter `all`. @throws {NotFoundError} no such run.
     */
    allHoldings: (runId: number) =>
      read(
        'simHoldings',
        `/sim/holdings?run_id=${runId}&all=true`,
        { shape: upstreamRunHoldingsSchema, rows: 'holdings' },
        matchesRequestedResource({ run_id: runId }),
      ),
    /** Runs that do not exist are omitted. */
    compare: async (runIds: readonly number[]): Promise<readonly ComparedRun[]> => {
      if (runIds.length === 0) return [];
      const parsing = { shape: upstreamComparedRunsSchema, rows: 'simulations' };
      return read('simComparison', comparePath(runIds), parsing, areAmong(runIds));
    },
    /** Newest first. */
    results: async (categoryId?: string): Promise<readonly RunSummary[]> =>
      read(
        'simResults',
        resultsCacheKey(categoryId),
        { shape: upstreamRunSummariesSchema, rows: 'results' },
        categoryId ? rowsMatchRequestedResource({ category_id: categoryId }, 'results') : undefined,
      ),
    benchmarks: async (start: string, end?: string): Promise<readonly Benchmark[]> => {
      const query = new URLSearchParams({ start_date: start, ...(end ? { end_date: end } : {}) });
      const parsing = { shape: upstreamBenchmarksSchema, rows: 'benchmarks' };
      return read('benchmarks', `/sim/benchmarks?${query}`, parsing);
    },
  };
}
