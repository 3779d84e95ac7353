import type { z } from 'zod';
import type { Reader } from '../../core/cache/reader.ts';
import {
  GatewayError,
  NotFoundError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../core/errors.ts';
import type { PolicyName } from '../../core/policies.ts';
import type { Millis } from '../../core/units.ts';
import {
  type HttpClient,
  parseAnswer,
  parseListing,
  readEventData,
  readRetryAfter,
  refusalMessage,
  refusalOf,
  type UpstreamStream,
} from '../../upstreams/index.ts';
import { benchmarks, categories, compared, holdings, results } from './dialect.ts';
import { computeError, parseRunEvent, type RunEvent, type SweepEvent } from './events.ts';
import type { SimRequest } from './parameters/request.ts';
import type { Benchmark, Category, ComparedRun, Holding, ResultEntry } from './shapes.ts';
import { createSweepReader } from './sweeps/read-sweep.ts';

const upstream = 'data node';
/** The whole computation gets as long as a proxied one (spec: Limits, proxy timeout). */
const computeTimeout: Millis = 300_000;
/** Until the data node takes or refuses a request. */
const openTimeout: Millis = 10_000;
const readTimeout: Millis = 15_000;
const streamLimits = { maxEventBytes: 64 * 1024 * 1024, maxBytes: 128 * 1024 * 1024 };
const maxBodyBytes = 64 * 1024 * 1024;

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
  const get = (path: string, signal: AbortSignal) =>
    dataNode.get(path, { signal, timeout: readTimeout, maxBytes: maxBodyBytes });
  const read = <T>(question: {
    readonly policy: PolicyName;
    readonly path: string;
    readonly shape: z.ZodType<T>;
  }) => {
    const { policy, path, shape } = question;
    return reader.read(policy, path, async (signal) => {
      const answer = await get(path, signal);
      return { value: parseListing(answer, shape, upstream), bytes: answer.bytes };
    });
  };
  const compare: SimSource['compare'] = async (runIds) =>
    runIds.length === 0
      ? []
      : read({
          policy: 'simComparison',
          path: comparePath(runIds),
          shape: compared,
        });

  return {
    categories: () => read({ policy: 'simCategories', path: '/sim/categories', shape: categories }),
    holdings: async (runId, date) => {
      const query = new URLSearchParams({ run_id: String(runId), ...(date ? { date } : {}) });
      const path = `/sim/holdings?${query}`;
      try {
        return await reader.read<readonly Holding[]>('simHoldings', path, async (signal) => {
          const answer = await get(path, signal);
          const found = parseAnswer(answer, holdings, upstream);
          if (found.length > 0) return { value: found, bytes: answer.bytes };
          // Data nodes that answer an unknown run with an empty list know it by no other route, either.
          // They are asked anew each time: a run that was unknown a moment ago may be there by now.
          const known = parseListing(await get(comparePath([runId]), signal), compared, upstream);
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
      read({ policy: 'simResults', path: resultsPath(categoryId), shape: results }),
    benchmarks: async (start, end) => {
      const query = new URLSearchParams({ start_date: start, ...(end ? { end_date: end } : {}) });
      return read({ policy: 'benchmarks', path: `/sim/benchmarks?${query}`, shape: benchmarks });
    },
  };
}

export type ComputeCall = {
  readonly dataNode: HttpClient;
  readonly request: SimRequest;
  /** Fires when nobody waits for the computation any more. */
  readonly signal: AbortSignal;
};

/** Lets the data node compute a run; leaving the events, or the signal, stops it. */
export async function* streamRun(call: ComputeCall): AsyncGenerator<RunEvent> {
  for await (const data of streamData(call, '/sim/run-stream')) {
    const event =
      data === null ? { type: 'open' as const } : parseRunEvent(data, call.request.config);
    if (event) yield event;
  }
}

/** Lets the data node compute a sweep; leaving the events, or the signal, stops it. */
export async function* streamSweep(call: ComputeCall): AsyncGenerator<SweepEvent> {
  const sweep = createSweepReader(call.request.config);
  for await (const data of streamData(call, '/sim/sweep-stream')) {
    const event = data === null ? { type: 'open' as const } : sweep.read(data);
    if (event) yield event;
  }
  const end = sweep.end();
  if (end) yield end;
}

/** `null` once the data node has taken the request, then the data of each event. */
async function* streamData(
  { dataNode, request, signal: leaving }: ComputeCall,
  path: string,
): AsyncGenerator<string | null> {
  const deadline = AbortSignal.timeout(computeTimeout);
  const signal = AbortSignal.any([leaving, deadline]);
  const answer = await dataNode.stream(`${path}?${request.query}`, {
    signal,
    timeout: openTimeout,
  });
  try {
    if (answer.status !== 200) throw await refusal(answer);
    yield null;
    yield* readEventData(answer.body, streamLimits);
  } catch (cause) {
    // A broken connection shows as an error of the transport, which is nobody's business.
    if (deadline.aborted) {
      throw new UpstreamTimeoutError('the simulation took longer than 5 minutes', { cause });
    }
    if (cause instanceof GatewayError) throw cause;
    throw new UpstreamUnavailableError('the data node broke off the simulation', { cause });
  }
}

/** Why the data node does not compute what it was asked for. */
async function refusal(answer: UpstreamStream): Promise<Error> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > 10_000) break;
  }
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // A refusal without a readable reason.
  }
  const retryAfter = readRetryAfter(answer.headers['retry-after']);
  const sent = { status: answer.status, value, bytes: text.length, retryAfter };
  if (sent.status >= 500) {
    // Some nodes refuse an empty universe with a 500 (wire-facts 1.15); their other words are their own.
    const told = computeError(refusalMessage(sent) ?? '');
    return told.status < 500 ? told : new UpstreamUnavailableError('the simulation failed');
  }
  return (
    refusalOf(sent, upstream) ?? new UpstreamUnavailableError(`the ${upstream} sent no stream`)
  );
}
