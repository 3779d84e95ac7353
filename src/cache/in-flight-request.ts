import { type AbortSubscription, createCallbackAbortController, onAbort } from '../lib/abort.ts';
import {
  appendNode,
  createLinkedList,
  isListEmpty,
  type ListNode,
  listNodes,
  removeNode,
} from '../lib/collections/linked-list.ts';

/** One fetch that several callers wait for; it is aborted when the last waiting caller aborts. */
export type InFlightRequest<T> = {
  /** Waits for the fetch. Resolves to what `onResult` returns for the result of the fetch. */
  readonly join: <U>(wait: InFlightWait<T, U>) => Promise<U>;
};

/** One caller that waits for the fetch. Its signal ends its wait. */
export type InFlightWait<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onResult: (outcome: T) => U;
  readonly onError?: (() => void) | undefined;
};

type Waiter<T> = ListNode & {
  readonly wait: InFlightWait<T, unknown>;
  readonly resolve: (made: unknown) => void;
  readonly reject: (error: unknown) => void;
  watch: AbortSubscription | undefined;
};

/**
 * Starts `work`, a fetch, at once. Its result is converted by `land` once for all waiters. `onEnd`
 * is called when `work` has settled or all waiters have aborted.
 */
export function createInFlightRequest<M, T>(options: {
  readonly work: (signal: AbortSignal) => Promise<M>;
  readonly land: (made: M) => T;
  /** Called if `work` or `land` fails, before the waiters are rejected. */
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
    abortController.abort(new DOMException('no request waits for the value', 'AbortError'));
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

function startWork<M>(work: (signal: AbortSignal) => Promise<M>, signal: AbortSignal): Promise<M> {
  try {
    return work(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}
