import type { RunRequest } from '../engine/parameters/parse-run-parameters.ts';
import { createRunCacheKey } from '../engine/parameters/run-parameters.ts';
import type { PreparedMarket } from '../engine/prepare-market.ts';
import { createUniverse, findStartDay } from '../engine/universe.ts';
import { type AsyncQueue, createAsyncQueue } from './async-queue.ts';
import type { RunProgress } from './pool/messages.ts';
import type { PoolTask, SimPool } from './pool/sim-pool.ts';
import type { RunJson } from './store/run-json.ts';
import type { RunStore } from './store/run-store.ts';

/** Events of a run: progress, then exactly one result. */
export type RunEvent =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | {
      readonly kind: 'result';
      readonly texts: RunJson;
      readonly cached: boolean;
      /** Duration of the computation in milliseconds; 0 if cached. */
      readonly computedInMs: number;
    };

export type SharedRuns = {
  /**
   * Checks that a run has something to compute, without computing it.
   *
   * @throws {InvalidRunError} 400 no member of the category can be bought in the requested time.
   */
  readonly validate: (request: RunRequest) => void;
  /**
   * Yields the events of a run: a cached run from memory or file, a run that is being computed, or
   * a new run. A run is cancelled when its last subscriber disconnects.
   *
   * @param signal - Ends the events at once.
   */
  readonly subscribe: (request: RunRequest, signal: AbortSignal) => AsyncGenerator<RunEvent>;
};

export type SharedRunsOptions = {
  readonly market: PreparedMarket;
  readonly store: RunStore;
  readonly pool: SimPool;
};

/** One computation and the requests that wait for its result. */
type InFlightRun = {
  readonly task: PoolTask;
  readonly listeners: Set<AsyncQueue<RunEvent>>;
  /** The newest event, which new subscribers get at once. */
  latest: RunEvent;
};

/** Creates the runs that equal requests share: each is computed once. */
export function createSharedRuns({ market, store, pool }: SharedRunsOptions): SharedRuns {
  const inFlightRuns = new Map<string, InFlightRun>();

  function findRunStart({ parameters }: RunRequest): number {
    const universe = createUniverse(market, parameters.category_id);
    return findStartDay({ market, universe, parameters });
  }

  function startRun(key: string, request: RunRequest): InFlightRun {
    const day = findRunStart(request);
    const totalDays = market.days - day;
    const listeners = new Set<AsyncQueue<RunEvent>>();
    const publish = (event: RunEvent) => {
      flight.latest = event;
      for (const listener of listeners) listener.put(event);
    };
    const endRun = (error?: Error) => {
      if (inFlightRuns.get(key) === flight) inFlightRuns.delete(key);
      for (const listener of listeners) listener.end(error);
    };
    const task = pool.start({
      parameters: request.parameters,
      onProgress: (progress) => publish({ kind: 'progress', progress }),
    });
    const first = { pct: 0, day: market.firstDay + day, totalDays };
    const flight: InFlightRun = { task, listeners, latest: { kind: 'progress', progress: first } };
    inFlightRuns.set(key, flight);
    task.done.then(
      ({ texts, computedInMs }) => {
        store.cacheRun(texts);
        publish({ kind: 'result', texts, cached: false, computedInMs });
        endRun();
      },
      (error: Error) => endRun(error),
    );
    return flight;
  }

  function removeListener(key: string, flight: InFlightRun, listener: AsyncQueue<RunEvent>): void {
    listener.end();
    flight.listeners.delete(listener);
    if (flight.listeners.size > 0 || inFlightRuns.get(key) !== flight) return;
    inFlightRuns.delete(key);
    flight.task.cancel();
  }

  return {
    validate: (request) => void findRunStart(request),
    async *subscribe(request, signal) {
      const key = createRunCacheKey(request.parameters, market.version);
      const known = request.force ? null : store.find(key);
      if (known !== null) {
        yield { kind: 'result', texts: known, cached: true, computedInMs: 0 };
        return;
      }
      const flight = inFlightRuns.get(key) ?? startRun(key, request);
      const listener = createAsyncQueue<RunEvent>();
      listener.put(flight.latest);
      flight.listeners.add(listener);
      const unsubscribe = () => removeListener(key, flight, listener);
      signal.addEventListener('abort', unsubscribe, { once: true });
      if (signal.aborted) unsubscribe();
      try {
        yield* listener.values();
      } finally {
        signal.removeEventListener('abort', unsubscribe);
        unsubscribe();
      }
    },
  };
}
