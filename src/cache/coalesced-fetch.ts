import { type AbortSubscription, createCallbackAbortController, onAbort } from '../lib/abort.ts';
import {
  appendNode,
  createLinkedList,
  isListEmpty,
  type LinkedListNode,
  linkedListToArray,
  removeNode,
} from '../lib/collections/linked-list.ts';

/** One fetch that several callers wait for; it is aborted when the last waiting caller aborts. */
export type CoalescedFetch<T> = {
  /** Waits for the fetch. Resolves to what `onResult` returns for the result of the fetch. */
  readonly join: <U>(wait: InFlightWait<T, U>) => Promise<U>;
};

/** One caller that waits for the fetch. Its signal ends its wait. */
export type InFlightWait<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onResult: (result: T) => U;
  readonly onError?: (() => void) | undefined;
};

type Waiter<T> = LinkedListNode & {
  readonly wait: InFlightWait<T, unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  abortSubscription: AbortSubscription | undefined;
};

/**
 * Starts `fetch` at once. `toResult` converts its value once for all waiters. `onEnd` is called
 * when the fetch has settled or all waiters have aborted.
 */
export function createCoalescedFetch<M, T>(options: {
  readonly fetch: (signal: AbortSignal) => Promise<M>;
  readonly toResult: (fetched: M) => T;
  /** Called if `fetch` or `toResult` fails, before the waiters are rejected. */
  readonly onFail?: (error: unknown) => void;
  readonly onEnd: () => void;
}): CoalescedFetch<T> {
  const { fetch, toResult, onFail, onEnd } = options;
  const abortController = createCallbackAbortController();
  const waiters = createLinkedList<Waiter<T>>();
  let settledResult: { readonly result: T } | undefined;
  let failure: { readonly error: unknown } | undefined;

  const fail = (error: unknown) => {
    failure = { error };
    onFail?.(error);
    onEnd();
    for (const waiter of linkedListToArray(waiters)) rejectWaiter(waiter, error);
  };
  const succeed = (fetched: M) => {
    let result: T;
    try {
      result = toResult(fetched);
    } catch (error) {
      fail(error);
      return;
    }
    settledResult = { result };
    onEnd();
    for (const waiter of linkedListToArray(waiters)) resolveWaiter(waiter, result);
  };

  const abortWaiter = (waiter: Waiter<T>) => {
    rejectWaiter(waiter, waiter.wait.signal?.reason);
    if (!isListEmpty(waiters) || settledResult || failure) return;
    onEnd();
    abortController.abort(new DOMException('no request waits for the value', 'AbortError'));
  };

  startFetch(fetch, abortController.signal).then(succeed, fail);

  return {
    join: <U>(wait: InFlightWait<T, U>) =>
      new Promise<U>((resolve, reject) => {
        const waiter: Waiter<T> = {
          previous: undefined,
          next: undefined,
          wait,
          resolve: resolve as Waiter<T>['resolve'],
          reject,
          abortSubscription: undefined,
        };
        const { signal } = wait;
        if (signal?.aborted) {
          abortWaiter(waiter);
        } else if (settledResult) {
          resolveWaiter(waiter, settledResult.result);
        } else if (failure) {
          rejectWaiter(waiter, failure.error);
        } else {
          appendNode(waiters, waiter);
          if (signal) waiter.abortSubscription = onAbort(signal, () => abortWaiter(waiter));
        }
      }),
  };
}

function release<T>(waiter: Waiter<T>): void {
  removeNode(waiter);
  if (waiter.abortSubscription) removeNode(waiter.abortSubscription);
}

function resolveWaiter<T>(waiter: Waiter<T>, result: T): void {
  release(waiter);
  try {
    waiter.resolve(waiter.wait.onResult(result));
  } catch (error) {
    waiter.reject(error);
  }
}

function rejectWaiter<T>(waiter: Waiter<T>, error: unknown): void {
  release(waiter);
  waiter.wait.onError?.();
  waiter.reject(error);
}

function startFetch<M>(
  fetch: (signal: AbortSignal) => Promise<M>,
  signal: AbortSignal,
): Promise<M> {
  try {
    return fetch(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}
