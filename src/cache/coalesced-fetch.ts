import { createCallbackAbortController, onAbort } from '../lib/abort.ts';

/** One fetch that several callers wait for; it is aborted when the last waiting caller aborts. */
export type CoalescedFetch<T> = {
  /** Waits for the fetch. Resolves to what `onResult` returns for the result of the fetch. */
  readonly join: <U>(wait: FetchWait<T, U>) => Promise<U>;
};

/** One caller that waits for the fetch. Its signal ends its wait. */
type FetchWait<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onResult: (result: T) => U;
  readonly onError?: (() => void) | undefined;
};

type Waiter<T> = {
  readonly wait: FetchWait<T, unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  unwatchSignal: (() => void) | undefined;
};

/**
 * Starts `fetch`, an async function, at once. `onEnd` is called when the fetch has settled or all
 * waiters have aborted.
 */
export function startCoalescedFetch<T>(options: {
  readonly fetch: (signal: AbortSignal) => Promise<T>;
  /** Called if `fetch` fails, before the waiters are rejected. */
  readonly onFail: (error: unknown) => void;
  readonly onEnd: () => void;
}): CoalescedFetch<T> {
  const { fetch, onFail, onEnd } = options;
  const abortController = createCallbackAbortController();
  const waiters = new Set<Waiter<T>>();
  /** Passes the outcome of the fetch to a waiter; undefined until the fetch has settled. */
  let settle: ((waiter: Waiter<T>) => void) | undefined;

  const abortWaiter = (waiter: Waiter<T>) => {
    rejectWaiter(waiters, waiter, waiter.wait.signal?.reason);
    if (waiters.size > 0 || settle) return;
    onEnd();
    abortController.abort(new DOMException('no request waits for the value', 'AbortError'));
  };

  const settleAll = (settleOne: (waiter: Waiter<T>) => void) => {
    settle = settleOne;
    onEnd();
    for (const waiter of waiters) settleOne(waiter);
  };
  fetch(abortController.signal).then(
    (result) => settleAll((waiter) => resolveWaiter(waiters, waiter, result)),
    (error: unknown) => {
      onFail(error);
      settleAll((waiter) => rejectWaiter(waiters, waiter, error));
    },
  );

  return {
    join: <U>(wait: FetchWait<T, U>) =>
      new Promise<U>((resolve, reject) => {
        const waiter: Waiter<T> = {
          wait,
          resolve: resolve as Waiter<T>['resolve'],
          reject,
          unwatchSignal: undefined,
        };
        const { signal } = wait;
        if (signal?.aborted) {
          abortWaiter(waiter);
        } else if (settle) {
          settle(waiter);
        } else {
          waiters.add(waiter);
          if (signal) waiter.unwatchSignal = onAbort(signal, () => abortWaiter(waiter));
        }
      }),
  };
}

function release<T>(waiters: Set<Waiter<T>>, waiter: Waiter<T>): void {
  waiters.delete(waiter);
  waiter.unwatchSignal?.();
}

function resolveWaiter<T>(waiters: Set<Waiter<T>>, waiter: Waiter<T>, result: T): void {
  release(waiters, waiter);
  try {
    waiter.resolve(waiter.wait.onResult(result));
  } catch (error) {
    waiter.reject(error);
  }
}

function rejectWaiter<T>(waiters: Set<Waiter<T>>, waiter: Waiter<T>, error: unknown): void {
  release(waiters, waiter);
  waiter.wait.onError?.();
  waiter.reject(error);
}
