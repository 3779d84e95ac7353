import { type AbortWatch, createAborter, watchAbort } from '../abort.ts';
import {
  createRing,
  isRingEmpty,
  joinRing,
  type Linked,
  leaveRing,
  membersOf,
} from '../collections/ring.ts';

/**
 * One piece of work that many wait for. A waiter that aborts leaves the others alone; when the
 * last one has left, the work itself is aborted.
 */
export type Flight<T> = {
  /** Resolves to what `use` makes of the outcome for this waiter. */
  readonly join: <U>(wait: Wait<T, U>) => Promise<U>;
};

/** How one waits for the outcome. */
export type Wait<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly use: (outcome: T) => U;
  /** Hears that there is none, before the promise does. */
  readonly lose?: (() => void) | undefined;
};

/** Who waits, told by a call in the place of a promise that follows another. */
type Waiter<T> = Linked & {
  readonly wait: Wait<T, unknown>;
  readonly resolve: (made: unknown) => void;
  readonly reject: (error: unknown) => void;
  watch: AbortWatch | undefined;
};

/**
 * Starts the work at once. `land` makes the outcome of what the work gives; `onEnd` runs when it has
 * settled or everybody has left.
 *
 * A read that misses makes 3 promises in all, with promises that follow promises it was 21.
 */
export function createFlight<M, T>(options: {
  readonly work: (signal: AbortSignal) => Promise<M>;
  readonly land: (made: M) => T;
  /** Told of a failure before anything that waits for the outcome. */
  readonly onFail?: (error: unknown) => void;
  readonly onEnd: () => void;
}): Flight<T> {
  const { work, land, onFail, onEnd } = options;
  const aborter = createAborter();
  const waiters = createRing<Waiter<T>>();
  let landed: { readonly outcome: T } | undefined;
  let failed: { readonly error: unknown } | undefined;

  const fail = (error: unknown) => {
    failed = { error };
    onFail?.(error);
    onEnd();
    // Everybody may have left: an abandoned failure is nobody's news.
    for (const waiter of membersOf(waiters)) disappoint(waiter, error);
  };
  const succeed = (made: M) => {
    let outcome: T;
    try {
      outcome = land(made);
    } catch (error) {
      fail(error);
      return;
    }
    landed = { outcome };
    onEnd();
    for (const waiter of membersOf(waiters)) serve(waiter, outcome);
  };

  const abandon = (waiter: Waiter<T>) => {
    disappoint(waiter, waiter.wait.signal?.reason);
    if (!isRingEmpty(waiters) || landed || failed) return;
    onEnd();
    aborter.abort(new DOMException('nobody waits any more', 'AbortError'));
  };

  begin(work, aborter.signal).then(succeed, fail);

  return {
    join: <U>(wait: Wait<T, U>) =>
      new Promise<U>((resolve, reject) => {
        const waiter: Waiter<T> = {
          before: undefined,
          behind: undefined,
          wait,
          resolve: resolve as Waiter<T>['resolve'],
          reject,
          watch: undefined,
        };
        const { signal } = wait;
        if (signal?.aborted) {
          abandon(waiter);
        } else if (landed) {
          serve(waiter, landed.outcome);
        } else if (failed) {
          disappoint(waiter, failed.error);
        } else {
          joinRing(waiters, waiter);
          if (signal) waiter.watch = watchAbort(signal, () => abandon(waiter));
        }
      }),
  };
}

function release<T>(waiter: Waiter<T>): void {
  leaveRing(waiter);
  if (waiter.watch) leaveRing(waiter.watch);
}

function serve<T>(waiter: Waiter<T>, outcome: T): void {
  release(waiter);
  try {
    waiter.resolve(waiter.wait.use(outcome));
  } catch (error) {
    waiter.reject(error);
  }
}

function disappoint<T>(waiter: Waiter<T>, error: unknown): void {
  release(waiter);
  waiter.wait.lose?.();
  waiter.reject(error);
}

/** What is thrown at once fails like what fails later. */
function begin<M>(work: (signal: AbortSignal) => Promise<M>, signal: AbortSignal): Promise<M> {
  try {
    return work(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}
