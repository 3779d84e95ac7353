import { createAborter, whenAborted } from '../abort.ts';
import { createCrowd, type Member } from '../collections/crowd.ts';

/**
 * One piece of work that many wait for. A waiter that aborts leaves the others alone; when the
 * last one has left, the work itself is aborted.
 */
export type Flight<T> = {
  /** Resolves to what `use` makes of the outcome for this waiter. */
  readonly join: <U>(signal: AbortSignal | undefined, use: (outcome: T) => U) => Promise<U>;
};

type Waiter<T> = Member & {
  readonly land: (outcome: T) => void;
  readonly fail: (error: unknown) => void;
};

/**
 * Starts the work at once. `land` makes the outcome of what the work gives; `onEnd` runs when it has
 * settled or everybody has left.
 *
 * Waiters are told one by one in the place of promises that follow promises: a read that misses makes
 * 4 of them in all, with promises that follow promises it was 21.
 */
export function createFlight<M, T>(options: {
  readonly work: (signal: AbortSignal) => Promise<M>;
  readonly land: (made: M) => T;
  readonly onEnd: () => void;
}): Flight<T> {
  const { work, land, onEnd } = options;
  const aborter = createAborter();
  const waiters = createCrowd<Waiter<T>>();
  let landed: { readonly outcome: T } | undefined;
  let failed: { readonly error: unknown } | undefined;

  const fail = (error: unknown) => {
    failed = { error };
    onEnd();
    // Everybody may have left: an abandoned failure is nobody's news.
    for (const waiter of waiters.all()) waiter.fail(error);
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
    for (const waiter of waiters.all()) waiter.land(outcome);
  };

  const leave = (waiter: Waiter<T>) => {
    waiters.leave(waiter);
    if (waiters.size() > 0 || landed || failed) return;
    onEnd();
    aborter.abort(new DOMException('nobody waits any more', 'AbortError'));
  };

  begin(work, aborter.signal).then(succeed, fail);

  return {
    join: (signal, use) =>
      new Promise((resolve, reject) => {
        let stop: (() => void) | undefined;
        const waiter: Waiter<T> = {
          place: -1,
          land: (outcome) => {
            stop?.();
            try {
              resolve(use(outcome));
            } catch (error) {
              reject(error);
            }
          },
          fail: (error) => {
            stop?.();
            reject(error);
          },
        };
        const abandon = () => {
          leave(waiter);
          reject(signal?.reason);
        };
        if (signal?.aborted) {
          abandon();
        } else if (landed) {
          waiter.land(landed.outcome);
        } else if (failed) {
          waiter.fail(failed.error);
        } else {
          waiters.join(waiter);
          if (signal) stop = whenAborted(signal, abandon);
        }
      }),
  };
}

/** What is thrown at once fails like what fails later. */
function begin<M>(work: (signal: AbortSignal) => Promise<M>, signal: AbortSignal): Promise<M> {
  try {
    return work(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}
