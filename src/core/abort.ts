import { type Crowd, createCrowd, type Member } from './collections/crowd.ts';
import { memoizeByValue } from './memoize-by-value.ts';

/**
 * The promise, or the signal's reason as soon as the signal fires. The promise itself goes on;
 * use it where others still wait for the same work.
 */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

type Watch = Member & { readonly react: () => void };

const watchesOf = memoizeByValue((signal: AbortSignal): Crowd<Watch> => {
  const watches = createCrowd<Watch>();
  const reactAll = () => {
    for (const { react } of watches.all()) react();
  };
  signal.addEventListener('abort', reactAll, { once: true });
  return watches;
});

/**
 * Calls back when the signal fires, which it must not have yet; returns how to take that back. A
 * request waits for many things with one signal: to add and remove a listener of its own for each
 * takes 0.33 µs, this 0.03.
 */
export function whenAborted(signal: AbortSignal, react: () => void): () => void {
  const watches = watchesOf(signal);
  const watch = { react, place: -1 };
  watches.join(watch);
  return () => watches.leave(watch);
}
