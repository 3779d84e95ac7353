import type { RunRequest } from '../engine/parameters/parse-run-parameters.ts';
import { createRunCacheKey } from '../engine/parameters/run-parameters.ts';
import type { PreparedMarket } from '../engine/prepare-market.ts';
import { createUniverse, findStartDay } from '../engine/universe.ts';
import { type AsyncQueue, createAsyncQueue } from './async-queue.ts';
import type { RunProgress } from './pool/messages.ts';
import type { PoolTask, SimPool } from './pool/sim-pool.ts';
import type { RunJson } from './store/run-json.ts';
import type { RunStore } from './store/run-store.ts';

/** What a listener of a run gets: progress, then exactly one result. */
export type RunEvent =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | {
      readonly kind: 'result';
      readonly texts: RunJson;
      readonly cached: boolean;
      /** 0 when cached. */
      readonly computedInMs: number;
    };

export type SharedRuns = {
  /**
   * Checks that a run has something to compute, without computing it.
   *
   * @throws {InvalidRunError} 400 no member of its category can be bought in its time.
   */
  readonly validate: (request: RunRequest) => void;
  /**
   * Follows a run, from memory or file, one that is being computed, or a new one. The run stops when
   * its last listener leaves.
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

/** One computation and the requests that wait for it. */
type InFlightRun = {
  readonly task: PoolTask;
  readonly listeners: Set<AsyncQueue<RunEvent>>;
  /** The newest event, which late joiners get at once. */
  latest: RunEvent;
};

/** Creates the desk that gives equal requests one computation. */
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
    async *subscribe(request, leaving) {
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
      leaving.addEventListener('abort', unsubscribe, { once: true });
      if (leaving.aborted) unsubscribe();
      try {
        yield* listener.values();
      } finally {
        leaving.removeEventListener('abort', unsubscribe);
        unsubscribe();
      }
    },
  };
}
