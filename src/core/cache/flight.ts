import { orAborted } from '../abort.ts';

/**
 * One piece of work that many wait for. A waiter that aborts leaves the others alone; when the
 * last one has left, the work itself is aborted.
 */
export type Flight<T> = {
  readonly join: (signal?: AbortSignal) => Promise<T>;
};

/** Starts the work at once. `onEnd` runs when it has settled or everybody has left. */
export function createFlight<T>(
  work: (signal: AbortSignal) => Promise<T>,
  onEnd: () => void = () => {},
): Flight<T> {
  const controller = new AbortController();
  let waiters = 0;
  let settled = false;
  const done = work(controller.signal).finally(() => {
    settled = true;
    onEnd();
  });
  // Everybody may have left: an abandoned failure is nobody's news.
  done.catch(() => {});

  const leave = () => {
    waiters -= 1;
    if (waiters > 0 || settled) return;
    onEnd();
    controller.abort(new DOMException('nobody waits any more', 'AbortError'));
  };

  return {
    join: async (signal) => {
      waiters += 1;
      try {
        return await (signal ? orAborted(done, signal) : done);
      } finally {
        leave();
      }
    },
  };
}
