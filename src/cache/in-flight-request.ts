import { type AbortSubscription, createCallbackAbortController, onAbort } from '../lib/abort.ts';
import {
  appendNode,
  createLinkedList,
  isListEmpty,
  type ListNode,
  listNodes,
  removeNode,
} from '../lib/collections/linked-list.ts';

/**
 * One piece of work that many wait for. A waiter that aborts leaves the others alone; when the
 * last one has left, the work itself is aborted.
 */
export type InFlightRequest<T> = {
  /** Resolves to what `use` makes of the outcome for this waiter. */
  readonly join: <U>(wait: InFlightWait<T, U>) => Promise<U>;
};

/** How one waits for the outcome. */
export type InFlightWait<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onResult: (outcome: T) => U;
  /** Hears that there is none, before the promise does. */
  readonly onError?: (() => void) | undefined;
};

/** Who waits, told by a call in the place of a promise that follows another. */
type Waiter<T> = ListNode & {
  readonly wait: InFlightWait<T, unknown>;
  readonly resolve: (made: unknown) => void;
  readonly reject: (error: unknown) => void;
  watch: AbortSubscription | undefined;
};

/**
 * Starts the work at once. `land` makes the outcome of what the work gives; `onEnd` runs when it has
 * settled or everybody has left.
 *
 * A read that misses makes 3 promises in all, with promises that follow promises it was 21.
 */
export function createInFlightRequest<M, T>(options: {
  readonly work: (signal: AbortSignal) => Promise<M>;
  readonly land: (made: M) => T;
  /** Told of a failure before anything that waits for the outcome. */
  readonly onFail?: (error: unknown) => void;
  readonly onEnd: () => void;
}): InFlightRequest<T> {
  const { work, land: toResult, onFail, onEnd } = options;
  const abortController = createCallbackAbortController();
  const waiters = createLinkedList<Waiter<T>>();
  let settledResult: { readonly outcome: T } | undefined;
  let failure: { readonly error: unknown } | undefined;

  const fail = (error: unknown) => {
    failure = { error };
    onFail?.(error);
    onEnd();
    // Everybody may have left: an abandoned failure is nobody's news.
    for (const waiter of listNodes(waiters)) rejectWaiter(waiter, error);
  };
  const succeed = (made: M) => {
    let outcome: T;
    try {
      outcome = toResult(made);
    } catch (error) {
      fail(error);
      return;
    }
    settledResult = { outcome };
    onEnd();
    for (const waiter of listNodes(waiters)) resolveWaiter(waiter, outcome);
  };

  const abandon = (waiter: Waiter<T>) => {
    rejectWaiter(waiter, waiter.wait.signal?.reason);
    if (!isListEmpty(waiters) || settledResult || failure) return;
    onEnd();
    abortController.abort(new DOMException('nobody waits any more', 'AbortError'));
  };

  startWork(work, abortController.signal).then(succeed, fail);

  return {
    join: <U>(wait: InFlightWait<T, U>) =>
      new Promise<U>((resolve, reject) => {
        const waiter: Waiter<T> = {
          previous: undefined,
          next: undefined,
          wait,
          resolve: resolve as Waiter<T>['resolve'],
          reject,
          watch: undefined,
        };
        const { signal } = wait;
        if (signal?.aborted) {
          abandon(waiter);
        } else if (settledResult) {
          resolveWaiter(waiter, settledResult.outcome);
        } else if (failure) {
          rejectWaiter(waiter, failure.error);
        } else {
          appendNode(waiters, waiter);
          if (signal) waiter.watch = onAbort(signal, () => abandon(waiter));
        }
      }),
  };
}

function release<T>(waiter: Waiter<T>): void {
  removeNode(waiter);
  if (waiter.watch) removeNode(waiter.watch);
}

function resolveWaiter<T>(waiter: Waiter<T>, outcome: T): void {
  release(waiter);
  try {
    waiter.resolve(waiter.wait.onResult(outcome));
  } catch (error) {
    waiter.reject(error);
  }
}

function rejectWaiter<T>(waiter: Waiter<T>, error: unknown): void {
  release(waiter);
  waiter.wait.onError?.();
  waiter.reject(error);
}

/** What is thrown at once fails like what fails later. */
function startWork<M>(work: (signal: AbortSignal) => Promise<M>, signal: AbortSignal): Promise<M> {
  try {
    return work(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}
