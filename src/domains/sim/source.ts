import type { z } from 'zod';
import type { Reader } from '../../core/cache/reader.ts';
import { NotFoundError } from '../../core/errors.ts';
import type { PolicyName } from '../../core/policies.ts';
import type { Millis } from '../../core/units.ts';
import { isRecord } from '../../core/wire.ts';
import {
  type BodyCheck,
  type HttpClient,
  isAbout,
  isSameName,
  parseListing,
  parseLongAnswer,
  parseLongListing,
  rowsAreAbout,
} from '../../upstreams/index.ts';
import { benchmarks, categories, compared, holdings, results } from './dialect.ts';
import type { Benchmark, Category, ComparedRun, Holding, ResultEntry } from './shapes.ts';

const upstream = 'data node';
const readTimeout: Millis = 15_000;
/** Fifty runs of 2,500 days, which can be compared, have 10 MB. */
const maxBodyBytes = 32 * 1024 * 1024;

/** What the data node knows of simulations. */
export type SimSource = {
  readonly categories: () => readonly Category[] | Promise<readonly Category[]>;
  /** Empty for a day without a rebalance. @throws {NotFoundError} no such run. */
  readonly holdings: (runId: number, date?: string) => Promise<readonly Holding[]>;
  /** Runs that do not exist are left out. */
  readonly compare: (runIds: readonly number[]) => Promise<readonly ComparedRun[]>;
  /** Newest first. */
  readonly results: (categoryId?: string) => Promise<readonly ResultEntry[]>;
  readonly benchmarks: (start: string, end?: string) => Promise<readonly Benchmark[]>;
};

/** Where results are, and the key under which they are cached. */
export function resultsPath(categoryId?: string): string {
  const query = categoryId ? `?${new URLSearchParams({ category_id: categoryId })}` : '';
  return `/sim/results${query}`;
}

const comparePath = (runIds: readonly number[]) => `/sim/compare?run_ids=${runIds.join(',')}`;

/** Whether compared runs are some of those asked for. */
const areAmong =
  (runIds: readonly number[]): BodyCheck =>
  (body) => {
    const runs = isRecord(body) ? body.simulations : body;
    const isOne = (run: unknown) =>
      !isRecord(run) || runIds.some((runId) => isSameName(run.run_id ?? run.runId, runId));
    return !Array.isArray(runs) || runs.every(isOne);
  };

/**
 * A run that is there has no holdings, or none yet: data nodes write them behind its result (wire-facts
 * 4), so that an empty list is not to be kept.
 */
class NoHoldingsError extends NotFoundError {}

/** Reads through one request's `reader`. */
export function createSimSource(options: {
  readonly reader: Reader;
  readonly dataNode: HttpClient;
}): SimSource {
  const { reader, dataNode } = options;
  const get = (path: string, signal: AbortSignal, isAsked: BodyCheck) =>
    dataNode.get(path, { signal, timeout: readTimeout, maxBytes: maxBodyBytes, isAsked });
  const read = <T>(question: {
    readonly policy: PolicyName;
    readonly path: string;
    readonly shape: z.ZodType<T>;
    readonly rows: string;
    readonly isAsked?: BodyCheck;
  }) => {
    const { policy, path, shape, rows, isAsked = () => true } = question;
    return reader.read(policy, path, async (signal) => {
      const answer = await get(path, signal, isAsked);
      const value = await parseLongListing(answer, { shape, upstream, rows: [rows], signal });
      return { value, bytes: answer.bytes };
    });
  };
  const compare: SimSource['compare'] = async (runIds) =>
    runIds.length === 0
      ? []
      : read({
          policy: 'simComparison',
          path: comparePath(runIds),
          shape: compared,
          rows: 'simulations',
          isAsked: areAmong(runIds),
        });

  return {
    categories: () =>
      read({
        policy: 'simCategories',
        path: '/sim/categories',
        shape: categories,
        rows: 'categories',
      }),
    holdings: async (runId, date) => {
      const query = new URLSearchParams({ run_id: String(runId), ...(date ? { date } : {}) });
      const path = `/sim/holdings?${query}`;
      try {
        return await reader.read<readonly Holding[]>('simHoldings', path, async (signal) => {
          const answer = await get(path, signal, isAbout({ run_id: runId }));
          const asked = { shape: holdings, upstream, rows: ['holdings'], signal };
          const found = await parseLongAnswer(answer, asked);
          if (found.length > 0) return { value: found, bytes: answer.bytes };
          // Data nodes that answer an unknown run with an empty list know it by no other route, either.
          // They are asked anew each time: a run that was unknown a moment ago may be there by now.
          const answered = await get(comparePath([runId]), signal, areAmong([runId]));
          const known = parseListing(answered, compared, upstream);
          if (known.length > 0) throw new NoHoldingsError('nothing was held');
          throw new NotFoundError(`run ${runId} does not exist`);
        });
      } catch (error) {
        if (!(error instanceof NoHoldingsError)) throw error;
        reader.freshness.degrade();
        reader.freshness.forbidReuse();
        return [];
      }
    },
    compare,
    results: async (categoryId) =>
      read({
        policy: 'simResults',
        path: resultsPath(categoryId),
        shape: results,
        rows: 'results',
        ...(categoryId ? { isAsked: rowsAreAbout({ category_id: categoryId }, 'results') } : {}),
      }),
    benchmarks: async (start, end) => {
      const query = new URLSearchParams({ start_date: start, ...(end ? { end_date: end } : {}) });
      return read({
        policy: 'benchmarks',
        path: `/sim/benchmarks?${query}`,
        shape: benchmarks,
        rows: 'benchmarks',
      });
    },
  };
}
